/** Tabs as a browser has them: a channel between them, and a lock for the one that sends. */
import type { Cancel } from './clock.ts'
import type { OpenTabs, TabMessage } from './tabs.ts'

/**
 * One lock per outbox. Its holder sends; when that tab closes or crashes, the browser hands the lock to the next one.
 * Without locks (plain HTTP on another host) every tab sends, which is safe: a mutation that arrives twice counts once.
 */
export function browserTabs(name: string): OpenTabs {
  return ({ hear, elected }) => {
    const channel = new BroadcastChannel(name)
    channel.onmessage = (event: MessageEvent<TabMessage>) => hear(event.data)
    const release = holdLock(name, elected)
    return {
      tell: (message) => channel.postMessage(message),
      close: () => {
        release()
        channel.close()
      },
    }
  }
}

function holdLock(name: string, elected: () => void): Cancel {
  const locks: LockManager | undefined = navigator.locks
  if (!locks) {
    queueMicrotask(elected)
    return () => {}
  }
  const ended = new AbortController()
  const untilEnded = () =>
    new Promise<void>((resolve) => {
      ended.signal.addEventListener('abort', () => resolve(), { once: true })
      elected()
    })
  // Rejects only because it was taken back while it still stood in the queue.
  locks.request(name, { signal: ended.signal }, untilEnded).catch(() => undefined)
  return () => ended.abort()
}
