import type { LiveEvent } from '../shared/live/events.ts'

/** An event as it was committed; `sequence` is its place in the project's log. */
export type Published = { readonly projectId: string; readonly sequence: number; readonly event: LiveEvent }

/** Whether somebody has a connection open now, and when the server last heard of a key of theirs. */
export type Presence = { readonly isHere: boolean; readonly lastActiveAt: string | null }

export type Hub = {
  publish(published: Published): void
  subscribe(listener: (published: Published) => void): () => void
  /** Says that a session (named by the hash of its token) ended, so that its open sockets close. */
  revoke(sessionSha256: string): void
  onRevoke(listener: (sessionSha256: string) => void): () => void
  /** Somebody opened a connection; call what it gives back when it ends. */
  arrive(projectId: string, accountId: string): () => void
  /** A sign of life: the person last pressed a key at this time (ISO 8601). */
  noteActive(projectId: string, accountId: string, at: string): void
  presence(projectId: string, accountId: string): Presence
}

/** Carries committed events from features to whoever listens, in one process. */
export function makeHub(): Hub {
  const listeners = new Set<(published: Published) => void>()
  const revokeListeners = new Set<(sessionSha256: string) => void>()
  const here = new Map<string, number>()
  const active = new Map<string, string>()
  const key = (projectId: string, accountId: string) => `${projectId}\n${accountId}`
  return {
    publish(published) {
      for (const listener of listeners) listener(published)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    revoke(sessionSha256) {
      for (const listener of revokeListeners) listener(sessionSha256)
    },
    onRevoke(listener) {
      revokeListeners.add(listener)
      return () => revokeListeners.delete(listener)
    },
    arrive(projectId, accountId) {
      const k = key(projectId, accountId)
      here.set(k, (here.get(k) ?? 0) + 1)
      let isGone = false
      return () => {
        if (isGone) return
        isGone = true
        const left = (here.get(k) ?? 1) - 1
        if (left > 0) here.set(k, left)
        else here.delete(k)
      }
    },
    noteActive(projectId, accountId, at) {
      const k = key(projectId, accountId)
      if (at > (active.get(k) ?? '')) active.set(k, at)
    },
    presence(projectId, accountId) {
      const k = key(projectId, accountId)
      return { isHere: here.has(k), lastActiveAt: active.get(k) ?? null }
    },
  }
}
