import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchChromium } from '../harness/chromium.ts'
import { goToWork, handOut, ownFaults, panelOf, recorded, shortSteps } from '../harness/desk.ts'
import { type Served, serve } from '../harness/served.ts'
import { openWindow } from '../harness/window.ts'

const chromium = findChromium()
const SIZE = { width: 390, height: 844 }

describe.skipIf(chromium === null)('the label screen on a telephone', () => {
  let browser: Browser
  let served: Served

  beforeAll(async () => {
    browser = await launchChromium(chromium ?? '')
    served = await serve('trial', [
      { id: 'ann', name: 'Ann', role: 'annotator' },
      { id: 'lead', name: 'Mara', role: 'lead' },
    ])
  })
  afterAll(async () => {
    await browser?.close()
    await served?.stop()
  })

  it('shows the trace, takes a mark and a value, submits segments and the trace, and needs no scrolling sideways', async () => {
    const round = await handOut(served, 'trial', { name: 'Narrow', texts: shortSteps('Narrow', 3) })
    const window = await openWindow(browser, served, 'ann', SIZE)
    const { page } = window
    await goToWork(window, 'trial')
    const submit = page.getByRole('button', { name: /^Submit and next/ })
    for (const segment of [1, 2, 3]) {
      const panel = panelOf(window, segment)
      await panel.waitFor()
      await page.getByRole('region', { name: 'Trace' }).getByText(`Step ${segment} of Narrow.`).waitFor()
      if (segment === 2) {
        await panel.getByRole('tab', { name: /^FC3/ }).click()
        await panel.getByRole('button', { name: /3\.2/ }).first().click()
        await panel.getByRole('radio', { name: /unsure/ }).click()
        await panel.getByText('Enter records 1 unsure, 13 absent').waitFor()
      } else {
        await panel.getByRole('button', { name: /^Nothing here/ }).click()
      }
      const box = await submit.boundingBox()
      expect(box, 'the button to submit lies on the screen').not.toBeNull()
      if (box) {
        expect(box.x).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width).toBeLessThanOrEqual(SIZE.width)
        expect(box.y + box.height).toBeLessThanOrEqual(SIZE.height)
      }
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(SIZE.width)
      await submit.click()
    }
    await page.getByLabel('Submit the trace').waitFor()
    await page.getByRole('radio', { name: /^yes/ }).click()
    await page.getByRole('button', { name: /^Submit trace/ }).click()
    await page.getByText('Every trace of this round').first().waitFor()
    expect((await recorded(served, round)).map((row) => row.segment)).toEqual([1, 2, 3])
    const unsure = await served.deps.db.selectFrom('label').select('vector').where('vector', 'like', '%u%').execute()
    expect(unsure).toHaveLength(1)
    expect(ownFaults(window)).toEqual([])
  })
})
