import { expect, it } from 'vitest'
import { makeActivity } from './activity.ts'
import { PING_INTERVAL_MS } from './connection.ts'
import { fakeClock, fakeConnection, welcome } from './testing.ts'

function profile() {
  const { clock, advance } = fakeClock()
  let at: number | null = null
  const shared = {
    read: () => at,
    write: (time: number) => {
      at = time
    },
  }
  return { open: () => makeActivity(clock.now, shared), advance }
}

it('counts the whole seconds since the last act, and starts when the page is opened', () => {
  const { open, advance } = profile()
  const tab = open()
  advance(61_900)
  expect(tab.idleSeconds()).toBe(61)
  tab.note()
  expect(tab.idleSeconds()).toBe(0)
})

it('takes an act in another tab of the profile for a sign of life', () => {
  const { open, advance } = profile()
  const [here, there] = [open(), open()]
  advance(600_000)
  there.note()
  advance(5_000)
  expect([here.idleSeconds(), there.idleSeconds()]).toEqual([5, 5])
})

it('a ping says how long nobody has pressed a key', () => {
  let idle = 12
  const { connection, sockets, clock } = fakeConnection({ seat: 'seat-1', idleSeconds: () => idle })
  connection.start()
  sockets.last().opened()
  sockets.last().receive(welcome())
  clock.advance(PING_INTERVAL_MS)
  expect(sockets.last().sent.at(-1)).toEqual({ type: 'ping', n: 1, seatId: 'seat-1', idleSeconds: 12 })
  sockets.last().receive({ type: 'pong', n: 1 })
  idle = 37
  clock.advance(PING_INTERVAL_MS)
  expect(sockets.last().sent.at(-1)).toMatchObject({ n: 2, idleSeconds: 37 })
})
