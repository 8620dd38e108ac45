import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Served } from './served.ts'

export type Window = {
  readonly page: Page
  readonly context: BrowserContext
  /** Every HTTP body and websocket frame that reached this window, in order. */
  readonly received: string[]
  /** Every websocket frame this window sent. */
  readonly sent: string[]
  /** Errors the page raised, or that the page or the browser wrote to its console. */
  readonly faults: string[]
  /** One key after the other, as typed by a person. */
  readonly press: (...keys: string[]) => Promise<void>
}

/** What a person would wait for a screen on a busy machine. */
const PATIENCE_MS = 15_000

type Look = { readonly width?: number; readonly height?: number; readonly dark?: boolean }

/** A signed-in window of one person: a browser profile of its own, with everything that reaches it written down. */
export async function openWindow(browser: Browser, served: Served, person: string, look: Look = {}): Promise<Window> {
  const context = await browser.newContext({
    viewport: { width: look.width ?? 1440, height: look.height ?? 900 },
    colorScheme: look.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    acceptDownloads: true,
  })
  const window = await openTab(context)
  await window.page.goto(await served.linkFor(person))
  return window
}

/** One more page in a browser profile, with everything that reaches it written down. */
export async function openTab(context: BrowserContext): Promise<Window> {
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  const received: string[] = []
  const sent: string[] = []
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('response', (response) => {
    // Bodies of redirects and of what was cut off cannot be read; they hold nothing.
    response.text().then(
      (text) => received.push(text),
      () => undefined,
    )
  })
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => received.push(payload.toString()))
    socket.on('framesent', ({ payload }) => sent.push(payload.toString()))
  })
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  return { page, context, received, sent, faults, press }
}
