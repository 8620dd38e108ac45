import { describe, expect, it } from 'vitest'
import { reconnectDelay } from './backoff.ts'
import { ANSWER_TIMEOUT_MS, DOUBT_TIMEOUT_MS, PING_INTERVAL_MS } from './connection.ts'
import { fakeConnection, welcome } from './testing.ts'

describe('a connection', () => {
  it('says hello first and is ready after the welcome', () => {
    const { connection, sockets, states } = fakeConnection()
    connection.start()
    sockets.last().opened()
    expect(sockets.last().sent).toMatchObject([{ type: 'hello', cursor: null }])
    sockets.last().receive(welcome())
    expect(states.map((state) => state.kind)).toEqual(['connecting', 'greeting', 'ready'])
  })

  it('pings every 25 s with the seat in hand', () => {
    const { connection, sockets, clock } = fakeConnection({ seat: 'seat-1' })
    connection.start()
    sockets.last().opened()
    sockets.last().receive(welcome())
    clock.advance(PING_INTERVAL_MS)
    expect(sockets.last().sent.at(-1)).toEqual({ type: 'ping', n: 1, seatId: 'seat-1' })
    sockets.last().receive({ type: 'pong', n: 1 })
    clock.advance(PING_INTERVAL_MS)
    expect(sockets.last().sent.at(-1)).toMatchObject({ type: 'ping', n: 2 })
    expect(sockets.count()).toBe(1)
  })

  it('takes an unanswered ping for death, and comes back with another socket', () => {
    const { connection, sockets, clock } = fakeConnection()
    connection.start()
    sockets.last().opened()
    sockets.last().receive(welcome())
    clock.advance(PING_INTERVAL_MS + ANSWER_TIMEOUT_MS)
    expect(connection.state()).toMatchObject({ kind: 'waiting', attempt: 1 })
    clock.advance(10_000)
    expect(sockets.count()).toBe(2)
    expect(connection.state().kind).toBe('connecting')
  })

  it('gives up a socket that does not open or does not welcome', () => {
    const { connection, sockets, clock } = fakeConnection()
    connection.start()
    clock.advance(ANSWER_TIMEOUT_MS)
    expect(connection.state().kind).toBe('waiting')
    clock.advance(10_000)
    sockets.last().opened()
    clock.advance(ANSWER_TIMEOUT_MS)
    expect(connection.state().kind).toBe('waiting')
  })

  it('stays away when the session ended, and comes back after a restart of the server', () => {
    const { connection, sockets, clock } = fakeConnection()
    connection.start()
    sockets.last().opened()
    sockets.last().receive(welcome())
    sockets.last().close(1012)
    expect(connection.state().kind).toBe('waiting')
    clock.advance(10_000)
    sockets.last().opened()
    sockets.last().close(4401)
    clock.advance(60_000)
    expect(connection.state().kind).toBe('signed-out')
    expect(sockets.count()).toBe(2)
  })

  it('asks whether anybody is signed in when a socket does not even open, and stays away only after a clear no', async () => {
    const answers = [() => Promise.reject(new Error('The server is away.')), () => Promise.resolve(true), () => Promise.resolve(false)]
    const { connection, sockets, clock } = fakeConnection({ isSignedIn: () => answers.shift()?.() ?? Promise.resolve(true) })
    connection.start()
    for (const kind of ['waiting', 'waiting', 'signed-out']) {
      sockets.last().close(1006)
      await Promise.resolve()
      await Promise.resolve()
      expect(connection.state().kind).toBe(kind)
      clock.advance(1_500)
    }
    expect(sockets.count()).toBe(3)
  })

  it('stops when the server does not speak its protocol', () => {
    const { connection, sockets, clock } = fakeConnection()
    connection.start()
    sockets.last().opened()
    sockets.last().receive({ type: 'problem', code: 'protocol_version', message: 'Reload the page.' })
    clock.advance(60_000)
    expect(connection.state()).toEqual({ kind: 'refused', code: 'protocol_version', message: 'Reload the page.' })
    expect(sockets.count()).toBe(1)
    connection.start()
    sockets.last().close(4400)
    expect(connection.state()).toMatchObject({ kind: 'refused', code: 'protocol_version' })
  })

  it('leaves out what arrives between a hello and its welcome', () => {
    const { connection, sockets, messages } = fakeConnection()
    connection.start()
    sockets.last().opened()
    sockets.last().receive({ type: 'events', from: 'a', to: 'b', events: [] })
    sockets.last().receive(welcome())
    sockets.last().receive({ type: 'events', from: 'a', to: 'b', events: [] })
    expect(messages.map((message) => message.type)).toEqual(['welcome', 'events'])
  })

  it('ignores a socket that it gave up', () => {
    const { connection, sockets, clock } = fakeConnection()
    connection.start()
    clock.advance(ANSWER_TIMEOUT_MS)
    const old = sockets.last()
    clock.advance(10_000)
    old.opened()
    old.receive(welcome())
    expect(connection.state().kind).toBe('connecting')
    expect(old.sent).toEqual([])
  })

  it('starts over when it cannot read a message', () => {
    const { connection, sockets } = fakeConnection()
    connection.start()
    sockets.last().opened()
    sockets.last().receive({ type: 'something.new' })
    expect(connection.state().kind).toBe('waiting')
  })

  it('wants an answer soon when the network has changed', () => {
    const { connection, sockets, clock } = fakeConnection()
    connection.start()
    sockets.last().opened()
    sockets.last().receive(welcome())
    connection.wake()
    expect(sockets.last().sent.at(-1)).toMatchObject({ type: 'ping' })
    clock.advance(DOUBT_TIMEOUT_MS)
    expect(connection.state().kind).toBe('waiting')
  })

  it('tries at once when the network comes back', () => {
    const { connection, sockets } = fakeConnection()
    connection.start()
    sockets.last().close(1006)
    connection.wake()
    expect(sockets.count()).toBe(2)
  })
})

describe('the delay before the next attempt', () => {
  it('lies between 0.5 and 10 s, grows, and is longer in a hidden tab', () => {
    expect(reconnectDelay(0, 0, false)).toBe(500)
    expect(reconnectDelay(0, 0.999, false)).toBeLessThanOrEqual(1_000)
    expect(reconnectDelay(50, 0.999, false)).toBeLessThanOrEqual(10_000)
    expect(reconnectDelay(3, 0.5, true)).toBeGreaterThan(reconnectDelay(3, 0.5, false))
  })
})
