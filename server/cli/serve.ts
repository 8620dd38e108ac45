import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { startServer, untilStopped } from '../main.ts'
import { UsageError } from './failure.ts'
import { type PlaceOptions, withPlace } from './place.ts'

type ServeOptions = PlaceOptions & { host?: string; port?: string }

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

export function serveCommand(): Command {
  return withPlace(
    new Command('serve')
      .description('run the server')
      .option('--host <HOST>', 'address to listen on (default 127.0.0.1)')
      .option('--port <N>', 'port (default 4180)'),
  ).action(async (options: ServeOptions) => {
    const config = readConfig({ data: options.data, databaseUrl: options.databaseUrl, host: options.host, port: options.port })
    if (!LOOPBACK.has(config.host)) {
      throw new UsageError(
        `Off loopback Touchstone needs TLS, or labels and sessions would travel in the clear. Keep --host 127.0.0.1 and put a reverse proxy with TLS before it; name its origin in TOUCHSTONE_ORIGINS.`,
      )
    }
    // Listened for from the beginning: who is asked to stop while still starting also stops well.
    const stopped = untilStopped()
    const server = await startServer(config)
    console.log(`Touchstone is served at http://localhost:${server.port}${config.basePath}`)
    const isEmpty = !(await server.deps.db.selectFrom('account').select('id').executeTakeFirst())
    if (isEmpty)
      console.log(
        'Nobody can sign in yet. Stop it, and make the first person: npm run -s touchstone -- user add NAME --project PROJECT --role lead',
      )
    await stopped
    await server.stop()
  })
}
