import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A server under load, in a process of its own. */
export type ServerProcess = {
  readonly child: ChildProcess
  readonly ask: <T>(message: string) => Promise<T>
  readonly stop: () => Promise<void>
}

/** Starts one of the servers of this folder and waits until it says that it is ready. */
export async function startProcess<Ready>(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ ready: Ready; server: ServerProcess }> {
  const child = fork(join(import.meta.dirname, script), [...args], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  })
  const [ready] = (await once(child, 'message')) as [Ready]
  const ask = async <T>(message: string): Promise<T> => {
    const answer = once(child, 'message')
    child.send(message)
    const [reply] = (await answer) as [T]
    return reply
  }
  const stop = async () => {
    const ended = once(child, 'exit')
    child.send('stop')
    await ended
  }
  return { ready, server: { child, ask, stop } }
}
