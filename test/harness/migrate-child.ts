/** Opens a fresh installation when it is told to, so that a test can kill it in the middle of that. Says how long it took. */
import { readConfig } from '../../server/config.ts'
import { openInstallation } from '../../server/installation.ts'

process.on('message', async (data: string) => {
  const start = performance.now()
  process.send?.({ kind: 'begun' })
  const installation = await openInstallation(readConfig({ data, port: 0 }, {}))
  process.send?.({ kind: 'done', ms: performance.now() - start })
  await installation.close()
  process.exit(0)
})
process.send?.({ kind: 'ready' })
