import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mast14 } from '../../shared/codebooks/mast-14.ts'
import { GoldRecord } from '../../shared/gold/gold-record.ts'
import { findChromium, launchChromium, NO_CHROMIUM } from '../harness/chromium.ts'
import { type Served, serve } from '../harness/served.ts'
import { openWindow, type Window } from '../harness/window.ts'

const chromium = findChromium()
if (chromium === null) console.warn(NO_CHROMIUM)

const PEOPLE = [
  { id: 'ann', name: 'Ann Okoye', role: 'annotator' },
  { id: 'bob', name: 'Bob Lindqvist', role: 'annotator' },
  { id: 'lead', name: 'Mara Stein', role: 'lead' },
] as const

/** Written by Bob only; must not reach Ann before she is done. */
const CANARY = 'canary-of-bob-7f3a'

/** What each says per segment of the six of the trace: keys of modes, nothing = "0". */
const ANN = [[], ['32'], [], ['33'], [], []]
const BOB = [[], ['32'], [], ['32'], [], ['33']]

const SHOTS = join(import.meta.dirname, 'screenshots')

describe.skipIf(chromium === null)('the main story, by keyboard, in three windows', () => {
  let browser: Browser
  let served: Served
  let ann: Window
  let bob: Window
  let lead: Window

  beforeAll(async () => {
    mkdirSync(SHOTS, { recursive: true })
    browser = await launchChromium(chromium ?? '')
    served = await serve('trial', PEOPLE)
    ;[ann, bob, lead] = await Promise.all([
      openWindow(browser, served, 'ann'),
      openWindow(browser, served, 'bob'),
      openWindow(browser, served, 'lead'),
    ])
  })
  afterAll(async () => {
    await browser?.close()
    await served?.stop()
  })

  // One story: when a chapter fails, the rest cannot be told.
  let hasFailed = false
  beforeEach(({ skip, onTestFailed }) => {
    if (hasFailed) skip('an earlier chapter failed')
    onTestFailed(async () => {
      hasFailed = true
      for (const [name, window] of Object.entries({ ann, bob, lead })) await shot(window, `failed-${name}`)
    })
  })

  const shot = (window: Window, name: string) => window.page.screenshot({ path: join(SHOTS, `${name}.png`) })

  it('imports a dropped file and hands it out to two annotators', async () => {
    const { page } = lead
    await page.goto(`http://lead.localhost:${served.port}/p/trial/import`)
    const file = join(import.meta.dirname, 'six-turns.trace.json')
    await page.locator('input[type=file]').first().setInputFiles(file)
    await page.getByRole('button', { name: /Import 1 trace/ }).waitFor()
    await lead.press('Control+Enter')
    await page.getByText('Written.', { exact: true }).first().waitFor()
    await shot(lead, 'import')

    await page.goto(`http://lead.localhost:${served.port}/p/trial`)
    await page
      .getByRole('button', { name: /New round/ })
      .first()
      .focus()
    await lead.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await dialog.getByLabel('Name').focus()
    await lead.press('Control+a')
    await page.keyboard.type('First round')
    await dialog.getByRole('checkbox', { name: /Returned parcels/ }).focus()
    await lead.press('Space')
    await dialog.getByRole('button', { name: 'Make the round' }).focus()
    await lead.press('Enter')
    await page.getByText('First round').first().waitFor()
  })

  async function label(window: Window, plan: readonly (readonly string[])[], note?: string): Promise<void> {
    for (const [index, codes] of plan.entries()) {
      await window.page.getByLabel(`Labels for segment ${index + 1}`).waitFor()
      if (codes.length === 0) await window.press('0')
      for (const code of codes) await window.press(...code)
      if (note !== undefined && codes.length > 0) {
        await window.press('n')
        await window.page.getByRole('textbox').first().waitFor()
        await window.page.keyboard.type(note)
        await window.press('Escape')
      }
      await window.press('Enter')
    }
    await window.page.getByLabel('Submit the trace').waitFor()
  }

  it('lets both label the trace and differ, and shows Ann nothing of Bob before she is done', async () => {
    for (const window of [ann, bob]) await window.page.goto(new URL('/p/trial/annotate', window.page.url()).href)
    await bob.page.getByLabel('Labels for segment 1').waitFor()
    await shot(bob, 'label')
    // Bob first and completely, so that everything of his could have leaked while Ann is still at work.
    await label(bob, BOB, CANARY)
    await shot(bob, 'review')
    await bob.press('n', 'Enter')
    await bob.page.getByText('Every trace of this round').waitFor()

    await label(ann, ANN)
    const text = ann.received.join('\n')
    expect(text, 'what reached Ann was written down').toContain('Returned parcels, six turns')
    expect(text).toContain('welcome')
    for (const trace of [CANARY, 'bob', 'Lindqvist']) expect(text).not.toContain(trace)
  })

  it("moves kappa on the lead's screen without a reload, to the value computed by hand", async () => {
    const { page } = lead
    await page.goto(`http://lead.localhost:${served.port}/p/trial/agreement`)
    await page.getByText('Pooled Cohen’s κ').first().waitFor()
    // 3.2: both 1, only Bob 1, neither 4, so po = 5/6, pe = 22/36 and kappa = 8/14. 3.3: only Ann 1, only Bob 1, neither 4, so kappa = -2/10.
    // Over 14 modes (De Vries): 1 - (1/6 + 2/6) / (14/36 + 10/36) = 0.25.
    const row = (code: string) => page.getByRole('row').filter({ hasText: code }).first()
    await row('3.2').getByText('0.57').first().waitFor()
    await row('3.3').getByText('−0.20').first().waitFor()
    await page.getByText('0.25').first().waitFor()
    await shot(lead, 'agreement')

    // Ann takes her 3.3 back: both agree on nothing there, and 3.3 becomes Bob's alone: kappa 0.
    const loads = lead.received.length
    await ann.press('k', 'k', 'k')
    await ann.page.getByLabel('Labels for segment 4').waitFor()
    await ann.press('3', '3', '0', 'Enter')
    await row('3.3').getByText('0.00').first().waitFor()
    await ann.press('k')
    await ann.page.getByLabel('Labels for segment 4').waitFor()
    await ann.press('3', '3', 'Enter')
    await row('3.3').getByText('−0.20').first().waitFor()
    expect(lead.received.slice(loads).some((text) => text.includes('agreement.updated'))).toBe(true)
    await ann.press('j', 'j')
    await ann.page.getByLabel('Submit the trace').waitFor()
    await ann.press('n', 'Enter')
    await ann.page.getByText('Every trace of this round').waitFor()
  })

  it('lets the lead settle every cell with two keys each', async () => {
    const { page } = lead
    await page.goto(`http://lead.localhost:${served.port}/p/trial/adjudicate`)
    await page.getByText('0 of 3 cells settled').waitFor()
    await shot(lead, 'adjudicate')
    for (const [index, keys] of [
      ['p', '2'],
      ['a', '1'],
      ['a', '3'],
    ].entries()) {
      await lead.press(...keys)
      await page.getByText(`${index + 1} of 3 cells settled`).waitFor()
    }
    await shot(lead, 'adjudicate-done')
  })

  it('gives the gold away: every line valid, every mode explicit, decisions attributed', async () => {
    const { page } = lead
    await page.goto(`http://lead.localhost:${served.port}/p/trial/gold`)
    const link = page.getByRole('link', { name: /gold\.jsonl/ }).first()
    await link.waitFor()
    await shot(lead, 'gold')
    await link.focus()
    const [download] = await Promise.all([page.waitForEvent('download'), lead.press('Enter')])
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\n')
    const validate = new Ajv2020({ strict: false }).compile(
      JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/schema/gold-1.schema.json'), 'utf8')),
    )
    expect(lines).toHaveLength(6)
    const records = lines.map((line) => {
      const json: unknown = JSON.parse(line)
      expect(validate(json), JSON.stringify(validate.errors)).toBe(true)
      return GoldRecord.parse(json)
    })
    for (const record of records) expect(Object.keys(record.labels)).toEqual(mast14.modes.map((mode) => mode.id))
    expect(records[0]?.labels['FM-1.1']).toMatchObject({ value: false, status: 'unanimous' })
    expect(records[1]?.labels['FM-3.2']).toMatchObject({ value: true, status: 'unanimous', decision: null })
    const decided = records.flatMap((record) => Object.values(record.labels)).filter((label) => label.status === 'adjudicated')
    expect(decided).toHaveLength(3)
    expect(decided.map((label) => label.decision?.by)).toEqual(['lead', 'lead', 'lead'])
    expect(decided.map((label) => label.decision?.judgeSeen)).toEqual([false, false, false])
  })

  it('raised no error in any window', () => {
    expect([...ann.faults, ...bob.faults, ...lead.faults]).toEqual([])
  })
})
