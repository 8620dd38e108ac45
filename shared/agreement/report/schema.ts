import * as z from 'zod/mini'
import { NOTE_CODES } from '../notes.ts'
import { UNDEFINED_REASONS } from '../undefined-reason.ts'

const count = z.int().check(z.nonnegative())
const interval = z.tuple([z.number(), z.number()])
const notes = z.array(z.strictObject({ code: z.enum(NOTE_CODES), message: z.string() }))
const shares = { observed: z.optional(z.number()), expected: z.optional(z.number()) }

const Figure = z.strictObject({
  value: z.number(),
  n: count,
  ...shares,
  se: z.optional(z.number()),
  wald95: z.optional(interval),
  ci95: z.optional(interval),
  ciMethod: z.optional(z.enum(['gof', 'gof-cluster', 't', 'bootstrap'])),
  notes,
})
const FigurePerCategory = z.strictObject({ value: z.array(z.nullable(z.number())), n: count, notes })
const Undefined = z.strictObject({ undefined: z.enum(UNDEFINED_REASONS), n: count, ...shares })
const Coefficient = z.union([Figure, FigurePerCategory, Undefined])
const Coefficients = z.record(z.string(), Coefficient)

const Pair = z.catchall(z.object({ raters: z.tuple([z.string(), z.string()]), n: count, table: z.array(z.array(count)) }), Coefficient)
const Mode = z.strictObject({ positives: z.record(z.string(), count), overall: Coefficients, pairs: z.array(Pair) })
const MacroFigure = z.strictObject({
  value: z.nullable(z.number()),
  modes: count,
  of: count,
  ci95: z.optional(interval),
  ciMethod: z.optional(z.enum(['bootstrap'])),
})

/** The document `touchstone.agreement/1`, as it is published and as a reader may check it. */
export const AgreementDocument = z.strictObject({
  schema: z.literal('touchstone.agreement/1'),
  items: count,
  itemsUsed: count,
  itemsIncomplete: count,
  raters: z.array(z.string()),
  categories: z.array(z.string()),
  missing: count,
  clusters: z.nullable(count),
  overall: Coefficients,
  pairs: z.array(Pair),
  modes: z.optional(z.record(z.string(), Mode)),
  macro: z.optional(z.record(z.string(), MacroFigure)),
  micro: z.optional(Coefficients),
})
