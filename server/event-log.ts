/** The project's event log: one numbered line per thing that happened, appended in the transaction that made it happen. */
import type { Kysely } from 'kysely'
import { must } from '../shared/assert.ts'
import { groupBy } from '../shared/group-by.ts'
import type { LiveEvent } from '../shared/live/events.ts'
import { SAID_TO_ALL, subjectOf } from '../shared/live/visible-to.ts'
import type { Database } from './db/database.ts'
import { insertRows } from './db/insert-rows.ts'
import { nextSequences } from './db/sequence.ts'
import type { Write } from './db/writer.ts'
import type { Deps } from './deps.ts'

type Occurrence = { projectId: string; event: LiveEvent; actorId: string | null; at: string }

/** Label and decision events are written in full to tables of their own; the log holds their place only. */
function isKeptElsewhere(event: LiveEvent): boolean {
  return 'record' in event || 'decision' in event
}

/** Appends the event, and tells the hub once it is durable. Gives the event's sequence. */
export async function recordEvent(deps: Pick<Deps, 'hub'>, write: Write, occurrence: Occurrence): Promise<number> {
  const [sequence] = await recordEvents(deps, write, [occurrence])
  return must(sequence, 'a sequence for the event')
}

/** Appends events in order, and tells the hub of each once they are durable. Gives their sequences. */
export async function recordEvents(deps: Pick<Deps, 'hub'>, write: Write, occurrences: readonly Occurrence[]): Promise<number[]> {
  const nextOf = new Map<string, number>()
  for (const [projectId, of] of groupBy(occurrences, (occurrence) => occurrence.projectId)) {
    nextOf.set(projectId, await nextSequences(write.trx, projectId, of.length))
  }
  const sequences = occurrences.map(({ projectId }) => {
    const sequence = nextOf.get(projectId) ?? 0
    nextOf.set(projectId, sequence + 1)
    return sequence
  })
  await insertRows(
    write.trx,
    'event',
    occurrences.map(({ projectId, event, actorId, at }, index) => ({
      project_id: projectId,
      sequence: sequences[index] ?? 0,
      type: event.type,
      body: isKeptElsewhere(event) ? null : JSON.stringify(event),
      actor_id: actorId,
      subject_id: subjectOf(event),
      at,
    })),
  )
  write.afterCommit(() => {
    for (const [index, { projectId, event }] of occurrences.entries())
      deps.hub.publish({ projectId, sequence: sequences[index] ?? 0, event })
  })
  return sequences
}

export type LoggedEvent = { readonly sequence: number; readonly event: LiveEvent }

type Filter = { after: number; subject: string | null; limit: number }

/** Events after a sequence, oldest first; with a subject, only those about that annotator and those about the round as a whole. */
export async function listEvents(db: Kysely<Database>, projectId: string, filter: Filter): Promise<LoggedEvent[]> {
  const rows = await db
    .selectFrom('event')
    .leftJoin('label_event', (join) =>
      join.onRef('label_event.project_id', '=', 'event.project_id').onRef('label_event.sequence', '=', 'event.sequence'),
    )
    .leftJoin('decision_event', (join) =>
      join.onRef('decision_event.project_id', '=', 'event.project_id').onRef('decision_event.sequence', '=', 'event.sequence'),
    )
    .select([
      'event.sequence',
      'event.type',
      'event.body',
      'label_event.record',
      'label_event.mutation_id as label_mutation_id',
      'decision_event.record as decision',
      'decision_event.mutation_id as decision_mutation_id',
    ])
    .where('event.project_id', '=', projectId)
    .where('event.sequence', '>', filter.after)
    .$if(filter.subject !== null, (query) => query.where(aboutViewer(filter.subject)))
    .orderBy('event.sequence')
    .limit(filter.limit)
    .execute()
  return rows.map((row) => ({ sequence: row.sequence, event: toEvent(row) }))
}

function aboutViewer(subject: string | null) {
  return (eb: import('kysely').ExpressionBuilder<Database, 'event'>) =>
    eb.or([eb('event.subject_id', '=', subject), eb('event.type', 'in', [...SAID_TO_ALL])])
}

/** The last event a viewer could have seen; with a subject as in `listEvents`. 0 = none. */
export async function lastSequence(db: Kysely<Database>, projectId: string, subject: string | null): Promise<number> {
  if (subject === null) {
    const row = await db.selectFrom('project').select('last_sequence').where('id', '=', projectId).executeTakeFirst()
    return row?.last_sequence ?? 0
  }
  const row = await db
    .selectFrom('event')
    .select((eb) => eb.fn.max('sequence').as('last'))
    .where('project_id', '=', projectId)
    .where(aboutViewer(subject))
    .executeTakeFirst()
  return row?.last ?? 0
}

type Row = {
  type: string
  body: string | null
  record: string | null
  decision: string | null
  label_mutation_id: string | null
  decision_mutation_id: string | null
}

function toEvent(row: Row): LiveEvent {
  if (row.body !== null) return JSON.parse(row.body)
  if (row.record !== null) return { type: row.type, mutationId: row.label_mutation_id, record: JSON.parse(row.record) } as LiveEvent
  if (row.decision !== null)
    return { type: row.type, mutationId: row.decision_mutation_id, decision: JSON.parse(row.decision) } as LiveEvent
  throw new Error(`The log holds a ${row.type} event without its content.`)
}
