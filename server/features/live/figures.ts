import { seesVotes } from '../../../shared/live/visible-to.ts'
import type { Deps } from '../../deps.ts'
import type { Published } from '../../hub.ts'
import { readAgreement } from '../agreement/index.ts'
import { listRounds } from '../assignments/index.ts'
import { readProgress } from '../overview/index.ts'
import type { Connection } from './connection.ts'

/** Fresh figures for leads, at most one computation of a round at a time; what happens meanwhile is in the next one. */
export function makeFigures(deps: Deps, connections: ReadonlySet<Connection>) {
  const dirty = new Map<string, { projectId: string; roundId: string }>()
  let isRunning = false

  function leadsOf(projectId: string): Connection[] {
    return [...connections].filter((connection) => {
      const actor = connection.actor()
      return actor !== null && actor.projectId === projectId && seesVotes(actor)
    })
  }

  async function run(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve))
    for (let next = dirty.entries().next(); !next.done; next = dirty.entries().next()) {
      const [key, { projectId, roundId }] = next.value
      dirty.delete(key)
      const leads = leadsOf(projectId)
      if (leads.length === 0) continue
      const agreement = await readAgreement(deps.db, deps.db, projectId, roundId)
      const progress = await readProgress(deps.db, deps.db, deps.hub, projectId, roundId)
      for (const lead of leads) {
        lead.send({ type: 'agreement.updated', roundId: agreement.roundId, agreement })
        lead.send({ type: 'progress.updated', roundId: progress.roundId, progress })
      }
    }
  }

  function touch(projectId: string, roundId: string): void {
    dirty.set(`${projectId}\n${roundId}`, { projectId, roundId })
    if (isRunning) return
    isRunning = true
    run()
      .catch((error: unknown) => deps.log.error({ err: error }, 'live figures failed'))
      .finally(() => {
        isRunning = false
        const [left] = dirty.values()
        if (left) touch(left.projectId, left.roundId)
      })
  }

  return {
    onEvent({ projectId, event }: Published): void {
      const roundId = roundOf(event)
      if (roundId !== null && leadsOf(projectId).length > 0) touch(projectId, roundId)
    },
    /** Somebody came or went: the boards of all open rounds show it. */
    async onPresence(projectId: string): Promise<void> {
      if (leadsOf(projectId).length === 0) return
      for (const round of await listRounds(deps.db, projectId)) if (round.state === 'open') touch(projectId, round.id)
    },
  }
}

function roundOf(event: Published['event']): string | null {
  if ('seat' in event) return event.seat.roundId
  if ('record' in event) return event.record.roundId
  if ('decision' in event) return event.decision.roundId
  return 'roundId' in event ? event.roundId : null
}
