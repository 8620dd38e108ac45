import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import type { Deps } from '../../deps.ts'
import { sha256 } from '../../hash.ts'
import { isOwnOrigin, portOf } from '../../plugins/security.ts'
import { ensureSecret } from '../../secret.ts'
import { requireAccount, SESSION_COOKIE } from '../accounts/index.ts'
import type { LiveAgreement } from '../agreement/index.ts'
import { CLOSE, type Connection, makeConnection } from './connection.ts'
import { makeCursors } from './cursor.ts'
import { makeFigures } from './figures.ts'
import { makeRunMutation } from './run-mutation.ts'

/** The websocket `/live`: Origin and session are checked before the upgrade, and again while it lives. */
export async function registerLive(app: FastifyInstance, deps: Deps, agreement: LiveAgreement): Promise<void> {
  const cursors = makeCursors(await ensureSecret(deps, 'cursor_secret'))
  const run = makeRunMutation(deps)
  const connections = new Set<Connection>()
  const figures = makeFigures(deps, agreement, connections)
  const onPresence = (projectId: string) => {
    figures.onPresence(projectId).catch((error: unknown) => deps.log.error({ err: error }, 'presence failed'))
  }

  const stopListening = deps.hub.subscribe((published) => {
    for (const connection of connections) connection.publish(published)
    figures.onEvent(published)
  })
  const stopRevoking = deps.hub.onRevoke((session) => {
    for (const connection of connections) if (connection.sessionSha256 === session) connection.close(CLOSE.signedOut, 'signed out')
  })
  app.addHook('preClose', async () => {
    stopListening()
    stopRevoking()
    figures.stop()
  })

  async function admit(request: FastifyRequest): Promise<void> {
    if (!isOwnOrigin(deps.config, request.headers.origin, portOf(app, deps.config))) {
      throw new AppError(
        'wrong_origin',
        `A websocket from ${request.headers.origin ?? 'no origin'} is not accepted. Open Touchstone at its own address, or name this origin in TOUCHSTONE_ORIGINS.`,
      )
    }
    await requireAccount(deps, request)
  }

  app.get('/live', { websocket: true, preValidation: admit, schema: { hide: true } }, async (socket, request) => {
    // A message may arrive while the account is read; it must not be lost.
    const early: string[] = []
    let connection: Connection | null = null
    socket.on('message', (data) => {
      const raw = data.toString()
      if (connection) connection.receive(raw)
      else early.push(raw)
    })
    socket.on('close', () => {
      if (!connection) return
      connections.delete(connection)
      connection.end()
    })
    // Oversized or broken frames: the library closes the socket with the right code.
    socket.on('error', () => undefined)
    const account = await requireAccount(deps, request)
    const made = makeConnection(socket, {
      run,
      deps,
      cursors,
      account,
      sessionSha256: sha256(request.cookies[SESSION_COOKIE] ?? ''),
      onPresence,
    })
    if (socket.readyState !== socket.OPEN) return
    connection = made
    connections.add(made)
    for (const raw of early) made.receive(raw)
  })
}
