import { type RatingScope, ratingDataOf, valuesWithoutSide } from '../../../shared/agreement/round/round-ratings.ts'
import type { Deps } from '../../deps.ts'
import { readRatings } from '../../features/agreement/index.ts'
import { listRounds, type Round } from '../../features/assignments/index.ts'
import { getCodebook } from '../../features/codebooks/index.ts'
import { findProject } from '../../features/projects/index.ts'
import { UsageError } from '../failure.ts'
import { type PlaceOptions, reading } from '../place.ts'
import type { AgreementOptions } from './options.ts'
import { type AgreementIo, reportOn, type Study } from './run-agreement.ts'

/** Options of `touchstone agreement --project P` as commander gives them. */
export type ProjectOptions = PlaceOptions & {
  readonly project?: string
  readonly round?: string
  readonly level?: 'segment' | 'trace'
  readonly framework?: string
  readonly model?: string
  readonly annotator?: string[]
  readonly position?: string
  readonly includeLate?: boolean
  readonly excludeBulk?: boolean
}

/** Agreement of a round, from its labels as they stand: the same report as for a file, item = segment or trace, cluster = trace. */
export async function runProjectAgreement(
  path: string | undefined,
  options: AgreementOptions & ProjectOptions,
  io: Pick<AgreementIo, 'print' | 'warn' | 'writeFile'>,
): Promise<void> {
  if (path !== undefined) throw new UsageError('Choose one: a ratings file, or --project P.')
  if (options.categories !== undefined) throw new UsageError('--categories is for files; a project has present and absent.')
  const scope = scopeOf(options)
  await reportOn(options, io, () => reading(options, ({ deps }) => readStudy(deps, options, scope, io.warn)))
}

async function readStudy(
  deps: Deps,
  options: AgreementOptions & ProjectOptions,
  scope: RatingScope,
  warn: (sentence: string) => void,
): Promise<Study> {
  const project = options.project ?? ''
  if (!(await findProject(deps.db, project))) throw new UsageError(`There is no project "${project}".`)
  const round = await chooseRound(deps, project, options.round)
  if (options.round === undefined) warn(`Round ${round.number}, ${round.name}.`)
  const { codebook } = await getCodebook(deps.db, deps.db, round.codebook.id, round.codebook.version)
  const ratings = await readRatings(deps.db, round, { ...scope, includeLate: options.includeLate === true })
  const without = valuesWithoutSide(ratings)
  if (without > 0)
    warn(
      `${without} ${without === 1 ? 'value is unsure or not applicable and takes' : 'values are unsure or not applicable and take'} no side.`,
    )
  const data = ratingDataOf(
    ratings,
    codebook.modes.map((mode) => mode.id),
  )
  return { name: `${project}, round ${round.number}`, data: options.cluster === false ? { ...data, clusters: null } : data }
}

/** A round that is named may be of any kind; else the last one with labels, since training and discussion are no reliability data. */
async function chooseRound(deps: Deps, project: string, named: string | undefined): Promise<Round> {
  const rounds = await listRounds(deps.db, project)
  if (named !== undefined) {
    const round = rounds.find((one) => `${one.number}` === named || one.id === named)
    if (round) return round
    throw new UsageError(`There is no round ${named} in "${project}"; there are ${rounds.map((one) => one.number).join(', ') || 'none'}.`)
  }
  for (const round of rounds.toReversed()) {
    if (round.policy.kind !== 'normal') continue
    const label = await deps.db.selectFrom('label').select('segment_id').where('round_id', '=', round.id).limit(1).executeTakeFirst()
    if (label) return round
  }
  throw new Error(`Nothing has been labelled in "${project}" yet (training and discussion rounds count only when named with --round).`)
}

function scopeOf(options: ProjectOptions): RatingScope {
  return {
    level: options.level ?? 'segment',
    excludeBulk: options.excludeBulk === true,
    framework: options.framework ?? null,
    model: options.model ?? null,
    raters: options.annotator ?? null,
    positions: options.position === undefined ? null : positionsOf(options.position),
  }
}

function positionsOf(text: string): [number, number] {
  const [, from, to] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text) ?? []
  const [first, last] = [Number(from), Number(to ?? from)]
  if (from === undefined || last < first) throw new UsageError(`--position is a place or a range of places such as 0-4, not "${text}".`)
  return [first, last]
}
