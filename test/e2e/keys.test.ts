import type { Browser, CDPSession } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RoundId } from '../../shared/ids.ts'
import { findChromium, launchChromium } from '../harness/chromium.ts'
import { goToWork, handOut, ownFaults, panelOf, recorded, shortSteps } from '../harness/desk.ts'
import { type Served, serve } from '../harness/served.ts'
import { openWindow, type Window } from '../harness/window.ts'

const chromium = findChromium()

const COUNT = 20
/** Codes of the modes to mark, per segment; every other segment gets "nothing here". */
const MARKS: Readonly<Record<number, string>> = { 3: '32', 4: '11', 8: '15', 9: '26', 15: '33', 20: '21' }

describe.skipIf(chromium === null)('the keys of the label screen', () => {
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
    round = await handOut(served, 'trial', { name: 'Keys', texts: shortSteps('Keys', COUNT) })
    ann = await openWindow(browser, served, 'ann')
    await goToWork(ann, 'trial')
    await panelOf(ann, 1).waitFor()
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

  const says = (segment: number, text: string) => panelOf(ann, segment).getByText(text).first().waitFor()

  it('T85: typing "3.2 at step 12" in a note marks nothing and goes nowhere', async () => {
    await ann.press('1', '1')
    await says(1, 'Enter records 1 present, 13 absent')
    await ann.press('n')
    const note = ann.page.getByRole('textbox')
    await note.waitFor()
    await ann.page.keyboard.type('3.2 at step 12, 0 j k z l s\n')
    expect(await note.inputValue()).toBe('3.2 at step 12, 0 j k z l s\n')
    await says(1, 'Enter records 1 present, 13 absent')
    expect(await ann.page.getByRole('dialog').count()).toBe(0)
    await ann.press('Escape')
    await note.waitFor({ state: 'detached' })
  })

  it('T85: nor does what an input method composes, in the note or outside of it', async () => {
    const cdp = await ann.page.context().newCDPSession(ann.page)
    const processed = async (on: CDPSession, code: string, key: string) => {
      await on.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', windowsVirtualKeyCode: 229, code, key: 'Process' })
      await on.send('Input.dispatchKeyEvent', { type: 'keyUp', windowsVirtualKeyCode: key.charCodeAt(0), code, key })
    }
    await ann.press('n')
    const note = ann.page.getByRole('textbox')
    await note.waitFor()
    await ann.press('Control+a', 'Delete')
    for (const [text, code] of [
      ['ㅎ', 'KeyG'],
      ['하', 'KeyK'],
      ['한', 'KeyS'],
    ] as const) {
      await processed(cdp, code, text)
      await cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    }
    // Enter and the digit choose among what the input method offers; neither submits nor marks.
    await processed(cdp, 'Digit3', '3')
    await processed(cdp, 'Digit2', '2')
    await processed(cdp, 'Enter', 'Enter')
    expect(await note.inputValue()).toBe('한')
    await cdp.send('Input.insertText', { text: '한국어 3.2' })
    expect(await note.inputValue()).toBe('한국어 3.2')
    await ann.press('Escape')
    await note.waitFor({ state: 'detached' })
    for (const code of ['Digit3', 'Digit2', 'Digit0', 'KeyJ', 'Enter']) await processed(cdp, code, '3')
    await says(1, 'Enter records 1 present, 13 absent')
    await says(1, '한국어 3.2')
    await cdp.detach()
    // Back to an untouched segment: the mark goes with its code, the note with its text.
    await ann.press('n')
    await note.waitFor()
    await ann.press('Control+a', 'Delete', 'Escape', '1', '1')
    await says(1, 'Nothing is marked yet.')
  })

  it('T88: a mode is marked in two strokes, and Enter submits and moves on; an untouched segment is not submitted by Enter', async () => {
    await ann.press('Enter')
    await says(1, 'Nothing was marked in segment 1.')
    await ann.press('3')
    await ann.page.getByText('waiting for 1 to 3').waitFor()
    await ann.press('2')
    await says(1, 'Enter records 1 present, 13 absent')
    await ann.press('3', '2')
    await says(1, 'Nothing is marked yet.')
    expect(await recorded(served, round)).toEqual([])
  })

  it('T40: z and Ctrl+z take back the last step and nothing else, and once more do it again', async () => {
    // A quote becomes a piece of its own, so that the words are looked for anew each time.
    const select = (words: string) =>
      ann.page.evaluate(`(() => {
        const texts = document.createTreeWalker(document.querySelector('[aria-label=Trace] article'), NodeFilter.SHOW_TEXT)
        while (texts.nextNode()) {
          if (!texts.currentNode.parentElement.closest('[data-a]')) continue
          const at = texts.currentNode.data.indexOf('${words}')
          if (at >= 0) return getSelection().setBaseAndExtent(texts.currentNode, at, texts.currentNode, at + ${words.length})
        }
        throw new Error('These words are not in the first segment.')
      })()`)
    const quotes = panelOf(ann, 1).locator('q')
    await ann.press('3', '2')
    await select('Step 1')
    await ann.press('e')
    await says(1, 'Step 1')
    await select('of')
    await ann.press('e')
    await expect.poll(() => quotes.allTextContents()).toEqual(['Step 1', 'of'])
    await ann.press('Control+z')
    await expect.poll(() => quotes.allTextContents()).toEqual(['Step 1'])
    await says(1, 'Enter records 1 present, 13 absent')
    await ann.press('z')
    await expect.poll(() => quotes.allTextContents()).toEqual(['Step 1', 'of'])
    await ann.press('3', '2')
    await says(1, 'Nothing is marked yet.')
    expect(await quotes.count()).toBe(0)
  })

  it('T89: a trace of twenty segments takes no pointer: an Enter each, a 0 for nothing, two strokes a mode', async () => {
    await ann.page.evaluate(`globalThis.pointers = 0; addEventListener('pointerdown', () => { globalThis.pointers += 1 }, true)`)
    const strokes: string[] = []
    const press = async (...keys: string[]) => {
      strokes.push(...keys)
      await ann.press(...keys)
    }
    for (let segment = 1; segment <= COUNT; segment++) {
      await panelOf(ann, segment).waitFor()
      await press(...(MARKS[segment] ?? '0'), 'Enter')
    }
    await ann.page.getByLabel('Submit the trace').waitFor()
    const count = (...keys: string[]) => strokes.filter((key) => keys.includes(key)).length
    expect({ enters: count('Enter'), zeros: count('0'), all: strokes.length }).toEqual({ enters: 20, zeros: 14, all: 20 + 14 + 12 })
    await ann.press('y', 'Enter')
    await ann.page.getByText('Every trace of this round').first().waitFor()
    expect(await ann.page.evaluate('globalThis.pointers')).toBe(0)

    const rows = await served.deps.db
      .selectFrom('label')
      .innerJoin('segment', 'segment.id', 'label.segment_id')
      .select(['segment.position', 'label.vector'])
      .orderBy('segment.position')
      .execute()
    expect(rows.map((row) => (row.vector ?? '').split('').filter((letter) => letter === 'p').length)).toEqual(
      Array.from({ length: COUNT }, (_, index) => (MARKS[index + 1] ? 1 : 0)),
    )
    expect((await recorded(served, round)).map((row) => row.segment)).toEqual(Array.from({ length: COUNT }, (_, index) => index + 1))
    await ann.page.getByText('Saved').first().waitFor()
    expect(ownFaults(ann)).toEqual([])
  })
})
