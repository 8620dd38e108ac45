/** Without dependencies. How a build takes the place of the former one while others run: one at a time, and never with a gap. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const LOOK_AGAIN_MS = 200
/** A server that was started before the build still hands out the page it read then, with its files. */
const KEEP_MS = 7 * 24 * 60 * 60 * 1000

/** Runs the act while no other process does; the lock of a process that is gone is taken over. */
export function oneAtATime(lock, act, onWait = () => undefined) {
  mkdirSync(dirname(lock), { recursive: true })
  let hasWaited = false
  while (!take(lock)) {
    if (!hasWaited) onWait()
    hasWaited = true
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS)
  }
  // A build that fails ends the process, so it is given back in both cases.
  const giveBack = () => rmSync(lock, { force: true })
  process.once('exit', giveBack)
  try {
    return act(hasWaited)
  } finally {
    process.off('exit', giveBack)
    giveBack()
  }
}

function take(lock) {
  try {
    writeFileSync(lock, `${process.pid}`, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
    // Empty: it is being written at this moment.
    if (holder > 0 && !isAlive(holder)) rmSync(lock, { force: true })
    return false
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Puts a built client where the served one is: files first, then the page that names them; what an older page names stays for a week. */
export function putInPlace(built, place, now = Date.now()) {
  const [from, to] = [join(built, 'assets'), join(place, 'assets')]
  mkdirSync(to, { recursive: true })
  cpSync(from, to, { recursive: true })
  for (const entry of readdirSync(built).filter((name) => name !== 'assets')) renameSync(join(built, entry), join(place, entry))
  const named = new Set(readdirSync(from))
  for (const name of readdirSync(to)) {
    const file = join(to, name)
    if (!named.has(name) && now - statSync(file).mtimeMs > KEEP_MS) rmSync(file)
  }
  rmSync(built, { recursive: true })
}
