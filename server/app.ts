import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import websocket from '@fastify/websocket'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { MAX_UP_BYTES } from '../shared/live/up.ts'
import type { Deps } from './deps.ts'
import { registerAccountRoutes } from './features/accounts/index.ts'
import { registerAdjudicationRoutes } from './features/adjudication/index.ts'
import { makeLiveAgreement, registerAgreementRoutes } from './features/agreement/index.ts'
import { hasSeatOn, registerAssignmentRoutes } from './features/assignments/index.ts'
import { registerCodebookRoutes } from './features/codebooks/index.ts'
import { registerGoldRoutes } from './features/gold/index.ts'
import { registerLabelRoutes } from './features/labels/index.ts'
import { CLOSE, registerLive } from './features/live/index.ts'
import { registerOverviewRoutes } from './features/overview/index.ts'
import { registerTraceRoutes } from './features/traces/index.ts'
import { registerClient } from './plugins/client.ts'
import { refuseAddress, registerErrors } from './plugins/errors.ts'
import { registerSecurity } from './plugins/security.ts'
import { withoutBase } from './plugins/sub-path.ts'

export type AppOptions = { readonly clientDirectory: string; readonly logger?: FastifyServerOptions['logger'] }

/** Bodies of JSON requests; uploads have a limit of their own. */
const MAX_JSON_BYTES = 1024 * 1024

/** How long a stopping server waits for its clients to say goodbye. */
const GOODBYE_MS = 2_000

/** Puts the application together from its features; it does not listen. */
export async function buildApp(deps: Deps, options: AppOptions): Promise<FastifyInstance> {
  // zod/mini has no words of its own: without a locale every refusal would read "Invalid input".
  z.config(z.locales.en())
  const app = Fastify({
    logger: options.logger ?? false,
    bodyLimit: MAX_JSON_BYTES,
    trustProxy: false,
    forceCloseConnections: true,
    frameworkErrors: (error, _request, reply) => refuseAddress(error, reply),
    rewriteUrl: (request) => withoutBase(request.url ?? '/', deps.config.basePath),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  registerErrors(app)
  await app.register(cookie)
  await app.register(multipart)
  await app.register(rateLimit, { global: false })
  await app.register(websocket, {
    options: { maxPayload: MAX_UP_BYTES, perMessageDeflate: false },
    // An oversized or broken frame is the sender's doing, and closes its socket with the code for it: nothing for the log of faults.
    errorHandler: (error, socket, request) => {
      request.log.info({ reason: error.message }, 'a websocket was closed')
      socket.terminate()
    },
    // The library's own hook would close them without a word of when to come back.
    preClose: (done) => {
      const { clients } = app.websocketServer
      for (const client of clients) client.close(CLOSE.restart, 'the server restarts; come back in a moment')
      // A sleeping laptop never answers; stopping does not wait for it.
      const patience = setTimeout(() => {
        for (const client of clients) client.terminate()
      }, GOODBYE_MS)
      app.websocketServer.close(() => {
        clearTimeout(patience)
        done()
      })
    },
  })
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Touchstone', version: '1' } },
    transform: jsonSchemaTransform,
  })
  await registerSecurity(app, deps.config)

  const agreement = makeLiveAgreement(deps)
  app.addHook('onClose', async () => agreement.stop())

  registerAccountRoutes(app, deps)
  registerCodebookRoutes(app, deps)
  registerTraceRoutes(app, deps, (actor, traceId) => hasSeatOn(deps.db, actor.userId, traceId))
  registerAssignmentRoutes(app, deps)
  registerLabelRoutes(app, deps)
  registerAgreementRoutes(app, deps, agreement)
  registerAdjudicationRoutes(app, deps)
  registerOverviewRoutes(app, deps)
  registerGoldRoutes(app, deps)
  await registerLive(app, deps, agreement)
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
  app.get('/healthz', { schema: { summary: 'Alive', response: { 200: z.strictObject({ ok: z.literal(true) }) } } }, async () => ({
    ok: true as const,
  }))
  await registerClient(app, { directory: options.clientDirectory, basePath: deps.config.basePath })
  return app
}
