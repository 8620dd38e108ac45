import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../shared/errors.ts'
import type { Config } from '../config.ts'

/** Browser origins that may use this server: its own loopback addresses, and those the operator named. */
export function isOwnOrigin(config: Pick<Config, 'origins' | 'loopbackNames'>, origin: string | undefined, port: number): boolean {
  if (origin === undefined) return false
  const names = ['localhost', '127.0.0.1', '[::1]', ...config.loopbackNames]
  return names.some((name) => origin === `http://${name}:${port}`) || config.origins.includes(origin)
}

export async function registerSecurity(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    // Off loopback TLS is demanded elsewhere; on loopback this header would only break plain HTTP.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
  })
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return
    const origin = request.headers.origin
    // Every browser names the origin of a write. A caller without one is a script and has no cookie it did not put there itself.
    if (origin !== undefined && !isOwnOrigin(config, origin, portOf(app, config))) {
      throw new AppError(
        'wrong_origin',
        `Requests from ${origin} are not accepted. Open Touchstone at its own address, or name this origin in TOUCHSTONE_ORIGINS.`,
      )
    }
  })
}

/** The port that is really listened on (0 in the configuration means "any"). */
export function portOf(app: FastifyInstance, config: Pick<Config, 'port'>): number {
  const address = app.server.address()
  return address !== null && typeof address === 'object' ? address.port : config.port
}
