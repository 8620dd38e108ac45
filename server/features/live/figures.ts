import { seesVotes } from '../../../shared/live/visible-to.ts'
import type { Deps } from '../../deps.ts'
import type { Published } from '../../hub.ts'
import { inSlices } from '../../in-slices.ts'
import type { LiveAgreement } from '../agreement/index.ts'
import { listRounds } from '../assignments/index.ts'
import { readProgress } from '../overview/index.ts'
import { agreementText } from './agreement-text.ts'
import type { Connection } from './connection.ts'
import { makeRefresher } from './refresher.ts'

/** Agreement comes from counts in memory; progress is read from the tables, so it may come a little later under load. */
const AGREEMENT_PAUSE_MS = 20
const PROGRESS_PAUSE_MS = 250

/** Fresh figures for the leads of a project whenever something in a round has changed. */
export function makeFigures(deps: Deps, agreement: LiveAgreement, connections: ReadonlySet<Connection>) {
  const onError = (error: unknown) => deps.log.error({ err: error }, 'live figures failed')

  function leadsOf(projectId: string): Connection[] {
    return [...connections].filter((connection) => {
      const actor = connection.actor()
      return actor !== null && actor.projectId === projectId && seesVotes(actor)
    })
  }

  const agreements = makeRefresher(AGREEMENT_PAUSE_MS, onError, async ({ projectId, roundId }) => {
    const leads = leadsOf(projectId)
    if (leads.length === 0) return
    const fresh = await agreement.read(projectId, roundId)
    const text = await inSlices(agreementText(fresh), deps.nextTurn)
    for (const lead of leads) lead.sendText(text)
  })

  const boards = makeRefresher(PROGRESS_PAUSE_MS, onError, async ({ projectId, roundId }) => {
    const leads = leadsOf(projectId)
    if (leads.length === 0) return
    const progress = await readProgress(deps, projectId, roundId)
    for (const lead of leads) lead.send({ type: 'progress.updated', roundId: progress.roundId, progress })
  })

  return {
    onEvent({ projectId, event }: Published): void {
      const roundId = roundOf(event)
      if (roundId === null || leadsOf(projectId).length === 0) return
      if (!('decision' in event)) agreements.touch({ projectId, roundId })
      boards.touch({ projectId, roundId })
    },
    /** Somebody came or went: the boards of all open rounds show it. */
    async onPresence(projectId: string): Promise<void> {
      if (leadsOf(projectId).length === 0) return
      for (const round of await listRounds(deps.db, projectId)) if (round.state === 'open') boards.touch({ projectId, roundId: round.id })
    },
    stop(): void {
      agreements.stop()
      boards.stop()
    },
  }
}

function roundOf(event: Published['event']): string | null {
  if ('seat' in event) return event.seat.roundId
  if ('record' in event) return event.record.roundId
  if ('decision' in event) return event.decision.roundId
  return 'roundId' in event ? event.roundId : null
}
