import { AxeBuilder } from '@axe-core/playwright'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchChromium } from '../harness/chromium.ts'
import { badge, goToWork, handOut, ownFaults, panelOf, shortSteps } from '../harness/desk.ts'
import { type Served, serve } from '../harness/served.ts'
import { openWindow, type Window } from '../harness/window.ts'

const chromium = findChromium()

/** The lead's pages, and what stands on each once it is drawn. */
const PAGES: readonly { readonly name: string; readonly path: string; readonly shows: string }[] = [
  { name: 'home', path: '', shows: 'Axe' },
  { name: 'traces', path: '/traces', shows: 'Axe' },
  { name: 'agreement', path: '/agreement', shows: 'Pooled Cohen’s κ' },
  { name: 'adjudicate', path: '/adjudicate', shows: '0 of 2 cells settled' },
  { name: 'gold', path: '/gold', shows: 'gold.jsonl' },
  { name: 'import', path: '/import', shows: 'Import' },
]

describe.skipIf(chromium === null)('T89: what a screen reader and tired eyes find', () => {
  let browser: Browser
  let served: Served

  beforeAll(async () => {
    browser = await launchChromium(chromium ?? '')
    served = await serve('trial', [
      { id: 'ann', name: 'Ann', role: 'annotator' },
      { id: 'bob', name: 'Bob', role: 'annotator' },
      { id: 'cat', name: 'Cat', role: 'annotator' },
      { id: 'lead', name: 'Mara', role: 'lead' },
    ])
    await handOut(served, 'trial', { name: 'Axe', texts: shortSteps('Axe', 4), overlap: 3 })
    for (const [person, marks] of [
      ['ann', ['32', '0', '0', '0']],
      ['bob', ['0', '33', '0', '0']],
    ] as const) {
      const window = await openWindow(browser, served, person)
      await goToWork(window, 'trial')
      for (const [index, keys] of marks.entries()) {
        await panelOf(window, index + 1).waitFor()
        await window.press(...keys, 'Enter')
      }
      await window.page.getByLabel('Submit the trace').waitFor()
      await window.press('y', 'Enter')
      await window.page.getByText('Every trace of this round').first().waitFor()
      await window.context.close()
    }
  })
  afterAll(async () => {
    await browser?.close()
    await served?.stop()
  })

  async function faultsOf(window: Window): Promise<string[]> {
    const { violations } = await new AxeBuilder({ page: window.page }).setLegacyMode(true).analyze()
    return violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html} ${node.failureSummary ?? ''}`))
  }

  describe.each([
    { colours: 'light', dark: false },
    { colours: 'dark', dark: true },
  ])('in $colours colours', ({ dark }) => {
    it('the label screen, untouched, with a mark and a note, with its keys shown, and at its review', async () => {
      const window = await openWindow(browser, served, 'cat', { dark })
      await goToWork(window, 'trial')
      await panelOf(window, 1).waitFor()
      await badge(window).getByText('Saved').waitFor()
      expect(await faultsOf(window)).toEqual([])
      await window.press('3', '2', 'n')
      await window.page.getByRole('textbox').waitFor()
      expect(await faultsOf(window)).toEqual([])
      await window.press('Escape', '3', '2', '?')
      await window.page.getByRole('dialog').waitFor()
      expect(await faultsOf(window)).toEqual([])
      await window.press('Escape')
      await window.page.getByRole('dialog').waitFor({ state: 'hidden' })
      await window.press('j', 'j', 'j', 'j')
      await window.page.getByLabel('Submit the trace').waitFor()
      expect(await faultsOf(window)).toEqual([])
      expect(ownFaults(window)).toEqual([])
      await window.context.close()
    })

    it('the pages of a lead: home, traces, agreement, adjudicate, gold and import', async () => {
      const window = await openWindow(browser, served, 'lead', { dark })
      const found: Record<string, string[]> = {}
      for (const { name, path, shows } of PAGES) {
        await window.page.goto(`http://lead.localhost:${served.port}/p/trial${path}`)
        await window.page.locator('main').getByText(shows).first().waitFor()
        found[name] = await faultsOf(window)
      }
      expect(found).toEqual(Object.fromEntries(PAGES.map(({ name }) => [name, []])))
      expect(ownFaults(window)).toEqual([])
      await window.context.close()
    })
  })
})
