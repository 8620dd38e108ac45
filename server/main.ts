import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { type Installation, openInstallation } from './installation.ts'
import { clientDirectory } from './paths.ts'
import { portOf } from './plugins/security.ts'

export type RunningServer = { readonly deps: Deps; readonly port: number; readonly stop: () => Promise<void> }

/** Configuration to listening server. `stop` lets requests end, commits what waits, and closes everything. */
export async function startServer(config: Config): Promise<RunningServer> {
  const installation = await openInstallation(config)
  try {
    const app = await buildApp(installation.deps, { clientDirectory, logger: { level: 'warn' } })
    await listen(app, config)
    return { deps: installation.deps, port: portOf(app, config), stop: () => stop(app, installation) }
  } catch (error) {
    await installation.close()
    throw error
  }
}

async function stop(app: FastifyInstance, installation: Installation): Promise<void> {
  await app.close()
  await installation.close()
}

async function listen(app: FastifyInstance, config: Config): Promise<void> {
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new Error(`Port ${config.port} is in use. Stop what listens there, or choose another with --port.`)
    }
    throw error
  }
}

/** Resolves when the process is asked to stop. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
}
