/** What goes wrong, and when; every fault that starts also ends. */
import type { Browser } from './browser.ts'
import type { Chance } from './chance.ts'
import type { Network } from './network.ts'
import type { Fault } from './plan.ts'
import type { Actor, Scheduler } from './scheduler.ts'
import type { SimServer } from './server.ts'
import { ANNOTATORS } from './template.ts'
import type { Trail } from './trail.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

export type Stage = {
  readonly scheduler: Scheduler
  readonly network: Network
  readonly server: SimServer
  readonly browsers: readonly Browser[]
  readonly trail: Trail
  readonly isOver: () => boolean
  /** People stop acting until this moment. */
  readonly rest: (browser: Browser, ms: number) => void
  readonly restarted: () => void
}

const fate: Actor = { name: 'fate', isAlive: true }

/** How often each fault comes, in seconds between two of them. */
const EVERY: Readonly<Record<Fault, number>> = {
  cuts: 12,
  silences: 40,
  'slow network': 30,
  'server crashes': 25,
  'tab crashes': 20,
  'full disk': 30,
  'slow commits': 25,
  'skewed clocks': 30,
  'expired sessions': 40,
  'long pauses': 45,
  'two tabs': 20,
  'slow readers': 30,
  'shared browser': 40,
  'lead acts': Number.POSITIVE_INFINITY,
}

export function unleash(stage: Stage, fault: Fault, chance: Chance): void {
  const every = EVERY[fault]
  if (!Number.isFinite(every)) return
  const again = () => {
    stage.scheduler.after(chance.between(1, 2 * every * SECOND), fate, async () => {
      if (stage.isOver()) return
      await strike(stage, fault, chance)
      again()
    })
  }
  again()
}

function strike(stage: Stage, fault: Fault, chance: Chance): void | Promise<void> {
  const { scheduler, network, server, browsers, trail } = stage
  const links = network.links()
  const browser = chance.pick(browsers)
  const tab = browser.tabs().length > 0 ? chance.pick(browser.tabs()) : null
  const undo = (lowMs: number, highMs: number, run: () => void | Promise<void>) => scheduler.after(chance.between(lowMs, highMs), fate, run)
  switch (fault) {
    case 'cuts': {
      if (links.length === 0) return
      const link = chance.pick(links)
      trail.note(link.owner.name, 'is cut off')
      return link.cut()
    }
    case 'silences': {
      if (links.length === 0) return
      const link = chance.pick(links)
      const which = chance.pick(['up', 'down', 'both'] as const)
      trail.note(link.owner.name, `falls silent (${which})`)
      if (which !== 'down') link.up.isSilent = true
      if (which !== 'up') link.down.isSilent = true
      return
    }
    case 'slow network':
      network.latencyMs = chance.pick([500, 3_000, 12_000])
      network.lostShare = 0.3
      undo(3 * SECOND, 20 * SECOND, () => {
        network.latencyMs = 60
        network.lostShare = 0
      })
      return
    case 'server crashes':
      if (!server.isUp()) return
      server.crash()
      undo(100, 15 * SECOND, () => revive(stage))
      return
    case 'tab crashes':
      tab?.crash()
      return
    case 'full disk': {
      if (!server.isUp()) return
      trail.note('server', 'has a full disk')
      const full = chance.happens(0.5)
      if (full) server.disk.isFull = true
      else void server.fillPages(true).catch(() => undefined)
      undo(SECOND, 12 * SECOND, () => {
        trail.note('server', 'has space again')
        server.disk.isFull = false
        if (server.isUp()) void server.fillPages(false).catch(() => undefined)
      })
      return
    }
    case 'slow commits':
      server.disk.isSlow = true
      undo(2 * SECOND, 15 * SECOND, () => {
        server.disk.isSlow = false
      })
      return
    case 'skewed clocks': {
      const jump = chance.pick([-26 * 60, -2, 1, 2, 24 * 60 + 5]) * MINUTE
      const skewed = chance.happens(0.5) ? server : browser
      skewed.skewMs = jump
      trail.note(skewed === server ? 'server' : browser.name, `has its clock off by ${jump / MINUTE} min`)
      return
    }
    case 'expired sessions': {
      const token = browser.token()
      if (token === null || !server.isUp()) return
      trail.note(browser.name, 'has its session ended')
      void (chance.happens(0.5) ? server.expire(token) : server.revoke(token)).catch(() => undefined)
      return
    }
    case 'long pauses':
      stage.rest(browser, chance.between(40, 150) * SECOND)
      if (chance.happens(0.5)) for (const link of links) if (browser.tabs().some((one) => one.actor === link.owner)) link.cut()
      browser.isHidden = chance.happens(0.5)
      return
    case 'two tabs':
      if (browser.tabs().length < 3) browser.openTab()
      else tab?.close()
      return
    case 'slow readers': {
      if (links.length === 0) return
      const link = chance.pick(links)
      link.isStuffed = true
      undo(SECOND, 10 * SECOND, () => {
        link.isStuffed = false
      })
      return
    }
    case 'shared browser':
      browser.signIn(chance.pick(ANNOTATORS))
      return
    case 'lead acts':
      return
  }
}

export async function revive(stage: Stage): Promise<void> {
  if (stage.server.isUp()) return
  await stage.server.start()
  stage.restarted()
}
