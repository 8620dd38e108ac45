import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoundId } from '../../shared/ids.ts'
import { findChromium, launchChromium } from '../harness/chromium.ts'
import { badge, goToWork, handOut, labelNothing, ownFaults, panelOf, shortSteps } from '../harness/desk.ts'
import { type Served, serve } from '../harness/served.ts'
import { openTab, openWindow, type Window } from '../harness/window.ts'

const chromium = findChromium()

describe.skipIf(chromium === null)('a page that is loaded anew', () => {
  let browser: Browser
  let served: Served
  let round: RoundId
  let ann: Window

  beforeAll(async () => {
    browser = await launchChromium(chromium ?? '')
    served = await serve('trial', [
      { id: 'ann', name: 'Ann', role: 'annotator' },
      { id: 'lead', name: 'Mara', role: 'lead' },
    ])
    await handOut(served, 'trial', { name: 'Other', texts: shortSteps('Other', 2) })
    round = await handOut(served, 'trial', { name: 'Reload', texts: shortSteps('Reload', 6) })
    ann = await openWindow(browser, served, 'ann')
    await goToWork(ann, 'trial')
  })
  afterAll(async () => {
    await browser?.close()
    await served?.stop()
  })

  const leases = async () => {
    const rows = await served.deps.db.selectFrom('event').select('type').where('type', '=', 'seat.leased').execute()
    return rows.length
  }

  it('T52: five times, shows the same seat and the same segment, and takes no lease', async () => {
    await labelNothing(ann, 1, 2)
    await ann.page.getByLabel('Submit the trace').waitFor()
    await ann.press('y', 'Enter')
    await labelNothing(ann, 1, 2)
    await badge(ann).getByText('Saved').waitFor()
    const url = ann.page.url()
    expect(await leases()).toBe(2)
    for (let time = 0; time < 5; time++) {
      await ann.page.reload()
      await panelOf(ann, 3).waitFor()
      await ann.page.getByRole('heading', { name: 'Reload' }).waitFor()
      expect(ann.page.url()).toBe(url)
    }
    expect(await leases()).toBe(2)
    const seats = await served.deps.db.selectFrom('seat').select(['annotator_id', 'epoch']).where('round_id', '=', round).execute()
    expect(seats).toEqual([{ annotator_id: 'ann', epoch: 1 }])
  })

  it('T42: has the draft as it was left, with a note that was still being typed, also after its tab was closed', async () => {
    await ann.press('3', '2', 'u', 'n')
    await ann.page.getByRole('textbox').waitFor()
    await ann.page.keyboard.type('Says it is done, and nobody looked')
    await ann.page.reload()
    await panelOf(ann, 3).getByText('draft').waitFor()
    await panelOf(ann, 3).getByText('Enter records 1 unsure, 13 absent').waitFor()
    const url = ann.page.url()
    await ann.page.close()

    const again = await openTab(ann.context)
    await again.page.goto(url)
    await panelOf(again, 3).getByText('draft').waitFor()
    await again.press('Enter')
    await panelOf(again, 4).waitFor()
    await badge(again).getByText('Saved').waitFor()
    const rows = await served.deps.db.selectFrom('label').select(['vector', 'detail']).where('vector', 'like', '%u%').execute()
    expect(rows).toMatchObject([{ detail: expect.stringContaining('Says it is done, and nobody looked') }])
    expect([...ownFaults(ann), ...ownFaults(again)]).toEqual([])
  })
})
