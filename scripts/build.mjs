/** Builds the server with the compiler and the client with Vite, into dist/. */
import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, isBuilt, root, run, STAMP } from './lib/fresh.mjs'
import { oneAtATime, putInPlace } from './lib/in-place.mjs'

ensureInstalled()
const dist = join(root, 'dist')
oneAtATime(
  join(dist, '.building'),
  (hasWaited) => {
    // Whoever held the lock has done it already.
    if (!hasWaited || !isBuilt()) build()
  },
  () => console.error('Another command builds it just now; waiting for that ...'),
)

function build() {
  // A build that is cut short counts as none; and a source that changes while it is built must count as newer than the build.
  rmSync(STAMP, { force: true })
  const startedAt = new Date()
  const bin = (name) => join(root, 'node_modules', '.bin', name)
  console.error('Building the server ...')
  run(bin('tsc'), ['-p', 'tsconfig.build.json'])
  console.error('Building the client ...')
  const built = join(dist, 'client.new')
  run(bin('vite'), ['build', '--logLevel', 'warn', '--outDir', built, '--emptyOutDir'])
  putInPlace(built, join(dist, 'client'))
  writeFileSync(STAMP, startedAt.toISOString())
  utimesSync(STAMP, startedAt, startedAt)
}
