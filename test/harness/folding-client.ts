import type { Cursor } from '../../shared/ids.ts'
import { applyEvent, emptyLiveState, fromSnapshot, type LiveState } from '../../shared/live/reduce.ts'
import type { LiveClient, MessageOf } from './live-client.ts'
import type { World } from './world.ts'

export type Line = {
  /** Chance that a delivery is lost, and that it comes twice. */
  readonly drop: number
  readonly repeat: number
  readonly random: () => number
}

/** A client that holds state as the browser does: folds deliveries, and says hello again where one does not fit. */
export type FoldingClient = {
  readonly person: string
  readonly state: () => LiveState
  readonly client: () => LiveClient
  /** Takes in what has come; gives false when a delivery was missing and the server must be asked again. */
  readonly pump: () => boolean
  /** Pumps and resumes until nothing is missing. */
  readonly catchUp: () => Promise<void>
  readonly reconnect: (from: 'cursor' | 'nothing') => Promise<void>
  /** The cursor of the very first hello. */
  readonly origin: Cursor
}

export async function makeFoldingClient(world: World, person: string, line: Line): Promise<FoldingClient> {
  let client = await world.connect(person)
  let state: LiveState = emptyLiveState
  let cursor: Cursor | null = null
  let read = 0

  function welcome(message: MessageOf<'welcome'>): void {
    cursor = message.cursor
    state = message.state.kind === 'snapshot' ? fromSnapshot(message.state.snapshot) : message.state.events.reduce(applyEvent, state)
  }

  /** A repeat that was folded before is recognised by its end; anything else that does not fit is a gap. */
  function deliver(message: MessageOf<'events'>): boolean {
    if (message.to === cursor) return true
    if (message.from !== cursor) return false
    state = message.events.reduce(applyEvent, state)
    cursor = message.to
    return true
  }

  function pump(): boolean {
    let isWhole = true
    for (; read < client.received.length; read++) {
      const message = client.received[read]
      if (message?.type === 'welcome') {
        welcome(message)
        isWhole = true
      }
      if (message?.type !== 'events') continue
      if (line.random() < line.drop) {
        isWhole = false
        continue
      }
      if (!deliver(message)) isWhole = false
      if (line.random() < line.repeat) deliver(message)
    }
    return isWhole
  }

  async function hello(from: Cursor | null): Promise<void> {
    await client.hello(from)
    pump()
  }

  await hello(null)
  const origin = cursor as Cursor | null
  if (origin === null) throw new Error('The server welcomed without a cursor.')
  return {
    person,
    origin,
    state: () => state,
    client: () => client,
    pump,
    async catchUp() {
      await client.settle()
      pump()
      // Asked again without fail: what was lost leaves no mark but the next delivery that does not fit.
      await hello(cursor)
    },
    async reconnect(from) {
      await client.close()
      pump()
      client = await world.connect(person)
      read = 0
      await hello(from === 'cursor' ? cursor : null)
    },
  }
}
