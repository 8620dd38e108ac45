import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { accessSync, chownSync, constants, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type Cluster = { readonly url: string; readonly stop: () => Promise<void> }

const PROGRAMS = ['initdb', 'postgres'] as const
const DEBIAN = '/usr/lib/postgresql'
const USER = 'touchstone'

/** A collation as servers out there have it: whoever leaves an order to the database is found out. */
const COLLATION = ['--locale-provider=icu', '--icu-locale=en-US', '--locale=C.UTF-8']

/** The folder that holds PostgreSQL's programs: the newest of Debian's, or one on the path. */
function findPrograms(): string | undefined {
  const packaged = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [...packaged.map((version) => join(DEBIAN, version, 'bin')), ...(process.env['PATH'] ?? '').split(delimiter)]
  return folders.find((folder) => PROGRAMS.every((program) => isExecutable(join(folder, program))))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

type Person = { readonly uid: number; readonly gid: number }

/** PostgreSQL refuses to run as root; then it runs as its own user, or as nobody. */
function findPerson(): Person | undefined {
  if (process.getuid?.() !== 0) return undefined
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const row = rows.find(([name]) => name === 'postgres') ?? rows.find(([name]) => name === 'nobody')
  return row && { uid: Number(row[2]), gid: Number(row[3]) }
}

/** A throwaway cluster on a socket in a folder of its own, without the fsyncs a test has no use for; none when PostgreSQL is not installed. */
export async function startCluster(): Promise<Cluster | null> {
  const programs = findPrograms()
  if (programs === undefined) return null
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-pg-'))
  const person = findPerson()
  if (person) chownSync(folder, person.uid, person.gid)
  const data = join(folder, 'data')
  const options = { cwd: folder, env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' }, ...person }
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', USER, '--auth=trust', '--encoding=UTF8', ...COLLATION, '--no-sync', '--no-instructions'],
    options,
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr?.toString() ?? made.error?.message}`)
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=300',
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
  ]
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const quit = () => server.kill('SIGQUIT')
  process.once('exit', quit)
  await untilReady(server, folder)
  return {
    url: `postgres://${USER}@localhost/postgres?host=${encodeURIComponent(folder)}`,
    async stop() {
      process.off('exit', quit)
      server.kill('SIGQUIT')
      if (server.exitCode === null) await new Promise((resolve) => server.once('exit', resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilReady(server: ChildProcess, folder: string): Promise<void> {
  let log = ''
  server.stderr?.on('data', (chunk: Buffer) => {
    // Only its beginning is of use, and only when it does not start.
    if (log.length < 10_000) log += chunk.toString()
  })
  for (let left = 200; left > 0; left--) {
    if (server.exitCode !== null) break
    if (existsSync(join(folder, '.s.PGSQL.5432')) && log.includes('ready to accept connections')) return
    await sleep(50)
  }
  throw new Error(`PostgreSQL did not start:\n${log}`)
}
