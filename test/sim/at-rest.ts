/** What must hold when nothing is under way any more: nothing lost, nothing doubled, and everybody sees the same. */

import { decodeVector } from '../../server/features/labels/index.ts'
import { canonicalJson } from '../../server/hash.ts'
import { mast14 } from '../../shared/codebooks/mast-14.ts'
import { type Act, type Browser, short, type Tab } from './browser.ts'
import { type LabelRow, type Ledger, labelKey, promise } from './ledger.ts'
import type { Wiretap } from './wiretap.ts'

type Scene = {
  readonly browsers: readonly Browser[]
  readonly ledger: Ledger
  readonly wiretap: Wiretap
  /** Nobody has worked in two places at once: then no act can have been overtaken by another. */
  readonly isOnePlaceEach: boolean
}

export async function checkAtRest(scene: Scene): Promise<void> {
  checkAcknowledged(scene)
  for (const browser of scene.browsers) {
    await checkActs(browser, scene)
    for (const tab of browser.tabs()) checkScreen(tab, scene.ledger)
  }
  checkProjection(scene.ledger)
}

function checkAcknowledged({ ledger, wiretap }: Scene): void {
  for (const one of wiretap.acknowledged()) {
    const [userId = '', mutationId = ''] = one.split(' ')
    promise(ledger.hasMutation(userId, mutationId), `${short(mutationId)} of ${userId} was acknowledged and is gone`)
  }
}

/** Each act that was kept is in the log once, or its person is told why not. */
async function checkActs(browser: Browser, { ledger, isOnePlaceEach }: Scene): Promise<void> {
  const users = new Set(browser.acts.map((act) => act.userId))
  for (const userId of users) {
    const rejected = new Map((await browser.rejected(userId)).map((one) => [one.mutationId, one.code]))
    const isHere = browser.tabs().some((tab) => tab.person.id === userId)
    const waiting = await browser.waiting(userId)
    promise(!isHere || waiting === 0, `${waiting} acts of ${userId} lie on the disk of ${browser.name} and nobody sends them`)
    const left = new Set(isHere ? [] : await browser.waitingIds(userId))
    for (const act of browser.acts.filter((one) => one.userId === userId)) {
      const code = rejected.get(act.mutationId)
      const isThere = ledger.hasMutation(userId, act.mutationId)
      promise(isThere || code !== undefined || left.has(act.mutationId), `${describe(act)} was kept, and is neither recorded nor refused`)
      promise(
        !(isOnePlaceEach && act.mutation.type === 'segment.submit' && code === 'revision_conflict'),
        `${describe(act)} is said to conflict, and nobody else could have changed it`,
      )
      promise(!(isThere && code !== undefined), `${describe(act)} is recorded, and its person was told that it was refused (${code})`)
      const events = ledger.labelEventsOf(userId, act.mutationId)
      promise(events <= 1, `${describe(act)} is recorded ${events} times`)
      if (act.mutation.type === 'segment.submit')
        promise(events === (isThere ? 1 : 0), `${describe(act)} was taken and made ${events} label events`)
    }
  }
}

function describe(act: Act): string {
  return `${act.mutation.type} ${short(act.mutationId)} of ${act.userId}`
}

/** What a tab shows is what the server holds: all seats of its person, and in those in hand every record. */
function checkScreen(tab: Tab, ledger: Ledger): void {
  const { store } = tab.session
  const name = tab.actor.name
  promise(
    store.pending().length === 0,
    `${name} still shows ${store
      .pending()
      .map((one) => `${one.mutation.type} ${short(one.mutationId)}`)
      .join(', ')} as on its way`,
  )
  if (tab.person.role === 'lead') return
  const mine = ledger.seats().filter((seat) => seat.annotator_id === tab.person.id)
  const shown = Object.values(store.view().seats)
  const line = (seat: { id: string; state: string; epoch: number }) => `${seat.id} ${seat.state} ${seat.epoch}`
  promise(
    shown.map(line).toSorted().join(', ') === mine.map(line).toSorted().join(', '),
    `${name} shows the seats [${shown.map(line).toSorted().join(', ')}] and holds [${mine.map(line).toSorted().join(', ')}]`,
  )
  const records = Object.values(store.view().records)
  for (const record of records) {
    const held = ledger.records().get(labelKey(record))
    promise(
      held !== undefined && canonicalJson(held) === canonicalJson(record),
      `${name} shows of ${labelKey(record)} ${canonicalJson(record)} and the log has ${canonicalJson(held ?? null)}`,
    )
  }
  const inHand = new Set(mine.filter((seat) => seat.state === 'leased').map((seat) => seat.id))
  for (const [key, record] of ledger.records()) {
    if (record.annotatorId !== tab.person.id || !inHand.has(record.seatId)) continue
    promise(
      records.some((one) => labelKey(one) === key),
      `${name} does not show ${key}`,
    )
  }
}

/** The current labels equal what the log alone gives. */
function checkProjection(ledger: Ledger): void {
  const rows = new Map(
    ledger.labelRows().map((row) => [labelKey({ seatId: row.seat_id, annotatorId: row.annotator_id, segmentId: row.segment_id }), row]),
  )
  promise(rows.size === ledger.records().size, `${rows.size} labels stand where the log gives ${ledger.records().size}`)
  for (const [key, record] of ledger.records()) {
    const row = rows.get(key)
    const expected = {
      state: record.state,
      labels: record.labels,
      revision: record.revision,
      late: record.late,
      exposed: record.exposed,
      at: record.at,
    }
    promise(row !== undefined && canonicalJson(toRecord(row)) === canonicalJson(expected), `the label ${key} is not what the log gives`)
  }
}

function toRecord(row: LabelRow) {
  const labels =
    row.vector === null ? null : { values: decodeVector(mast14, row.vector), ...JSON.parse(row.detail ?? '{}'), ...flagsOf(row) }
  return { state: row.state, labels, revision: row.revision, late: row.is_late === 1, exposed: row.is_exposed === 1, at: row.at }
}

function flagsOf(row: LabelRow) {
  return { decisive: row.is_decisive === 1, bulk: row.is_bulk === 1 }
}
