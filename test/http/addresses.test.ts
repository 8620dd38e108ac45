import { once } from 'node:events'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { ProblemBody } from '../../shared/http/api.ts'
import { databases } from '../harness/databases.ts'
import { openWorld } from '../harness/world.ts'

const [database] = databases
if (!database) throw new Error('SQLite is always there.')

it.each([
  ['too long', `/sign-in/${'a'.repeat(5000)}`, 414, 'is too long'],
  ['not decodable', '/api/projects/%E0%A4%A', 400, 'cannot be read'],
])('an address that is %s is refused like everything else: with a code and a sentence', async (_title, address, status, says) => {
  const world = await openWorld(database)
  const reply = await world.get(null, address)
  expect([reply.status, ProblemBody.parse(reply.json()).error]).toEqual([
    status,
    { code: 'bad_request', message: expect.stringContaining(says) },
  ])
})

it('under a base path the app answers with and without it, over HTTP and websocket, and sets its cookie there only', async () => {
  const world = await openWorld(database, { settings: { basePath: '/workbench/' } })
  for (const path of ['/workbench/healthz', '/healthz']) expect((await world.get(null, path)).status).toBe(200)
  expect((await world.get('ann', '/workbench/api/me')).json()).toMatchObject({ user: { id: 'ann' } })
  for (const path of ['/workbenchhealthz', '/other/healthz', '/workbench/workbench/healthz'])
    expect((await world.get(null, path)).status).toBe(404)
  const socket = new WebSocket(`ws://127.0.0.1:${world.port}/workbench/live`, {
    headers: { cookie: await world.cookie('ann'), origin: `http://localhost:${world.port}` },
  })
  await once(socket, 'open')
  socket.close()
  await once(socket, 'close')
})
