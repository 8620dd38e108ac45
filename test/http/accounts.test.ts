import { expect, it } from 'vitest'
import { createSignInLink } from '../../server/features/accounts/index.ts'
import { describeOnDatabases } from '../harness/databases.ts'
import { fingerprint } from '../harness/fingerprint.ts'
import { openWorld, PROJECT, type World } from '../harness/world.ts'

const DAY = 24 * 60 * 60 * 1000

function follow(world: World, token: string) {
  return world.http(null, 'GET', `/sign-in/${token}`)
}

async function me(world: World, setCookie: unknown): Promise<number> {
  const cookie = String(setCookie).split(';')[0] ?? ''
  return (await world.http(null, 'GET', '/api/me', undefined, { cookie })).status
}

describeOnDatabases('accounts', (database) => {
  it('a single-use link signs in once, also when it is opened twice at the same moment', async () => {
    const world = await openWorld(database)
    const token = await createSignInLink(world.deps, 'ann', { isReusable: false, days: 1 })
    const replies = await Promise.all([follow(world, token), follow(world, token)])
    expect(replies.map((reply) => reply.status).toSorted()).toEqual([303, 401])
    const refused = replies.find((reply) => reply.status === 401)
    expect(refused?.json()).toEqual({ error: { code: 'link_not_valid', message: expect.stringMatching(/used already or has expired/) } })
    expect(refused?.headers['set-cookie']).toBeUndefined()
  })

  it('a reusable link signs in again and again, until it expires to the millisecond', async () => {
    const world = await openWorld(database)
    const token = await createSignInLink(world.deps, 'ann', { isReusable: true, days: 7 })
    expect([(await follow(world, token)).status, (await follow(world, token)).status]).toEqual([303, 303])
    world.effects.clock.advance(7 * DAY - 1)
    expect((await follow(world, token)).status).toBe(303)
    world.effects.clock.advance(1)
    expect((await follow(world, token)).status).toBe(401)
  })

  it('an unknown link is refused, and nothing is written', async () => {
    const world = await openWorld(database)
    const before = await fingerprint(world.deps.db)
    expect((await follow(world, 'guessed')).status).toBe(401)
    expect(await fingerprint(world.deps.db)).toEqual(before)
  })

  it('the session is a cookie that scripts cannot read and other sites cannot send; only hashes are kept', async () => {
    const world = await openWorld(database)
    const token = await createSignInLink(world.deps, 'ann', { isReusable: false, days: 1 })
    const cookie = String((await follow(world, token)).headers['set-cookie'])
    for (const flag of ['HttpOnly', 'SameSite=Strict', 'Path=/', 'Max-Age=']) expect(cookie).toContain(flag)
    const secret = /=([^;]+)/.exec(cookie)?.[1] ?? ''
    const kept = JSON.stringify([
      await world.deps.db.selectFrom('session').selectAll().execute(),
      await world.deps.db.selectFrom('sign_in_link').selectAll().execute(),
    ])
    expect([secret.length > 10, kept.includes(secret), kept.includes(token)]).toEqual([true, false, false])
  })

  it('a session ends when its owner signs out, and after thirty days', async () => {
    const world = await openWorld(database)
    const token = await createSignInLink(world.deps, 'ann', { isReusable: true, days: 60 })
    const first = (await follow(world, token)).headers['set-cookie']
    const second = (await follow(world, token)).headers['set-cookie']
    const cookie = String(first).split(';')[0] ?? ''
    expect((await world.http(null, 'DELETE', '/api/session', undefined, { cookie })).status).toBe(204)
    expect([await me(world, first), await me(world, second)]).toEqual([401, 200])
    world.effects.clock.advance(30 * DAY)
    expect(await me(world, second)).toBe(401)
  })

  it('signing out closes the sockets of that session, and of no other', async () => {
    const world = await openWorld(database)
    const ann = await world.join('ann')
    const other = await world.connect('ann')
    const bob = await world.join('bob')
    await world.http('ann', 'DELETE', '/api/session')
    expect(await Promise.all([ann.closed, other.closed])).toEqual([
      { code: 4401, reason: 'signed out' },
      { code: 4401, reason: 'signed out' },
    ])
    await bob.settle()
  })

  it('a session that expired is noticed on the open socket at its next heartbeat', async () => {
    const world = await openWorld(database)
    const ann = await world.join('ann')
    world.effects.clock.advance(31 * DAY)
    ann.send({ type: 'ping', n: 1, seatId: null })
    expect((await ann.closed).code).toBe(4401)
  })

  it('somebody whose session has expired cannot label through a socket that is still open', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a']] })
    const ann = await world.join('ann')
    const seat = await world.takeSeat('ann', round)
    world.effects.clock.advance(31 * DAY)
    const before = await fingerprint(world.deps.db)
    ann.send({
      type: 'mutate',
      mutationId: '0195d6a4-0000-7fff-8000-000000000001' as never,
      mutation: { type: 'seat.skip', seatId: seat.id, epoch: seat.epoch, note: '' },
    })
    expect((await ann.closed).code).toBe(4401)
    expect(await fingerprint(world.deps.db)).toEqual(before)
  })

  it('a lead who became an annotator is told to start over, and sees no votes from then on', async () => {
    const world = await openWorld(database)
    const lead = await world.join('lead2')
    await world.addPerson('lead2', 'annotator')
    lead.send({ type: 'ping', n: 1, seatId: null })
    await lead.next('reset')
    const from = lead.received.length
    expect((await lead.hello()).viewer.role).toBe('annotator')
    const round = await world.makeRound({ traces: [['a']] })
    await world.takeSeat('bob', round)
    await lead.settle()
    expect(lead.received.slice(from).filter((message) => message.type === 'agreement.updated')).toEqual([])
    expect(JSON.stringify(lead.received.slice(from))).not.toContain('bob')
  })

  it('a deactivated account is signed out everywhere', async () => {
    const world = await openWorld(database)
    expect((await world.get('ann', '/api/me')).status).toBe(200)
    await world.deps.db.updateTable('account').set({ deactivated_at: 'now' }).where('id', '=', 'ann').execute()
    expect((await world.get('ann', '/api/me')).status).toBe(401)
  })

  it('a project that is not mine answers exactly like one that is not there, on every route', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a']] })
    const trace = round.traces[0]?.id
    const paths = [
      '',
      '/members',
      '/traces',
      `/traces/${trace}`,
      `/traces/${trace}/segments`,
      `/rounds/${round.id}/progress`,
      `/rounds/${round.id}/agreement`,
      `/rounds/${round.id}/cells`,
      `/rounds/${round.id}/gold`,
      `/rounds/${round.id}/gold/gold.jsonl`,
    ]
    for (const path of paths) {
      const mine = await world.get('eve', `/api/projects/${PROJECT}${path}`)
      const none = await world.get('eve', `/api/projects/nowhere${path}`)
      expect([path, mine.status, mine.text]).toEqual([path, 404, none.text])
    }
    // And what belongs to one project is not found through another.
    for (const path of paths.slice(3)) expect([path, (await world.get('eve', `/api/projects/other${path}`)).status]).toEqual([path, 404])
    const socket = await world.connect('eve')
    socket.hello().catch(() => undefined)
    expect(await socket.next('problem')).toMatchObject({ code: 'not_found' })
  })

  it('nobody gets anywhere without a session', async () => {
    const world = await openWorld(database)
    expect((await world.get(null, '/api/me')).json()).toEqual({ error: { code: 'not_signed_in', message: expect.any(String) } })
    expect((await world.get(null, `/api/projects/${PROJECT}`)).status).toBe(401)
  })

  it('too many tries at links are slowed down', async () => {
    const world = await openWorld(database)
    const statuses: number[] = []
    for (let attempt = 0; attempt < 32; attempt++) statuses.push((await follow(world, `guess-${attempt}`)).status)
    expect([statuses.slice(0, 30).every((status) => status === 401), statuses.at(-1)]).toEqual([true, 429])
  })

  it('a write from another site is refused by its origin', async () => {
    const world = await openWorld(database)
    const before = await fingerprint(world.deps.db, ['session', 'sign_in_link'])
    for (const origin of ['https://evil.example', 'null', 'http://localhost:0.evil.example', 'http://localhost:1', 'https://localhost:0']) {
      const reply = await world.http('ann', 'DELETE', '/api/session', undefined, { origin })
      expect([origin, reply.status, reply.json()]).toEqual([
        origin,
        403,
        { error: { code: 'wrong_origin', message: expect.stringContaining('TOUCHSTONE_ORIGINS') } },
      ])
    }
    expect(await fingerprint(world.deps.db, ['session', 'sign_in_link'])).toEqual(before)
    expect((await world.get('ann', '/api/me')).status).toBe(200)
  })
})
