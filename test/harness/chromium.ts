import { existsSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'

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

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ARGUMENTS })
}

/** A browser on a profile folder that outlives it. */
export type Profile = {
  readonly context: BrowserContext
  /** SIGKILL: the browser gets no chance to write anything more. */
  readonly kill: () => Promise<void>
}

export async function openProfile(executablePath: string, folder: string): Promise<Profile> {
  const context = await chromium.launchPersistentContext(folder, { executablePath, args: ARGUMENTS, reducedMotion: 'reduce' })
  return {
    context,
    async kill() {
      const gone = new Promise((resolve) => context.once('close', resolve))
      // The lock of the profile names the host and the process that holds it.
      const pid = Number(readlinkSync(join(folder, 'SingletonLock')).split('-').at(-1))
      process.kill(pid, 'SIGKILL')
      await gone
    },
  }
}
