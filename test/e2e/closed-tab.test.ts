import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoundId } from '../../shared/ids.ts'
import { findChromium, launchChromium, openProfile } from '../harness/chromium.ts'
import { badge, goToWork, handOut, labelNothing, ownFaults, panelOf, recorded, shortSteps } from '../harness/desk.ts'
import { type Served, serve } from '../harness/served.ts'
import { openTab, openWindow } from '../harness/window.ts'

const chromium = findChromium()

describe.skipIf(chromium === null)('R1: a label that was typed, when the tab goes before the server has answered', () => {
  let served: Served
  let round: RoundId

  beforeAll(async () => {
    served = await serve('trial', [
      { id: 'ann', name: 'Ann', role: 'annotator' },
      { id: 'bob', name: 'Bob', role: 'annotator' },
      { id: 'lead', name: 'Mara', role: 'lead' },
    ])
    round = await handOut(served, 'trial', { name: 'Closed', texts: shortSteps('Closed', 12), overlap: 2 })
  })
  afterAll(async () => {
    await served?.stop()
  })

  const by = async (person: string) => (await recorded(served, round)).filter((row) => row.by === person).map((row) => row.segment)
  const through = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

  it('arrives once when the page is opened again', async () => {
    const browser: Browser = await launchChromium(chromium ?? '')
    try {
      const before = await openWindow(browser, served, 'ann')
      await goToWork(before, 'trial')
      await panelOf(before, 1).waitFor()
      await served.down()
      await badge(before).getByText('Offline').waitFor()
      await labelNothing(before, 1, 5)
      await badge(before).getByText('Offline, 5 waiting').waitFor()
      const url = before.page.url()
      await before.page.close()
      await served.up()
      expect(await by('ann')).toEqual([])

      const after = await openTab(before.context)
      await after.page.goto(url)
      await panelOf(after, 6).waitFor()
      await badge(after).getByText('Saved').waitFor()
      expect(await by('ann')).toEqual(through(5))

      // And with the key still under the finger: submitted and closed in the same moment, while the server is there.
      await after.press('0', 'Enter')
      await after.page.close()
      const last = await openTab(before.context)
      await last.page.goto(url)
      await last.page.getByRole('contentinfo').waitFor()
      await panelOf(last, 7).or(panelOf(last, 6)).waitFor()
      if (await panelOf(last, 6).isVisible()) {
        // The act had not yet reached the disk: then its draft has.
        await panelOf(last, 6).getByText('draft').waitFor()
        await last.press('Enter')
      }
      await panelOf(last, 7).waitFor()
      await badge(last).getByText('Saved').waitFor()
      expect(await by('ann')).toEqual(through(6))
      expect([...ownFaults(before), ...ownFaults(after), ...ownFaults(last)]).toEqual([])
    } finally {
      await browser.close()
    }
  })

  it('arrives once when the whole browser was killed with SIGKILL and is started again', async () => {
    const profile = mkdtempSync(join(tmpdir(), 'touchstone-profile-'))
    try {
      const before = await openProfile(chromium ?? '', profile)
      const window = await openTab(before.context)
      await window.page.goto(await served.linkFor('bob'))
      await panelOf(window, 1).waitFor()
      await labelNothing(window, 1, 2)
      await badge(window).getByText('Saved').waitFor()
      await served.down()
      await badge(window).getByText('Offline').waitFor()
      await labelNothing(window, 3, 7)
      await badge(window).getByText('Offline, 5 waiting').waitFor()
      await before.kill()
      await served.up()
      expect(await by('bob')).toEqual([1, 2])

      const again = await openProfile(chromium ?? '', profile)
      try {
        const after = await openTab(again.context)
        // A browser writes its cookies down only now and then, so that who was killed may have to sign in again.
        await after.page.goto(await served.linkFor('bob'))
        await panelOf(after, 8).waitFor()
        await badge(after).getByText('Saved').waitFor()
        expect(await by('bob')).toEqual(through(7))
        expect(ownFaults(after)).toEqual([])
      } finally {
        await again.context.close()
      }
    } finally {
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    }
  })
})
