/** What people do: they look at what their screen shows, and act on that. */
import { must } from '../../shared/assert.ts'
import type { SeatView } from '../../shared/assignments/seat.ts'
import { mast14 } from '../../shared/codebooks/mast-14.ts'
import { type RoundId, SegmentId } from '../../shared/ids.ts'
import type { SegmentLabels } from '../../shared/labels/label.ts'
import type { Mutation } from '../../shared/live/mutations.ts'
import { recordKey } from '../../shared/live/reduce.ts'
import { codebook, labels } from '../harness/traces.ts'
import type { Browser, Tab } from './browser.ts'
import { canary } from './canary.ts'
import type { Chance } from './chance.ts'
import type { Ledger } from './ledger.ts'
import type { Network } from './network.ts'
import type { SimServer } from './server.ts'

export type Office = {
  readonly roundId: RoundId
  readonly network: Network
  readonly server: SimServer
  readonly ledger: Ledger
}

const MODE = must(mast14.modes[0], 'a mode').id

/** One act of an annotator in one of their tabs. */
export function annotate(office: Office, chance: Chance, browser: Browser, tab: Tab): void {
  const seat = Object.values(tab.session.store.view().seats).find((one) => one.state === 'leased' && one.annotatorId === tab.person.id)
  tab.hold(seat?.id ?? null)
  if (seat) tab.mutate(nextAct(office, chance, tab, seat))
  else askForWork(office, browser, tab)
}

/** Mostly the next open segment; now and then a correction, a "later", a skip, or a trace submitted too early. */
function nextAct(office: Office, chance: Chance, tab: Tab, { id: seatId, epoch, traceId }: SeatView): Mutation {
  const shown = tab.session.store.view().records
  const segments = office.ledger.segmentsOf(traceId).map((id) => SegmentId.parse(id))
  const records = segments.map((segmentId) => ({ segmentId, record: shown[recordKey(seatId, segmentId)] }))
  const open = records.filter(({ record }) => record?.state !== 'submitted')
  const whim = chance.number()
  if (whim < 0.04) return { type: 'seat.skip', seatId, epoch, note: canary(tab.person.id) }
  if (whim < (open.length === 0 ? 0.6 : 0.06)) return { type: 'trace.submit', seatId, epoch, taskCompleted: chance.happens(0.5) }
  const { segmentId, record } = chance.pick(open.length > 0 && whim < 0.8 ? open : records)
  if (whim > 0.92) return { type: 'segment.defer', seatId, epoch, segmentId }
  return { type: 'segment.submit', seatId, epoch, segmentId, codebook, baseRevision: record?.revision ?? 0, labels: answer(tab, chance) }
}

function answer(tab: Tab, chance: Chance): SegmentLabels {
  const value = chance.pick(['present', 'absent', 'unsure', 'not_applicable'] as const)
  const notes = { [MODE]: canary(tab.person.id) }
  return labels({ [MODE]: value }, { notes, decisive: chance.happens(0.1), bulk: chance.happens(0.1) })
}

function askForWork({ network, server, roundId }: Office, browser: Browser, tab: Tab): void {
  const token = browser.token()
  if (token === null) return
  network.request(
    tab.actor,
    () => server.takeSeat(token, roundId),
    (answer) => {
      if (answer.kind === 'seat') tab.hold(answer.seat.id)
    },
  )
}

/** One act of the lead, on what the board shows. */
export function lead({ ledger, roundId }: Office, chance: Chance, tab: Tab): void {
  const seats = ledger.seats()
  const leased = seats.filter((seat) => seat.state === 'leased')
  const submitted = seats.filter((seat) => seat.state === 'submitted')
  const late = ledger.lateLeases()
  const whim = chance.number()
  if (whim < 0.25 && leased.length > 0) {
    const { id: seatId, epoch } = chance.pick(leased)
    tab.mutate({ type: 'seat.hand_back', seatId, epoch, note: canary(tab.person.id) })
  } else if (whim < 0.6 && submitted.length > 0) {
    const { id: seatId, epoch } = chance.pick(submitted)
    tab.mutate({ type: 'trace.reopen', seatId, epoch, note: canary(tab.person.id) })
  } else if (whim < 0.85 && late.length > 0) {
    const { seatId, epoch } = chance.pick(late)
    tab.mutate({ type: 'late.decide', seatId, epoch, verdict: chance.pick(['accepted', 'refused'] as const) })
  } else if (whim > 0.96) {
    tab.mutate({ type: 'round.reveal', roundId })
  } else if (whim > 0.9) {
    tab.mutate({ type: 'round.widen', roundId, overlap: ledger.overlap() + 1 })
  }
}
