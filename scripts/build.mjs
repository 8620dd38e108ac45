/** Builds the server with the compiler and the client with Vite, into dist/. */
import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root, run, STAMP } from './lib/fresh.mjs'

ensureInstalled()
// A source that changes while it is built must count as newer than the build.
const startedAt = new Date()
const bin = (name) => join(root, 'node_modules', '.bin', name)
console.error('Building the server ...')
run(bin('tsc'), ['-p', 'tsconfig.build.json'])
console.error('Building the client ...')
run(bin('vite'), ['build', '--logLevel', 'warn'])
writeFileSync(STAMP, startedAt.toISOString())
utimesSync(STAMP, startedAt, startedAt)
