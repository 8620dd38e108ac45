/** What the tabs of one user in one project tell each other, and which of them sends. */
import type { MutationId } from '../../shared/ids.ts'
import type { Cancel } from './clock.ts'
import type { Rejection } from './outbox.ts'

export type TabMessage =
  | { readonly kind: 'added' }
  | { readonly kind: 'accepted'; readonly mutationId: MutationId; readonly at: string }
  | { readonly kind: 'rejected'; readonly mutationId: MutationId; readonly rejection: Rejection }
  | { readonly kind: 'dismissed'; readonly mutationId: MutationId }

export type Tabs = {
  readonly tell: (message: TabMessage) => void
  readonly close: () => void
}

/** `hear` gets what other tabs say; `elected` is called once, when this tab becomes the one that sends. */
export type OpenTabs = (on: { readonly hear: (message: TabMessage) => void; readonly elected: () => void }) => Tabs

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
