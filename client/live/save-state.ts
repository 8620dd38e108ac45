import type { ConnectionState } from './connection.ts'
import type { OutboxEntry } from './outbox.ts'

/** What the status bar says. Never "saved" while anything waits. */
export type SaveState =
  | { readonly kind: 'saved'; readonly at: string | null }
  | { readonly kind: 'saving'; readonly count: number }
  | { readonly kind: 'offline'; readonly waiting: number }
  | { readonly kind: 'conflict'; readonly rejections: readonly OutboxEntry[] }

export function saveState(of: {
  readonly connection: () => ConnectionState
  readonly waiting: () => readonly OutboxEntry[]
  readonly unwritten: () => number
  readonly rejected: () => readonly OutboxEntry[]
  readonly savedAt: () => string | null
}): SaveState {
  if (of.rejected().length > 0) return { kind: 'conflict', rejections: of.rejected() }
  const waiting = of.waiting().length
  // What waits offline is what this device keeps; an act that is not yet on its disk is not among it.
  if (isOffline(of.connection())) return { kind: 'offline', waiting }
  const saving = waiting + of.unwritten()
  if (saving > 0) return { kind: 'saving', count: saving }
  return { kind: 'saved', at: of.savedAt() }
}

/** The first attempt of a page is not yet "offline"; every later one is. */
function isOffline(state: ConnectionState): boolean {
  switch (state.kind) {
    case 'ready':
      return false
    case 'connecting':
    case 'greeting':
      return state.attempt > 0
    case 'waiting':
    case 'signed-out':
    case 'refused':
    case 'stopped':
      return true
  }
}
