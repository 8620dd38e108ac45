/** Drafts of one seat, kept on this device so that a reload finds them, each with the step before for undo. */
import { onCleanup } from 'solid-js'
import { createStore, produce } from 'solid-js/store'
import type { SeatId, SegmentId, UserId } from '../../../shared/ids.ts'
import { storageName } from '../../live/base.ts'
import { Draft } from './draft.ts'

export type Drafts = {
  readonly get: (segment: SegmentId) => Draft | undefined
  /** Replaces the draft and remembers the one before. */
  readonly put: (segment: SegmentId, draft: Draft, before: Draft) => void
  /** The one step back, or undefined. Undoing twice does it again. */
  readonly undone: (segment: SegmentId) => Draft | undefined
  /** After a submit, or when it is given up. */
  readonly drop: (segment: SegmentId) => void
}

type Kept = { readonly draft: Draft; readonly before: Draft | null }

export function createDrafts(userId: UserId, seatId: SeatId): Drafts {
  const prefix = `${storageName('draft')}:${JSON.stringify([userId, seatId])}:`
  const [kept, setKept] = createStore<Record<string, Kept>>(readAll(prefix))

  // A draft is replaced as a whole; a plain set would write into the one that undo holds.
  const set = (segment: string, value: Kept | undefined) =>
    setKept(
      produce((all) => {
        if (value) all[segment] = value
        else delete all[segment]
      }),
    )

  // Another tab of this browser took a draft away: it was submitted there. The same draft is done with here too; a different one
  // stays, also on the disk.
  function hear(event: StorageEvent): void {
    if (event.newValue !== null || !event.key?.startsWith(prefix)) return
    const segment = event.key.slice(prefix.length)
    const mine = kept[segment]
    if (!mine) return
    if (isSame(parse(event.oldValue), mine)) set(segment, undefined)
    else write(event.key, JSON.stringify(mine))
  }
  window.addEventListener('storage', hear)
  onCleanup(() => window.removeEventListener('storage', hear))

  return {
    get: (segment) => kept[segment]?.draft,
    undone: (segment) => kept[segment]?.before ?? undefined,
    put: (segment, draft, before) => {
      const value = { draft, before }
      set(segment, value)
      write(prefix + segment, JSON.stringify(value))
    },
    drop: (segment) => {
      const mine = kept[segment]
      set(segment, undefined)
      // What another tab has put there since is not this tab's to take away.
      if (mine && isSame(parse(read(prefix + segment)), mine)) write(prefix + segment, null)
    },
  }
}

function isSame(a: Kept | null, b: Kept): boolean {
  return JSON.stringify(a?.draft) === JSON.stringify(parse(JSON.stringify(b))?.draft)
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function readAll(prefix: string): Record<string, Kept> {
  const found: Record<string, Kept> = {}
  try {
    for (let index = 0; index < localStorage.length; index++) {
      const key = localStorage.key(index)
      if (!key?.startsWith(prefix)) continue
      const kept = parse(localStorage.getItem(key))
      if (kept) found[key.slice(prefix.length)] = kept
    }
  } catch {
    // A browser that keeps nothing; drafts then live as long as the page.
  }
  return found
}

function parse(text: string | null): Kept | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('draft' in value)) return null
    const draft = Draft.safeParse(value.draft)
    const before = Draft.safeParse('before' in value ? value.before : null)
    return draft.success ? { draft: draft.data, before: before.success ? before.data : null } : null
  } catch {
    return null
  }
}

function write(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // Full or forbidden: the draft still stands on the screen.
  }
}
