/** A browser profile: one disk, one cookie, and tabs that come, go and crash. */
import type { Clock } from '../../client/live/clock.ts'
import { openOutbox } from '../../client/live/outbox.ts'
import { type LiveSession, makeLiveSession } from '../../client/live/session.ts'
import type { OpenTabs, TabMessage } from '../../client/live/tabs.ts'
import { ClientId, MutationId, type SeatId, type UserId } from '../../shared/ids.ts'
import type { Mutation } from '../../shared/live/mutations.ts'
import type { Chance } from './chance.ts'
import type { Network } from './network.ts'
import type { Actor, Scheduler } from './scheduler.ts'
import type { SimServer } from './server.ts'
import { type Person, PROJECT } from './template.ts'
import type { Trail } from './trail.ts'

/** An act whose promise was kept: from here on it may not be lost. */
export type Act = { readonly mutationId: MutationId; readonly userId: UserId; readonly mutation: Mutation }

export type Tab = {
  readonly actor: Actor
  readonly person: Person
  readonly session: LiveSession
  readonly mutate: (mutation: Mutation) => void
  readonly hold: (seatId: SeatId | null) => void
  readonly close: () => void
  readonly crash: () => void
}

export type Browser = {
  readonly name: string
  /** The person who is signed in, or was last. */
  readonly person: () => Person
  readonly token: () => string | null
  readonly tabs: () => readonly Tab[]
  readonly acts: readonly Act[]
  /** Its clocks minus the true time. */
  skewMs: number
  isHidden: boolean
  readonly signIn: (person: Person) => void
  readonly openTab: () => Tab
  /** Entries of this person that the server has neither taken nor refused for good. */
  readonly waiting: (userId: UserId) => Promise<number>
  readonly waitingIds: (userId: UserId) => Promise<MutationId[]>
  readonly rejected: (userId: UserId) => Promise<{ mutationId: MutationId; code: string }[]>
}

type World = {
  readonly scheduler: Scheduler
  readonly network: Network
  readonly server: SimServer
  readonly trail: Trail
  readonly signedIn: (token: string, person: Person) => void
}

let mutations = 0
export function resetMutationIds(): void {
  mutations = 0
}
function newMutationId(): MutationId {
  return MutationId.parse(`0195d6a4-0000-7000-8000-${(++mutations).toString(16).padStart(12, '0')}`)
}

export function makeBrowser(world: World, name: string, chance: Chance, owner: Person): Browser {
  const { scheduler, network, server, trail, signedIn } = world
  const disk: Actor = { name: `${name} disk`, isAlive: true }
  const acts: Act[] = []
  let person = owner
  let token: string | null = null
  let tabs: Tab[] = []
  let opened = 0
  const lock = makeTabLock(scheduler, chance)

  function openTab(): Tab {
    opened += 1
    const actor: Actor = { name: `${name}/${opened}`, isAlive: true, disk }
    const mine = person
    const clock: Clock = {
      now: () => scheduler.now() + browser.skewMs,
      after: (ms, run) => scheduler.after(ms, actor, run),
      random: chance.number,
    }
    const outbox = openOutbox({ databaseName: name, userId: mine.id, project: PROJECT })
    const session = makeLiveSession({
      project: PROJECT,
      userId: mine.id,
      clientId: ClientId.parse(name),
      outbox,
      openSocket: network.socketFor(actor, () => token),
      openTabs: lock.openTabs(mine.id, actor),
      clock,
      isHidden: () => browser.isHidden,
      isSignedIn: () =>
        new Promise((resolve) => network.request(actor, async () => token !== null && (await server.isSignedIn(token)), resolve)),
      newMutationId,
      onTouched: () => undefined,
      onEvents: () => undefined,
      onFigures: () => undefined,
      onChange: () => undefined,
    })
    function gone() {
      tabs = tabs.filter((one) => one !== tab)
      actor.isAlive = false
      lock.leave(actor)
    }
    const tab: Tab = {
      actor,
      person: mine,
      session,
      mutate: (mutation) => {
        session.mutate(mutation).then(
          (mutationId) => {
            trail.note(actor.name, `kept ${mutation.type} ${short(mutationId)}`)
            if (!outbox.isDurable()) throw new Error('The stand-in for IndexedDB keeps nothing.')
            acts.push({ mutationId, userId: mine.id, mutation })
          },
          (error: unknown) => trail.note(actor.name, `could not keep ${mutation.type}: ${String(error)}`),
        )
      },
      hold: session.holdSeat,
      close: () => {
        trail.note(actor.name, 'closes')
        session.close()
        gone()
      },
      crash: () => {
        trail.note(actor.name, 'crashes')
        for (const link of network.links()) if (link.owner === actor) link.cut()
        outbox.close()
        gone()
      },
    }
    tabs.push(tab)
    trail.note(actor.name, `opens for ${mine.id}`)
    session.start()
    return tab
  }

  const browser: Browser = {
    name,
    person: () => person,
    token: () => token,
    tabs: () => tabs,
    acts,
    skewMs: 0,
    isHidden: false,
    signIn: (next) => {
      const asking: Actor = { name: `${name} sign-in`, isAlive: true, disk }
      person = next
      token = null
      network.request(
        asking,
        () => server.signIn(next.id),
        (made) => {
          signedIn(made, next)
          if (person === next) token = made
          trail.note(name, `signed in as ${next.id}`)
        },
      )
    },
    openTab,
    waiting: async (userId) => (await list(userId)).filter((entry) => entry.rejection === null).length,
    waitingIds: async (userId) => (await list(userId)).flatMap((entry) => (entry.rejection === null ? [entry.mutationId] : [])),
    rejected: async (userId) =>
      (await list(userId)).flatMap(({ mutationId, rejection }) => (rejection ? [{ mutationId, code: rejection.code }] : [])),
  }

  /** Read from the disk, in real time: the history stands still meanwhile. */
  async function list(userId: UserId) {
    const outbox = openOutbox({ databaseName: name, userId, project: PROJECT })
    const entries = await outbox.list()
    outbox.close()
    return entries
  }
  return browser
}

/** The lock and the channel between tabs of one person: messages take a moment, and the lock passes on when its holder is gone. */
function makeTabLock(scheduler: Scheduler, chance: Chance) {
  type Member = {
    userId: UserId
    actor: Actor
    hear: (message: TabMessage) => void
    elected: () => void
    isElected: boolean
    lane: { last: number }
  }
  let members: Member[] = []

  function elect(userId: UserId): void {
    const first = members.find((one) => one.userId === userId)
    if (!first || first.isElected) return
    first.isElected = true
    scheduler.inOrder(first.lane, chance.between(0, 5), first.actor, first.elected)
  }
  function leave(actor: Actor): void {
    const left = members.find((one) => one.actor === actor)
    members = members.filter((one) => one !== left)
    if (left) elect(left.userId)
  }
  function openTabs(userId: UserId, actor: Actor): OpenTabs {
    return ({ hear, elected }) => {
      members.push({ userId, actor, hear, elected, isElected: false, lane: { last: 0 } })
      elect(userId)
      return {
        tell: (message) => {
          if (!actor.isAlive) return
          for (const other of members) {
            if (other.actor !== actor && other.userId === userId) {
              scheduler.inOrder(other.lane, chance.between(0, 20), other.actor, () => other.hear(message))
            }
          }
        },
        close: () => leave(actor),
      }
    }
  }
  return { openTabs, leave }
}

export function short(id: string): string {
  return `#${Number.parseInt(id.slice(-8), 16)}`
}
