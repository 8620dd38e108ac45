import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchChromium } from '../harness/chromium.ts'
import { badge, goToWork, handOut, labelNothing, ownFaults, panelOf, recorded, shortSteps } from '../harness/desk.ts'
import { type Served, serve } from '../harness/served.ts'
import { openWindow } from '../harness/window.ts'

const chromium = findChromium()

describe.skipIf(chromium === null)('a session that ends while its owner is offline', () => {
  let browser: Browser
  let served: Served

  beforeAll(async () => {
    browser = await launchChromium(chromium ?? '')
    served = await serve('trial', [
      { id: 'ann', name: 'Ann', role: 'annotator' },
      { id: 'bob', name: 'Bob', role: 'annotator' },
      { id: 'lead', name: 'Mara', role: 'lead' },
    ])
  })
  afterAll(async () => {
    await browser?.close()
    await served?.stop()
  })

  /** A link for the person that opens on the host name of Ann's browser, where her outbox is. */
  const linkHere = async (person: string) => (await served.linkFor(person)).replace(`//${person}.`, '//ann.')

  it('R12: keeps the outbox; another user neither sends nor deletes it; the same user sends it', async () => {
    const round = await handOut(served, 'trial', { name: 'Ended', texts: shortSteps('Ended', 8), overlap: 2 })
    const by = async (person: string) => (await recorded(served, round)).filter((row) => row.by === person).map((row) => row.segment)
    const window = await openWindow(browser, served, 'ann')
    const { page, context } = window
    await goToWork(window, 'trial')
    await panelOf(window, 1).waitFor()
    await context.setOffline(true)
    await served.down()
    await badge(window).getByText('Offline').waitFor()
    await labelNothing(window, 1, 4)
    await badge(window).getByText('Offline, 4 waiting').waitFor()
    await served.up()
    await served.deps.writer.write(({ trx }) =>
      trx.updateTable('session').set({ revoked_at: new Date().toISOString() }).where('account_id', '=', 'ann').execute(),
    )
    await context.setOffline(false)
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor()

    await page.goto(await linkHere('bob'))
    await panelOf(window, 1).waitFor()
    await badge(window).getByText('Saved').waitFor()
    await labelNothing(window, 1, 2)
    await panelOf(window, 3).waitFor()
    await expect.poll(() => by('bob')).toEqual([1, 2])
    expect(await by('ann')).toEqual([])

    await page.goto(await linkHere('ann'))
    await panelOf(window, 5).waitFor()
    await badge(window).getByText('Saved').waitFor()
    await expect.poll(() => by('ann')).toEqual([1, 2, 3, 4])
    expect(await by('bob')).toEqual([1, 2])
    expect(ownFaults(window)).toEqual([])
    await context.close()
  })
})
