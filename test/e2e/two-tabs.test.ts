import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RoundId } from '../../shared/ids.ts'
import { findChromium, launchChromium } from '../harness/chromium.ts'
import { badge, goToWork, handOut, ownFaults, panelOf, recorded, shortSteps } from '../harness/desk.ts'
import { type Served, serve } from '../harness/served.ts'
import { openTab, openWindow, type Window } from '../harness/window.ts'

const chromium = findChromium()

describe.skipIf(chromium === null)('two tabs of one annotator', () => {
  let browser: Browser
  let served: Served
  let round: RoundId
  let first: Window
  let second: Window

  beforeAll(async () => {
    browser = await launchChromium(chromium ?? '')
    served = await serve('trial', [
      { id: 'ann', name: 'Ann', role: 'annotator' },
      { id: 'lead', name: 'Mara', role: 'lead' },
    ])
    round = await handOut(served, 'trial', { name: 'Tabs', texts: shortSteps('Tabs', 8) })
    first = await openWindow(browser, served, 'ann')
    await goToWork(first, 'trial')
    await panelOf(first, 1).waitFor()
    second = await openTab(first.context)
    await second.page.goto(first.page.url())
    await panelOf(second, 1).waitFor()
  })
  afterAll(async () => {
    await browser?.close()
    await served?.stop()
  })

  // One story: when a chapter fails, the rest cannot be told.
  let hasFailed = false
  beforeEach(({ skip, onTestFailed }) => {
    if (hasFailed) skip('an earlier chapter failed')
    onTestFailed(() => {
      hasFailed = true
    })
  })

  const submitted = (window: Window, count: number) => window.page.getByRole('contentinfo').getByText(`${count} submitted`).waitFor()
  const mutations = (window: Window) => window.sent.filter((frame) => frame.includes('"mutate"')).length
  const values = async (segment: number) => {
    const rows = await served.deps.db
      .selectFrom('label')
      .innerJoin('segment', 'segment.id', 'label.segment_id')
      .select(['label.vector', 'label.revision', 'label.detail'])
      .where('segment.position', '=', segment - 1)
      .execute()
    return rows[0]
  }

  it('R10: see each other’s submits at once, while one of them sends for both', async () => {
    await first.press('0', 'Enter')
    for (const window of [first, second]) await submitted(window, 1)
    await second.press('j', '0', 'Enter')
    for (const window of [first, second]) await submitted(window, 2)
    for (const window of [first, second]) await badge(window).getByText('Saved').waitFor()
    expect([mutations(first), mutations(second)].toSorted()).toEqual([0, 2])
    expect(await recorded(served, round)).toMatchObject([{ segment: 1 }, { segment: 2 }])
  })

  it('T37: a stale draft in the second tab meets a conflict strip, overwrites nothing, and can be taken up again', async () => {
    await panelOf(second, 3).waitFor()
    await second.press('3', '2', 'n')
    await second.page.getByRole('textbox').waitFor()
    await second.page.keyboard.type('Seen in the second tab')
    await second.press('Escape')
    await first.press('j')
    await panelOf(first, 3).waitFor()
    await first.press('0', 'Enter')
    for (const window of [first, second]) await submitted(window, 3)
    await panelOf(second, 3).getByText('correction, not submitted').waitFor()

    await second.press('Enter')
    for (const window of [first, second]) {
      await window.page.getByText('Segment 3 was changed in another window.').waitFor()
      await badge(window).getByText('Conflict').waitFor()
    }
    expect(await values(3)).toMatchObject({ vector: 'a'.repeat(14), revision: 1 })

    await second.press('m')
    await panelOf(second, 3).waitFor()
    await panelOf(second, 3).getByText('Seen in the second tab').waitFor()
    await second.press('Enter')
    for (const window of [first, second]) await badge(window).getByText('Saved').waitFor()
    await expect.poll(() => values(3)).toMatchObject({ revision: 2, detail: expect.stringContaining('Seen in the second tab') })
    expect((await values(3))?.vector).toContain('p')
    for (const window of [first, second]) expect(await window.page.locator('.strip').count()).toBe(0)
  })

  it('a draft outlives the submit of another tab, also when its own tab is loaded anew', async () => {
    await panelOf(second, 4).waitFor()
    await second.press('2', '1')
    await panelOf(first, 4).waitFor()
    await first.press('0', 'Enter')
    await submitted(second, 4)
    await panelOf(second, 4).getByText('correction, not submitted').waitFor()
    await second.page.reload()
    await panelOf(second, 5).waitFor()
    await second.press('k')
    await panelOf(second, 4).getByText('correction, not submitted').waitFor()
    await second.press('Enter')
    await second.page.getByText('Segment 4 was changed in another window.').waitFor()
    await second.press('x')
    for (const window of [first, second]) await badge(window).getByText('Saved').waitFor()
    expect(await values(4)).toMatchObject({ vector: 'a'.repeat(14), revision: 1 })
  })

  it('the same draft, open in both tabs, is submitted once and is then a draft in neither', async () => {
    await panelOf(second, 5).waitFor()
    await second.press('1', '1')
    await panelOf(second, 5).getByText('draft').waitFor()
    await first.page.reload()
    await panelOf(first, 5).getByText('draft').waitFor()
    await first.press('Enter')
    await submitted(second, 5)
    await panelOf(second, 5).getByText('submitted', { exact: true }).waitFor()
    await second.press('Enter')
    await panelOf(second, 6).waitFor()
    for (const window of [first, second]) await badge(window).getByText('Saved').waitFor()
    expect(await values(5)).toMatchObject({ revision: 1 })
  })

  it('the other tab goes on sending when the one that sent is closed', async () => {
    await first.page.close()
    await second.press('0', 'Enter')
    await submitted(second, 6)
    await badge(second).getByText('Saved').waitFor()
    expect((await recorded(served, round)).filter((row) => row.segment === 6)).toHaveLength(1)
    expect([...ownFaults(first), ...ownFaults(second)]).toEqual([])
  })
})
