/**
 * Something fetched, as plain signals. Not Solid's resource, because a page must keep its place: old values stay while new ones
 * are on their way, nothing is suspended, and an answer that arrives after a newer question is dropped.
 */
import { type Accessor, createComputed, createEffect, createMemo, createSignal, on, onCleanup } from 'solid-js'

export type Fetched<T> = {
  /** The newest answer for the key, or undefined while there is none. */
  value: Accessor<T | undefined>
  /** What the last try threw; undefined after a success. */
  error: Accessor<unknown>
  refetch: () => void
}

/** Fetches again whenever the key changes; `undefined` means that there is nothing to ask yet. */
export function createFetched<Key, T>(key: Accessor<Key | undefined>, fetch: (key: Key) => Promise<T>): Fetched<T> {
  const [value, setValue] = createSignal<T | undefined>()
  const [error, setError] = createSignal<unknown>()
  const settledKey = createMemo(key, undefined, { equals: sameKey })
  let asked = 0

  const ask = () => {
    const current = settledKey()
    const mine = ++asked
    if (current === undefined) return
    fetch(current).then(
      (answer) => {
        if (mine !== asked) return
        setError(undefined)
        setValue(() => answer)
      },
      (reason: unknown) => {
        if (mine === asked) setError(() => reason)
      },
    )
  }

  // A computed and not an effect: what belongs to the old key must be gone before anything draws it under the new one.
  createComputed(
    on(settledKey, () => {
      setValue(undefined)
      setError(undefined)
      ask()
    }),
  )
  onCleanup(() => {
    asked += 1
  })
  return { value, error, refetch: ask }
}

/** Keys are strings or short tuples of them. */
function sameKey(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

/**
 * The newest of what was fetched and what was pushed since. Pushed figures are changed in place, so that only their text tells
 * that they changed; and what was pushed while nobody listened is fetched again when the connection is back.
 */
export function createNewest<T>(
  fetched: Fetched<T>,
  pushed: Accessor<T | undefined>,
  isConnected: Accessor<boolean>,
): Accessor<T | undefined> {
  type Seen = { fetched: T | undefined; text: string | undefined; newest: T | undefined }
  const pushedText = createMemo(() => JSON.stringify(pushed()) as string | undefined)
  const seen = createMemo<Seen>(
    (before) => {
      const now = { fetched: fetched.value(), text: pushedText() }
      if (now.text !== undefined && now.text !== before.text) return { ...now, newest: JSON.parse(now.text) }
      if (now.fetched !== before.fetched) return { ...now, newest: now.fetched }
      return { ...now, newest: before.newest }
    },
    { fetched: undefined, text: undefined, newest: undefined },
  )
  createEffect(on(isConnected, (connected, before) => connected && before === false && fetched.refetch(), { defer: true }))
  const newest = createMemo(() => seen().newest)
  return newest
}
