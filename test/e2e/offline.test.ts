import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchChromium } from '../harness/chromium.ts'
import { badge, goToWork, handOut, labelNothing, ownFaults, panelOf, recorded, shortSteps, watchBadge } from '../harness/desk.ts'
import { type Served, serve } from '../harness/served.ts'
import { openWindow, type Window } from '../harness/window.ts'

const chromium = findChromium()
const COUNT = 20
const IN_ORDER = Array.from({ length: COUNT }, (_, index) => ({ segment: index + 1, revision: 1 }))

describe.skipIf(chromium === null)('labelling while the server cannot be reached', () => {
  let browser: Browser
  let served: Served
  let ann: Window

  beforeAll(async () => {
    browser = await launchChromium(chromium ?? '')
    served = await serve('trial', [
      { id: 'ann', name: 'Ann', role: 'annotator' },
      { id: 'lead', name: 'Mara', role: 'lead' },
    ])
    ann = await openWindow(browser, served, 'ann')
  })
  afterAll(async () => {
    await browser?.close()
    await served?.stop()
  })

  const written = async (round: Awaited<ReturnType<typeof handOut>>) =>
    (await recorded(served, round)).map(({ segment, revision }) => ({ segment, revision }))

  async function finish(): Promise<void> {
    await ann.page.getByLabel('Submit the trace').waitFor()
    await ann.press('y', 'Enter')
    await ann.page.getByText('Every trace of this round').first().waitFor()
  }

  it('R11: twenty segments labelled offline wait, are never called saved, and arrive once and in order', async () => {
    const round = await handOut(served, 'trial', { name: 'Offline', texts: shortSteps('Offline', COUNT) })
    await goToWork(ann, 'trial')
    await panelOf(ann, 1).waitFor()
    await badge(ann).getByText('Saved').waitFor()

    await ann.context.setOffline(true)
    await served.down()
    await badge(ann).getByText('Offline').waitFor()
    const words = await watchBadge(ann)
    await labelNothing(ann, 1, COUNT)
    await badge(ann).getByText(`Offline, ${COUNT} waiting`).waitFor()
    await ann.page.getByText('Kept on this device.').waitFor()
    await ann.press('k')
    await ann.page.getByRole('region', { name: 'Trace' }).getByText(`Step ${COUNT} of Offline.`).waitFor()
    await ann.press('j')
    await served.up()
    await badge(ann).getByText(`Offline, ${COUNT} waiting`).waitFor()
    expect((await words()).filter((word) => /saved|saving/i.test(word))).toEqual([])
    expect(await written(round)).toEqual([])

    await ann.context.setOffline(false)
    await badge(ann).getByText('Saved').waitFor()
    expect(await written(round)).toEqual(IN_ORDER)
    await finish()
  })

  it('a server that stops and starts again while somebody labels costs nothing and alarms nobody', async () => {
    const round = await handOut(served, 'trial', { name: 'Restart', texts: shortSteps('Restart', COUNT) })
    await goToWork(ann, 'trial')
    await labelNothing(ann, 1, 5)
    const down = served.down()
    await labelNothing(ann, 6, 10)
    await down
    await badge(ann).getByText('Offline').waitFor()
    const up = served.up()
    await labelNothing(ann, 11, COUNT)
    await up
    await badge(ann).getByText('Saved').waitFor()
    expect(await written(round)).toEqual(IN_ORDER)
    expect(await ann.page.locator('.toast, [role=alert], [role=alertdialog], .strip').count()).toBe(0)
    expect(ownFaults(ann)).toEqual([])
    await finish()
  })
})
