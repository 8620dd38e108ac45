/** Between tabs and server. Each direction of a connection keeps its order, as TCP does; what breaks, breaks for good. */
import type { OpenSocket, Socket, SocketEvents } from '../../client/live/connection.ts'
import type { ServerSocket } from '../../server/features/live/connection.ts'
import type { Chance } from './chance.ts'
import type { Actor, Scheduler } from './scheduler.ts'
import type { Accepted, SimServer } from './server.ts'
import type { Trail } from './trail.ts'

const ABNORMAL = 1006
/** How long a side that is not told may believe that a dead connection lives. */
const NOTICE_MS = 60_000

type Direction = { last: number; isSilent: boolean }

export type Link = {
  readonly owner: Actor
  readonly up: Direction
  readonly down: Direction
  /** Nothing of what is sent is read for now. */
  isStuffed: boolean
  readonly isOpen: () => boolean
  readonly cut: () => void
}

export type Network = {
  /** How slow messages are at most. */
  latencyMs: number
  readonly links: () => readonly Link[]
  readonly socketFor: (owner: Actor, token: () => string | null) => OpenSocket
  /** A request outside of the socket; both the question and the answer may be lost, and then nothing is called. */
  readonly request: <T>(owner: Actor, ask: () => Promise<T>, answered: (answer: T) => void) => void
  /** Share of the requests whose answer is lost. */
  lostShare: number
}

export type Wire = {
  /** Looks at each message the server says, at the moment it says it. */
  readonly said: (line: object, token: string, text: string) => void
  /** Looks at each message the server hears; a line is one socket. */
  readonly heard: (line: object, text: string) => void
  readonly sent: (owner: Actor, text: string) => void
  readonly arrived: (owner: Actor, text: string) => void
}

export function makeNetwork(options: {
  readonly scheduler: Scheduler
  readonly chance: Chance
  readonly trail: Trail
  readonly server: SimServer
  readonly wire: Wire
}): Network {
  const { scheduler, chance, trail, server, wire } = options
  let links: Link[] = []

  const latency = () => chance.between(1, network.latencyMs)

  function dial(owner: Actor, token: string | null, events: SocketEvents): Socket {
    const up: Direction = { last: 0, isSilent: false }
    const down: Direction = { last: 0, isSilent: false }
    let isClientOpen = true
    let isServerOpen = false
    let isOver = false
    let life: Actor | null = null
    let accepted: Accepted | null = null
    const early: string[] = []

    const toClient = (run: () => void) => {
      if (!down.isSilent) scheduler.inOrder(down, latency(), owner, () => isClientOpen && run())
    }
    const toServer = (run: () => void) => {
      if (up.isSilent) return
      scheduler.inOrder(up, latency(), network.world, () => {
        if (!server.isUp()) return refuse()
        life ??= server.actor()
        // A message for a life of the server that is over meets a closed door.
        if (life.isAlive) scheduler.after(0, life, run)
        else refuse()
      })
    }
    function refuse(): void {
      endServer()
      toClient(() => closeClient(ABNORMAL))
    }
    function closeClient(code: number): void {
      if (!isClientOpen) return
      isClientOpen = false
      forget()
      events.closed(code)
    }
    function endServer(): void {
      if (!isServerOpen) return
      isServerOpen = false
      if (life?.isAlive) scheduler.after(0, life, () => accepted?.end())
    }
    function forget(): void {
      if (isOver || isClientOpen) return
      isOver = true
      links = links.filter((one) => one !== link)
    }

    const socket: ServerSocket = {
      OPEN: 1,
      get readyState() {
        return isServerOpen && life?.isAlive ? 1 : 3
      },
      get bufferedAmount() {
        return link.isStuffed ? 2 * 1024 * 1024 : 0
      },
      send(text) {
        wire.said(link, token ?? '', text)
        toClient(() => {
          wire.arrived(owner, text)
          events.received(text)
        })
      },
      close(code) {
        if (!isServerOpen) return
        toClient(() => closeClient(code))
        toServer(endServer)
      },
    }

    async function arrive(): Promise<void> {
      const made = token === null ? null : await server.accept(socket, token)
      if (!made) return toClient(() => closeClient(ABNORMAL))
      accepted = made
      isServerOpen = true
      for (const text of early) hear(text)
      toClient(events.opened)
    }

    function hear(text: string): void {
      wire.heard(link, text)
      accepted?.receive(text)
    }

    const link: Link = {
      owner,
      up,
      down,
      isStuffed: false,
      isOpen: () => isClientOpen,
      cut() {
        up.isSilent = true
        down.isSilent = true
        scheduler.after(chance.between(0, 2_000), owner, () => closeClient(ABNORMAL))
        scheduler.after(chance.between(0, 2_000), network.world, endServer)
      },
    }
    links.push(link)
    toServer(() => {
      arrive().catch((error: unknown) => {
        trail.note('server', `could not accept: ${String(error)}`)
        refuse()
      })
    })
    return {
      send: (text) => {
        if (!owner.isAlive || !isClientOpen) return
        wire.sent(owner, text)
        toServer(() => {
          if (accepted) {
            if (isServerOpen) hear(text)
          } else early.push(text)
        })
      },
      close: () => {
        isClientOpen = false
        forget()
        toServer(endServer)
        scheduler.after(NOTICE_MS, network.world, endServer)
      },
    }
  }

  const network: Network & { world: Actor } = {
    world: { name: 'network', isAlive: true },
    latencyMs: 60,
    lostShare: 0,
    links: () => links,
    socketFor: (owner, token) => (events) => {
      trail.note(owner.name, 'dials')
      return dial(owner, token(), events)
    },
    request: (owner, ask, answered) => {
      if (chance.happens(network.lostShare)) return
      scheduler.after(latency(), network.world, () => {
        if (!server.isUp()) return
        scheduler.after(0, server.actor(), () => {
          ask().then(
            (answer) => {
              if (!chance.happens(network.lostShare)) scheduler.after(latency(), owner, () => answered(answer))
            },
            (error: unknown) => trail.note(owner.name, `request failed: ${String(error)}`),
          )
        })
      })
    },
  }
  return network
}
