/**
 * A codebook is versioned data: what the modes are, what they mean, and how to tell them apart.
 * A mode is identified by codebook, version and mode id; nothing in the code names a mode.
 */
import * as z from 'zod/mini'
import { CodebookId, ModeId } from '../ids.ts'

const text = z.string().check(z.trim(), z.minLength(1))

export const Category = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(128)),
  /** The first key of the chord of every mode in the category. */
  key: z.string().check(z.regex(/^[0-9a-z]$/)),
  name: text,
  description: text,
})
export type Category = z.infer<typeof Category>

export const Mode = z.strictObject({
  id: ModeId,
  /** What stands beside the name and is typed without its dot: the category's key, then one of the mode's own. */
  code: z.string().check(z.regex(/^[0-9a-z]\.[0-9a-z]$/)),
  /** The id of its category. */
  category: z.string(),
  name: text,
  definition: text,
  example: text,
  /** What looks like this mode and is not, with the mode it is when there is one. */
  nearMiss: text,
})
export type Mode = z.infer<typeof Mode>

/** Two modes that careful readers mix up, and the question whose answer tells which of them it is. */
export const Confusion = z.strictObject({
  modes: z.tuple([ModeId, ModeId]),
  question: text,
  /** The answer that speaks for each of `modes`, in the same order. */
  answers: z.tuple([text, text]),
})
export type Confusion = z.infer<typeof Confusion>

const CodebookFields = z.strictObject({
  schema: z.literal('touchstone.codebook/1'),
  id: CodebookId,
  version: z.string().check(z.minLength(1), z.maxLength(32)),
  title: text,
  /** One sentence that says where the modes come from, fit to be cited. */
  source: text,
  categories: z.array(Category).check(z.minLength(1)),
  /** In the order in which they are shown and exported. */
  modes: z.array(Mode).check(z.minLength(1)),
  confusions: z.array(Confusion),
})

type Fields = z.infer<typeof CodebookFields>

/** Everything that is wrong with how the parts of a codebook refer to each other, one sentence each. */
function faultsOf(codebook: Fields): string[] {
  return [...repetitions(codebook), ...strayModes(codebook), ...strayConfusions(codebook)]
}

function repetitions({ categories, modes, confusions }: Fields): string[] {
  const unique: Record<string, string[]> = {
    'category id': categories.map((category) => category.id),
    'category key': categories.map((category) => category.key),
    'mode id': modes.map((mode) => mode.id),
    'mode code': modes.map((mode) => mode.code),
    // Names are looked up without regard to case, so they must differ without it.
    'mode name': modes.map((mode) => mode.name.toLowerCase()),
    'confusion of': confusions.map((confusion) => confusion.modes.toSorted().join(' and ')),
  }
  return Object.entries(unique).flatMap(([what, values]) => {
    const again = new Set(values.filter((value, index) => values.indexOf(value) !== index))
    return [...again].map((value) => `The ${what} ${value} occurs more than once.`)
  })
}

function strayModes({ categories, modes }: Fields): string[] {
  const keyOf = new Map(categories.map((category) => [category.id, category.key]))
  return modes.flatMap((mode) => {
    const key = keyOf.get(mode.category)
    if (key === undefined) return [`Mode ${mode.id} names category "${mode.category}", which does not exist.`]
    return mode.code.startsWith(`${key}.`) ? [] : [`Mode ${mode.id} has code ${mode.code}, but its category's key is ${key}.`]
  })
}

function strayConfusions({ modes, confusions }: Fields): string[] {
  const known = new Set<string>(modes.map((mode) => mode.id))
  return confusions.flatMap(({ modes: [a, b] }) => [
    ...(a === b ? [`A confusion names mode ${a} twice.`] : []),
    ...[a, b].filter((id) => !known.has(id)).map((id) => `A confusion names mode ${id}, which does not exist.`),
  ])
}

export const Codebook = CodebookFields.check(
  z.superRefine((codebook, context) => {
    for (const message of faultsOf(codebook)) context.issues.push({ code: 'custom', message, input: codebook })
  }),
)
export type Codebook = z.infer<typeof Codebook>
