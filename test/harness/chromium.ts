import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Chromium of this machine, or null. `CHROMIUM` in the environment names another one. */
export function findChromium(): string | null {
  return [process.env['CHROMIUM'], ...PLACES].find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null
}

export const NO_CHROMIUM =
  'Browser journeys are skipped: no Chromium was found. Install one (Debian: apt-get install chromium), or name it in CHROMIUM.'

export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
