/** What the browser journeys of labelling share: work that is handed out, and what a person sees and types at the label screen. */
import type { Locator } from 'playwright-core'
import { createRound } from '../../server/features/assignments/index.ts'
import { importFiles } from '../../server/features/traces/index.ts'
import { must } from '../../shared/assert.ts'
import { type ProjectId, RoundId, TraceId, UserId } from '../../shared/ids.ts'
import type { Trace } from '../../shared/traces/model.ts'
import type { Served } from './served.ts'
import { fileOf, traceOf } from './traces.ts'
import type { Window } from './window.ts'

export type Work = { readonly name: string; readonly texts: readonly string[]; readonly overlap?: number; readonly more?: Partial<Trace> }

/** "Step 1 of Name", and so on. */
export function shortSteps(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `Step ${index + 1} of ${name}.`)
}

/** Imports a trace with one segment per text and opens a round on it, as the person `lead`. */
export async function handOut(served: Served, project: string, { name, texts, overlap = 1, more = {} }: Work): Promise<RoundId> {
  const files = [fileOf(`${name}.json`, traceOf(name, texts, more))]
  const projectId = project as ProjectId
  const report = await importFiles(served.deps, files, { projectId, actorId: null, policy: 'step', isDryRun: false })
  const trace = must(report.files[0]?.traces[0], `the trace of ${name}: ${report.files[0]?.reason}`)
  const lead = { userId: UserId.parse('lead'), name: 'lead', role: 'lead' as const, projectId }
  const round = await createRound(served.deps, lead, {
    name,
    traces: [TraceId.parse(trace.id)],
    overlap,
    segments: {},
    policy: { blind: 'until_submit', kind: 'normal', quota: null, order: 'given', repeats: 0 },
  })
  return RoundId.parse(round)
}

export async function goToWork(window: Window, project: string): Promise<void> {
  await window.page.goto(new URL(`/p/${project}/annotate`, window.page.url()).href)
}

export function panelOf(window: Window, segment: number): Locator {
  return window.page.getByLabel(`Labels for segment ${segment}`, { exact: true })
}

/** The line at the foot of the label screen that says saved, saving, offline or conflict. */
export function badge(window: Window): Locator {
  return window.page.getByRole('contentinfo').getByRole('status').first()
}

/** Says "nothing here" to each segment in turn and goes on, waiting only for what a person would wait for: to see the next one. */
export async function labelNothing(window: Window, from: number, to: number): Promise<void> {
  for (let segment = from; segment <= to; segment++) {
    await panelOf(window, segment).waitFor()
    await window.press('0', 'Enter')
  }
}

/** Writes down every word the badge shows from now on; the answer gives them. */
export async function watchBadge(window: Window): Promise<() => Promise<string[]>> {
  await window.page.evaluate(
    `(() => {
      globalThis.badgeWords = []
      const read = () => globalThis.badgeWords.push(document.querySelector('footer [role=status]')?.textContent ?? '')
      read()
      new MutationObserver(read).observe(document.querySelector('footer'), { subtree: true, childList: true, characterData: true })
    })()`,
  )
  return () => window.page.evaluate('globalThis.badgeWords')
}

export type Row = { readonly segment: number; readonly revision: number; readonly by: string; readonly at: number }

/** Every label event of a round, in the order of the log. */
export async function recorded(served: Served, round: RoundId): Promise<Row[]> {
  const rows = await served.deps.db
    .selectFrom('label_event')
    .innerJoin('seat', 'seat.id', 'label_event.seat_id')
    .innerJoin('segment', 'segment.id', 'label_event.segment_id')
    .select(['segment.position', 'label_event.revision', 'label_event.annotator_id', 'label_event.sequence'])
    .where('seat.round_id', '=', round)
    .orderBy('label_event.sequence')
    .execute()
  return rows.map((row) => ({ segment: row.position + 1, revision: row.revision, by: row.annotator_id, at: row.sequence }))
}

/** What the browser itself writes to the console when a server is away; a person never sees it. */
const NETWORK = /WebSocket connection to|net::ERR_|Failed to load resource/

/** Errors of the page that are not the browser's report of a connection that failed. */
export function ownFaults(window: Window): string[] {
  return window.faults.filter((fault) => !NETWORK.test(fault))
}
