import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { DemoLabels, type DemoRound, type DemoSeat } from '../../../scripts/samples/demo-labels.ts'
import { submitsOf } from '../../../scripts/samples/submits.ts'
import { must } from '../../../shared/assert.ts'
import type { SeatView } from '../../../shared/assignments/seat.ts'
import { MutationId, type RoundId, SegmentId, TraceId, UserId } from '../../../shared/ids.ts'
import type { Mutation } from '../../../shared/live/mutations.ts'
import type { Deps } from '../../deps.ts'
import { type Actor, putAccount, putMembership } from '../../features/accounts/index.ts'
import { createRound, takeSeat } from '../../features/assignments/index.ts'
import { defaultCodebook } from '../../features/codebooks/index.ts'
import { makeRunMutation, type RunMutation } from '../../features/live/index.ts'
import { ensureProject } from '../../features/projects/index.ts'
import { importFiles, listSegmentContents } from '../../features/traces/index.ts'
import { samplesDirectory } from '../../paths.ts'

export const DEMO_PROJECT = { id: 'demo', name: 'Agent failures, a sample' }

type Seeder = {
  readonly deps: Deps
  readonly run: RunMutation
  readonly actors: ReadonlyMap<string, Actor>
  readonly lead: Actor
  readonly traceIds: ReadonlyMap<string, TraceId>
}

/** Fills an empty installation with the sample project, through the same commands that people's clicks reach. */
export async function seedDemo(deps: Deps): Promise<void> {
  const labels = DemoLabels.parse(JSON.parse(readFileSync(join(samplesDirectory, 'labels.json'), 'utf8')))
  await ensureProject(deps, DEMO_PROJECT)
  const actors = new Map<string, Actor>()
  for (const { id, name, role } of labels.users) {
    await putAccount(deps, { id, name })
    await putMembership(deps, DEMO_PROJECT.id, id, role)
    actors.set(id, { userId: UserId.parse(id), name, role, projectId: DEMO_PROJECT.id })
  }
  const lead = must(
    [...actors.values()].find((actor) => actor.role === 'lead'),
    'a lead among the people of the demo',
  )
  const seeder: Seeder = { deps, run: makeRunMutation(deps), actors, lead, traceIds: await importSamples(deps, lead) }
  for (const round of labels.rounds) await seedRound(seeder, round)
}

async function importSamples(deps: Deps, lead: Actor): Promise<Map<string, TraceId>> {
  const folder = join(samplesDirectory, 'traces')
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.trace.json'))
    .toSorted()
  const files = names.map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
  const report = await importFiles(deps, files, { projectId: DEMO_PROJECT.id, actorId: lead.userId, isDryRun: false })
  return new Map(report.files.map((file) => [file.file, TraceId.parse(must(file.traces[0], `a trace in the sample ${file.file}`).id)]))
}

function mutate({ run }: Seeder, actor: Actor, mutation: Mutation): Promise<unknown> {
  return run(actor, MutationId.parse(uuidv7()), mutation)
}

async function seedRound(seeder: Seeder, round: DemoRound): Promise<void> {
  const { deps, lead, traceIds } = seeder
  const traces = round.traces.map((name) => must(traceIds.get(name), `the sample ${name}`))
  const roundId = await createRound(deps, lead, {
    name: round.name,
    traces,
    overlap: round.overlap,
    segments: {},
    policy: { blind: round.blind, kind: 'normal', quota: null, order: 'given', repeats: 0 },
  })
  for (const annotator of new Set(round.seats.map((seat) => seat.annotator))) {
    await seedAnnotator(
      seeder,
      roundId,
      must(seeder.actors.get(annotator), `the annotator ${annotator}`),
      round.seats.filter((seat) => seat.annotator === annotator),
    )
  }
  for (const decision of round.decisions) {
    const segments = await listSegmentContents(deps.db, must(traceIds.get(decision.trace), `the sample ${decision.trace}`))
    const segmentId = SegmentId.parse(must(segments[decision.segment], `segment ${decision.segment} of ${decision.trace}`).id)
    const { mode, value, reason, note } = decision
    await mutate(seeder, lead, { type: 'cell.settle', roundId, segmentId, mode, baseRevision: 0, value, reason, note })
  }
  if (round.state === 'closed') await mutate(seeder, lead, { type: 'round.close', roundId })
}

/** Takes seats as they are handed out, and fills those that the sample has labels for. */
async function seedAnnotator(seeder: Seeder, roundId: RoundId, actor: Actor, plans: readonly DemoSeat[]): Promise<void> {
  for (let left = plans.length; left > 0; left--) {
    const answer = await takeSeat(seeder.deps, actor, roundId)
    if (answer.kind === 'none') return
    const plan = plans.find((candidate) => seeder.traceIds.get(candidate.trace) === answer.seat.traceId)
    if (!plan) return
    await seedSeat(seeder, actor, answer.seat, plan)
    if (!plan.isFinished) return
  }
}

async function seedSeat(seeder: Seeder, actor: Actor, seat: SeatView, plan: DemoSeat): Promise<void> {
  const segments = await listSegmentContents(seeder.deps.db, seat.traceId)
  const submits = submitsOf(
    plan,
    segments.map((segment) => segment.text),
    defaultCodebook,
  )
  const claim = { seatId: seat.id, epoch: seat.epoch }
  const codebook = { id: defaultCodebook.id, version: defaultCodebook.version }
  await Promise.all(
    submits.map((labels, index) => {
      const segmentId = SegmentId.parse(must(segments[index], 'a segment for each submit').id)
      return mutate(seeder, actor, { type: 'segment.submit', ...claim, segmentId, codebook, baseRevision: 0, labels })
    }),
  )
  if (plan.isFinished) await mutate(seeder, actor, { type: 'trace.submit', ...claim, taskCompleted: plan.taskCompleted })
}
