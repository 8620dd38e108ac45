import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchChromium } from '../harness/chromium.ts'
import { goToWork, handOut, ownFaults, panelOf } from '../harness/desk.ts'
import { type Served, serve } from '../harness/served.ts'
import { openWindow, type Window } from '../harness/window.ts'

const chromium = findChromium()

/** Every way we know in which text has become code or a request in tools that show it. `alert` would be a dialog, evil.invalid a request. */
const CORPUS = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script><script src=//evil.invalid/x.js></script>',
  '"><svg onload=alert(1)><animate onbegin=alert(1) attributeName=x></svg>',
  '</textarea></pre></code><iframe src=javascript:alert(1)></iframe><iframe src=//evil.invalid></iframe>',
  '[click](javascript:alert(1)) ![picture](http://evil.invalid/pixel.png) <http://evil.invalid/auto>',
  '<a href="javascript:alert(1)">go</a><base href=//evil.invalid/><meta http-equiv=refresh content="0;url=//evil.invalid">',
  '<style>@import url(//evil.invalid/x.css);*{background:url(//evil.invalid/bg)}</style><link rel=stylesheet href=//evil.invalid/y.css>',
  '\u001b]8;;javascript:alert(1)\u0007link\u001b]8;;\u0007 \u001b]0;title\u0007 \u001b[31mred\u001b[0m',
  '{"html":"<img src=x onerror=alert(1)>","url":"http://evil.invalid/json.png","__proto__":{"polluted":true}}',
  'data:text/html,<script>alert(1)</script> http://evil.invalid/plain.png {{constructor.constructor("alert(1)")()}}',
  '\u202egnp.exe \u200bzero\u2066 width',
]
const MARKUP = '<img src=x onerror=alert(1)><b>'

describe.skipIf(chromium === null)('T26: text of a trace that would like to be more than text', () => {
  let browser: Browser
  let served: Served
  const seen = new Map<Window, { requests: string[]; dialogs: string[] }>()

  beforeAll(async () => {
    browser = await launchChromium(chromium ?? '')
    served = await serve('trial', [
      { id: 'ann', name: `Ann ${MARKUP}`, role: 'annotator' },
      { id: 'bob', name: `Bob ${MARKUP}`, role: 'annotator' },
      { id: 'lead', name: `Mara ${MARKUP}`, role: 'lead' },
    ])
    await handOut(served, 'trial', { name: `Round ${MARKUP}`, texts: CORPUS, overlap: 2, more: hostileTrace() })
  })
  afterAll(async () => {
    await browser?.close()
    await served?.stop()
  })

  function hostileTrace() {
    return {
      title: `Title ${MARKUP}`,
      task: CORPUS.join('\n\n'),
      framework: `Frame ${MARKUP}`,
      agents: ['agent'],
      model: `Model ${MARKUP}`,
    }
  }

  async function watched(person: string): Promise<Window> {
    const window = await openWindow(browser, served, person)
    const requests: string[] = []
    const dialogs: string[] = []
    const own = new URL(window.page.url()).host
    window.page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.host !== own && url.protocol !== 'data:' && url.protocol !== 'blob:') requests.push(request.url())
      if (url.pathname === '/x' || url.pathname.endsWith('/x')) requests.push(request.url())
    })
    window.page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    seen.set(window, { requests, dialogs })
    return window
  }

  async function expectHarmless(window: Window): Promise<void> {
    expect(seen.get(window)).toEqual({ requests: [], dialogs: [] })
    expect(ownFaults(window)).toEqual([])
    expect(
      await window.page.evaluate(`document.querySelectorAll('img, iframe, script:not([src]), a[href^="javascript:"], base').length`),
    ).toBe(0)
    expect(await window.page.evaluate('({}).polluted')).toBeUndefined()
  }

  it('is shown to the annotator as the text it is, with the task opened, and in notes and quotes', async () => {
    for (const person of ['ann', 'bob']) {
      const window = await watched(person)
      const { page } = window
      await goToWork(window, 'trial')
      await panelOf(window, 1).waitFor()
      await page.getByRole('heading', { name: `Title ${MARKUP}` }).waitFor()
      await page.getByRole('region', { name: 'Trace' }).getByText('<img src=x onerror=alert(1)>', { exact: true }).first().waitFor()
      await window.press('t')
      await expectHarmless(window)
      await window.press(...(person === 'ann' ? '32' : '33'), 'n')
      await page.getByRole('textbox').waitFor()
      await page.keyboard.type(`${MARKUP} ${CORPUS[4]}`)
      await window.press('Escape', 'Enter')
      for (let segment = 2; segment <= CORPUS.length; segment++) {
        await panelOf(window, segment).waitFor()
        await window.press('o', 'r', '0', 'Enter')
      }
      await page.getByLabel('Submit the trace').waitFor()
      await expectHarmless(window)
      await window.press('y', 'Enter')
      await page.getByText('Every trace of this round').first().waitFor()
      await expectHarmless(window)
    }
  })

  it('and to the lead, on every page, together with names that are markup', async () => {
    const window = await watched('lead')
    for (const [path, text] of [
      ['', `Round ${MARKUP}`],
      ['/traces', `Title ${MARKUP}`],
      ['/agreement', 'Pooled Cohen’s κ'],
      ['/adjudicate', '0 of 2 cells settled'],
      ['/gold', 'gold.jsonl'],
      ['/import', 'Import'],
    ] as const) {
      await window.page.goto(`http://lead.localhost:${served.port}/p/trial${path}`)
      await window.page.locator('main').getByText(text).first().waitFor()
      await expectHarmless(window)
    }
  })

  it('a file whose name is markup is refused or read under that name, as text', async () => {
    const window = await watched('lead')
    await window.page.goto(`http://lead.localhost:${served.port}/p/trial/import`)
    await window.page
      .locator('input[type=file]')
      .first()
      .setInputFiles([
        { name: `${MARKUP.replaceAll('/', '')}.json`, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(CORPUS)) },
      ])
    await window.page.locator('main').getByText(MARKUP).first().waitFor()
    await expectHarmless(window)
  })
})
