/** The commands of package.json: installs and builds what is missing or stale, then does what was asked. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, root } from './lib/fresh.mjs'

const [what, ...args] = process.argv.slice(2)
const cli = join(root, 'dist', 'server', 'cli', 'main.js')

/** Program and arguments per command. */
const commands = {
  demo: [process.execPath, cli, 'demo', ...args],
  serve: [process.execPath, cli, 'serve', ...args],
  touchstone: [process.execPath, cli, ...args],
  test: [process.execPath, join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...args],
}

const command = commands[what]
if (!command) {
  console.error(`"${what}" is no command of this script; there are ${Object.keys(commands).join(', ')}.`)
  process.exit(2)
}
ensureInstalled()
ensureBuilt()
const [program, ...rest] = command
// Relative paths on the command line mean the folder it was typed in (npm changes to the package's own).
const child = spawn(program, rest, { cwd: what === 'touchstone' ? (process.env.INIT_CWD ?? root) : root, stdio: 'inherit' })
// Ctrl-C reaches the child by itself; a signal sent to this process alone is passed on.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)))
