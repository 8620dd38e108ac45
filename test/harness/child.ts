import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cli = fileURLToPath(new URL('../../server/cli/main.ts', import.meta.url))

export type Finished = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

function start(args: readonly string[], env: NodeJS.ProcessEnv = {}, watch: readonly string[] = []): ChildProcess {
  const [program = '', ...rest] = [...watch, process.execPath, '--import', 'tsx', cli, ...args]
  return spawn(program, rest, {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

/** Runs the command line in a process of its own, from source. */
export async function touchstone(args: readonly string[], stdin: string | Uint8Array = ''): Promise<Finished> {
  const child = start(args)
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  child.stdin?.end(stdin)
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}

export type ServerProcess = { readonly port: number; readonly kill: (signal: 'SIGKILL' | 'SIGTERM') => Promise<number | null> }

/** A real server process on a free port; resolves when it listens. `watch` is a command that runs it, such as strace. */
export async function startServerProcess(data: string, watch: readonly string[] = []): Promise<ServerProcess> {
  const child = start(['serve', '--data', data, '--port', '0'], {}, watch)
  let said = ''
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const port = /http:\/\/localhost:(\d+)\//.exec(said)?.[1]
      if (port !== undefined) resolve(Number(port))
    })
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.once('exit', () => reject(new Error(`The server did not start: ${said}`)))
  })
  return {
    port,
    async kill(signal) {
      const gone = once(child, 'exit')
      child.kill(signal)
      return (await gone)[0]
    },
  }
}
