/** Without dependencies: this runs before anything is installed. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const STAMP = join(root, 'dist', '.built')

/** What the built server and client are made of. */
const SOURCES = [
  'server',
  'shared',
  'migrations',
  'client',
  'scripts/samples',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'vite.config.ts',
]

function newest(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  let latest = stat.mtimeMs
  for (const entry of readdirSync(path)) {
    if (entry !== 'node_modules') latest = Math.max(latest, newest(join(path, entry)))
  }
  return latest
}

/** Runs a program; what it says goes to standard error, so that results on standard output stay alone. Ends the process when it fails. */
export function run(program, args, options = {}) {
  const result = spawnSync(program, args, { cwd: root, stdio: ['ignore', 2, 2], ...options })
  if (result.status !== 0) {
    console.error(`"${program} ${args.join(' ')}" failed${result.error ? `: ${result.error.message}` : ''}.`)
    process.exit(result.status ?? 1)
  }
}

/** Installs what the lock file names, when that is missing or older than the lock file. */
export function ensureInstalled() {
  const mark = join(root, 'node_modules', '.package-lock.json')
  if (existsSync(mark) && statSync(mark).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs) return
  console.error('Installing what package-lock.json names (a minute or two, once) ...')
  run('npm', ['ci', '--no-audit', '--no-fund'])
}

/** No source is newer than the last build that came to its end. */
export function isBuilt() {
  const builtAt = existsSync(STAMP) ? statSync(STAMP).mtimeMs : 0
  return SOURCES.every((source) => newest(join(root, source)) <= builtAt)
}

/** Builds server and client when a source is newer than the last build. */
export function ensureBuilt() {
  if (isBuilt()) return
  run(process.execPath, [join(root, 'scripts', 'build.mjs')])
}
