/** One history: people work while things go wrong, then everything is mended and must come to rest with nothing lost. */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { checkAtRest } from './at-rest.ts'
import { type Browser, makeBrowser, resetMutationIds, type Tab } from './browser.ts'
import { resetCanaries } from './canary.ts'
import { makeChance } from './chance.ts'
import { revive, type Stage, unleash } from './faults.ts'
import { BrokenPromise, makeLedger } from './ledger.ts'
import { makeNetwork } from './network.ts'
import { annotate, lead, type Office } from './people.ts'
import type { Plan } from './plan.ts'
import { type Actor, makeScheduler, withDiskInVirtualTime } from './scheduler.ts'
import { makeSimServer } from './server.ts'
import { ANNOTATORS, LEAD, type Person, START, type Template } from './template.ts'
import { makeTrail } from './trail.ts'
import { makeWiretap } from './wiretap.ts'

const SECOND = 1_000
/** How long everything may take to come to rest once nothing goes wrong any more. */
const QUIET_MS = 15 * 60 * SECOND

/** How much of a broken history is worth reading; what broke it is near its end. */
const TRAIL_LINES = 80

export type Outcome =
  | { readonly kind: 'held'; readonly fingerprint: number; readonly acknowledged: number; readonly labels: number }
  | { readonly kind: 'broken'; readonly error: Error; readonly trail: string }

export async function playHistory(template: Template, plan: Plan): Promise<Outcome> {
  resetMutationIds()
  resetCanaries()
  Object.assign(globalThis, { indexedDB: new IDBFactory() })
  let broken: unknown
  const scheduler = makeScheduler(START, () => {
    try {
      if (server.isUp()) ledger.look()
    } catch (error) {
      broken ??= error
    }
  })
  const trail = makeTrail(scheduler.now)
  const folder = template.copy()
  const server = makeSimServer({ scheduler, chance: makeChance(plan.seed, 'server'), trail, folder })
  await server.start()
  const ledger = makeLedger(folder)
  const browsers: Browser[] = []
  const owners = new Map<string, Person>()
  const wiretap = makeWiretap({
    server: () => server,
    ledger,
    trail,
    whoseToken: (token) => owners.get(token),
    onBroken: (error) => (broken ??= error),
  })
  const network = makeNetwork({ scheduler, chance: makeChance(plan.seed, 'network'), trail, server, wire: wiretap })
  const office: Office = { roundId: template.roundId, network, server, ledger }
  const resting = new Map<Browser, number>()
  const isOnePlaceEach = !plan.faults.includes('two tabs') && !plan.faults.includes('shared browser')
  let isOver = false
  const stage: Stage = {
    scheduler,
    network,
    server,
    browsers,
    trail,
    isOver: () => isOver,
    rest: (browser, ms) => resting.set(browser, scheduler.now() + ms),
    restarted: () => ledger.follow(server.folder()),
  }

  function live(person: Person): void {
    const chance = makeChance(plan.seed, person.id)
    const browser = makeBrowser(
      { scheduler, network, server, trail, signedIn: (token, who) => owners.set(token, who) },
      `b-${person.id.slice(2)}`,
      chance,
      person,
    )
    browsers.push(browser)
    const life: Actor = { name: browser.name, isAlive: true }
    const turn = () => {
      scheduler.after(chance.between(300, 5_000), life, () => {
        if (isOver) return
        turn()
        if (scheduler.now() < (resting.get(browser) ?? 0)) return
        const tab = attend(browser, chance.pick)
        if (!tab) return
        if (tab.person.role === 'lead') {
          if (plan.faults.includes('lead acts') && chance.happens(0.4)) lead(office, chance, tab)
        } else annotate(office, chance, browser, tab)
      })
    }
    browser.signIn(person)
    turn()
  }

  /** Does what the page makes a person do: sign in, load the page anew, open a tab. Gives a tab that can be worked in. */
  function attend(browser: Browser, pick: <T>(items: readonly T[]) => T): Tab | null {
    if (browser.token() === null) {
      browser.signIn(browser.person())
      return null
    }
    if (browser.tabs().length === 0) browser.openTab()
    const tab = pick(browser.tabs())
    const { kind } = tab.session.connection()
    if (kind === 'signed-out') {
      tab.close()
      browser.signIn(browser.person())
      return null
    }
    // Somebody else is signed in on this browser now: the page is loaded anew, as theirs.
    if (tab.session.isOtherUser() || (kind === 'stopped' && tab.person !== browser.person()) || tab.person !== browser.person()) {
      tab.close()
      return null
    }
    return tab
  }

  const isQuiet = () =>
    browsers.every(
      (browser) =>
        browser.tabs().length > 0 &&
        browser
          .tabs()
          .every(
            (tab) => tab.person === browser.person() && tab.session.connection().kind === 'ready' && tab.session.waiting().length === 0,
          ),
    )

  async function comeToRest(): Promise<void> {
    const care: Actor = { name: 'care', isAlive: true }
    isOver = true
    trail.note('everything', 'is mended')
    network.latencyMs = 60
    network.lostShare = 0
    server.disk.isFull = false
    server.disk.isSlow = false
    for (const link of network.links()) link.isStuffed = false
    await revive(stage)
    scheduler.after(0, care, () => void server.fillPages(false).catch(() => undefined))
    const tend = (): void => {
      for (const browser of browsers) attend(browser, (items) => items[items.length - 1] as never)
      for (const browser of browsers) for (const tab of browser.tabs()) if (!isUsable(tab, browser)) attend(browser, () => tab as never)
      scheduler.after(5 * SECOND, care, tend)
    }
    tend()
    // Long enough for every silent connection to be found out.
    await scheduler.play({ until: () => broken !== undefined, forMs: 60 * SECOND })
    const rested = await scheduler.play({ until: () => broken !== undefined || isQuiet(), forMs: QUIET_MS })
    if (broken !== undefined) return
    if (!rested)
      throw new BrokenPromise(`after ${QUIET_MS / SECOND} quiet seconds work is still on its way: ${browsers.map(stateOf).join('; ')}`)
    // What was on its way to the screens arrives.
    await scheduler.play({ until: () => broken !== undefined, forMs: 5 * SECOND })
    if (broken === undefined) await checkAtRest({ browsers, ledger, wiretap, isOnePlaceEach })
  }

  try {
    return await withDiskInVirtualTime(
      scheduler,
      () => 1,
      async () => {
        for (const person of [...ANNOTATORS, LEAD]) live(person)
        for (const fault of plan.faults) unleash(stage, fault, makeChance(plan.seed, fault))
        await scheduler.play({ until: () => broken !== undefined, forMs: plan.seconds * SECOND })
        if (broken === undefined) await comeToRest()
        if (broken !== undefined) throw broken
        return {
          kind: 'held',
          fingerprint: trail.fingerprint(),
          acknowledged: wiretap.acknowledged().size,
          labels: ledger.records().size,
        } as const
      },
    )
  } catch (error) {
    return {
      kind: 'broken',
      error: error instanceof Error ? error : new Error(String(error)),
      trail: trail.last(TRAIL_LINES),
    }
  } finally {
    ledger.close()
    await server.close()
  }
}

function isUsable(tab: Tab, browser: Browser): boolean {
  return tab.person === browser.person() && tab.session.connection().kind !== 'signed-out'
}

function stateOf(browser: Browser): string {
  const tabs = browser.tabs().map((tab) => `${tab.actor.name} ${tab.session.connection().kind}, ${tab.session.waiting().length} waiting`)
  return `${browser.name}: ${tabs.join(', ') || 'no tab'}`
}
