/**
 * MAST before its fourteen modes. Its authors labelled by hand in three taxonomies, of 18, 17 and 14 modes; codes were reused for other
 * meanings, so a label is carried over by its title and never by its code. Titles are those of the labelled data.
 * Source: Cemri et al. (2025) Why Do Multi-Agent LLM Systems Fail?, data set mcemri/MAST-Data (CC BY 4.0).
 */
import { ModeId } from '../ids.ts'

/** A taxonomy as it was used: code and title of each mode, in its order. */
export type EarlierTaxonomy = { readonly id: string; readonly modes: readonly (readonly [code: string, title: string])[] }

const TITLES = {
  constraint: 'Poor task constraint compliance',
  reasoning: 'Inconsistency between reasoning and action',
  ambiguity: 'Undetected conversation ambiguities and contradictions',
  clarification: 'Fail to elicit clarification',
  stopping: 'Unaware of stopping conditions',
  unbatched: 'Unbatched repetitive execution',
  repetition: 'Step repetition',
  backtracking: 'Backtracking interruption',
  reset: 'Conversation reset',
  derailment: 'Derailment from task',
  role: 'Disobey role specification',
  inaction: 'Disagreement induced inaction',
  withholding: 'Withholding relevant information',
  ignoring: 'Ignoring suggestions from agents',
  waiting: 'Waiting for known information',
  termination: 'Ill specified termination condition leading to premature termination',
  critical: 'Lack of critical verification',
  result: 'Lack of result verification',
} as const

const numbered = (id: string, groups: readonly (readonly (keyof typeof TITLES)[])[]): EarlierTaxonomy => ({
  id,
  modes: groups.flatMap((names, group) => names.map((name, index) => [`${group + 1}.${index + 1}`, TITLES[name]] as const)),
})

const mast18 = numbered('mast-18', [
  ['constraint', 'reasoning', 'ambiguity', 'clarification', 'stopping'],
  ['unbatched', 'repetition', 'backtracking', 'reset', 'derailment', 'role'],
  ['inaction', 'withholding', 'ignoring', 'waiting'],
  ['termination', 'result', 'critical'],
])
const mast17 = numbered('mast-17', [
  ['constraint', 'reasoning', 'stopping', 'unbatched', 'repetition', 'backtracking', 'role'],
  ['reset', 'clarification', 'derailment', 'ambiguity', 'inaction', 'withholding', 'ignoring'],
  ['termination', 'critical', 'result'],
])
/** The fourteen modes as they were first labelled; codes are those of today, titles differ in spelling. */
const mast14First: EarlierTaxonomy = {
  id: 'mast-14-first',
  modes: [
    ['1.1', 'Disobey Task Specification'],
    ['1.2', 'Disobey Role Specification'],
    ['1.3', 'Step Repetition'],
    ['1.4', 'Loss of Conversation History'],
    ['1.5', 'Unaware of Termination Conditions'],
    ['2.1', 'Conversation reset'],
    ['2.2', 'Fail to ask for clarification'],
    ['2.3', 'Task derailment'],
    ['2.4', 'Information Witholding'],
    ['2.5', "Ignored Other Agents' Input"],
    ['2.6', 'Reasoning-Action Mismatch'],
    ['3.1', 'Premature Termination'],
    ['3.2', 'No or Incomplete Verification'],
    ['3.3', 'Incorrect Verification'],
  ],
}

export const EARLIER_TAXONOMIES: readonly EarlierTaxonomy[] = [mast18, mast17, mast14First]

/** How an earlier label becomes one of today's; chosen by a person and recorded with what was made by it. */
export type MappingProfile = {
  readonly id: 'text' | 'meaning'
  readonly title: string
  readonly about: string
  /** Today's mode of an earlier title; null = no heir. A title that is not here is unknown. */
  readonly heirs: ReadonlyMap<string, ModeId | null>
}

const mode = (code: string) => ModeId.parse(`FM-${code}`)

/** What both profiles agree on. */
const SHARED: readonly (readonly [title: string, code: string | null])[] = [
  [TITLES.constraint, '1.1'],
  [TITLES.role, '1.2'],
  [TITLES.repetition, '1.3'],
  [TITLES.backtracking, '1.4'],
  [TITLES.stopping, '1.5'],
  [TITLES.reset, '2.1'],
  [TITLES.clarification, '2.2'],
  [TITLES.derailment, '2.3'],
  [TITLES.withholding, '2.4'],
  [TITLES.ignoring, '2.5'],
  [TITLES.reasoning, '2.6'],
  [TITLES.termination, '3.1'],
  [TITLES.ambiguity, null],
  [TITLES.unbatched, null],
  [TITLES.inaction, null],
  [TITLES.waiting, null],
  ...mast14First.modes.map(([code, title]) => [title, code] as const),
]

function profile(
  id: MappingProfile['id'],
  title: string,
  about: string,
  verification: { critical: string; result: string },
): MappingProfile {
  const own = [
    [TITLES.critical, verification.critical],
    [TITLES.result, verification.result],
  ] as const
  return { id, title, about, heirs: new Map([...SHARED, ...own].map(([name, code]) => [name, code === null ? null : mode(code)])) }
}

/**
 * The two profiles differ in the two verification modes only, which is enough to move 16 of 266 majority cells of the authors' own labels.
 * Neither is right: the definitions in the data and the paper's later reading of the same names point in opposite directions.
 */
export const MAPPING_PROFILES: readonly MappingProfile[] = [
  profile(
    'text',
    'By definition text',
    'As the definitions beside the labels read: no critical verification is a missing one, no result verification a wrong one.',
    {
      critical: '3.2',
      result: '3.3',
    },
  ),
  profile(
    'meaning',
    'By meaning',
    'As the paper came to use the names: no result verification is a missing one, no critical verification a wrong one.',
    {
      critical: '3.3',
      result: '3.2',
    },
  ),
]

/** Today's mode of an earlier label by its title (null = it has no heir). Throws on a title that no taxonomy holds: never a guess. */
export function heirOf(chosen: MappingProfile, title: string): ModeId | null {
  const heir = chosen.heirs.get(title)
  if (heir === undefined) throw new RangeError(`"${title}" is not a mode of any earlier MAST taxonomy.`)
  return heir
}

/** Titles of a taxonomy that have no heir in a profile: their labels are not carried over, and this says which. */
export function withoutHeir({ modes }: EarlierTaxonomy, chosen: MappingProfile): string[] {
  return modes.map(([, title]) => title).filter((title) => heirOf(chosen, title) === null)
}
