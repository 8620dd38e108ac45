/** Which key does what, as pure functions: a sequence of strokes against a table of commands. */

/** A key or a chord: strokes with a blank between, such as `j`, `3 2` or `Ctrl+k`. */
export type Keys = string

export type Bound = { readonly id: string; readonly keys: readonly Keys[] }

export type Press =
  | { readonly kind: 'run'; readonly id: string }
  /** More strokes must follow. */
  | { readonly kind: 'pending'; readonly chord: readonly string[] }
  /** A chord was begun and is given up; the stroke that did so does nothing else. */
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'ignored' }

/**
 * What a stroke means after the strokes of `chord`. A stroke that does not go on with a chord only ends it: half a code followed by
 * Enter must not submit.
 */
export function press(commands: readonly Bound[], chord: readonly string[], stroke: string): Press {
  const strokes = [...chord, stroke]
  const typed = strokes.join(' ')
  const exact = commands.find((command) => command.keys.includes(typed))
  if (exact) return { kind: 'run', id: exact.id }
  const goesOn = commands.some((command) => command.keys.some((keys) => keys.startsWith(`${typed} `)))
  if (goesOn) return { kind: 'pending', chord: strokes }
  return chord.length > 0 ? { kind: 'cancelled' } : { kind: 'ignored' }
}

/** The strokes that may follow a chord, in the order of the table. */
export function nextStrokes(commands: readonly Bound[], chord: readonly string[]): string[] {
  const prefix = `${chord.join(' ')} `
  const next = commands.flatMap((command) =>
    command.keys.filter((keys) => keys.startsWith(prefix)).map((keys) => keys.slice(prefix.length).split(' ')[0] ?? ''),
  )
  return [...new Set(next)]
}

/** Keys that two commands claim, or that stand in the way of a longer chord. Empty for a sound table. */
export function conflicts(commands: readonly Bound[]): string[] {
  const all = commands.flatMap((command) => command.keys)
  return [...new Set(all.filter((keys, index) => all.indexOf(keys) !== index || all.some((other) => other.startsWith(`${keys} `))))]
}

export type KeyLike = {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly getModifierState?: (name: string) => boolean
}

/**
 * The stroke of a key event. Digits are read from the place of the key, since some layouts reach them with Shift only; letters too
 * when the layout types another script. AltGr types characters and is no command.
 */
export function strokeOf(event: KeyLike): string | null {
  const isAltGraph = event.getModifierState?.('AltGraph') ?? false
  if (event.altKey && !isAltGraph) return null
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1]
  const isPlain = !event.shiftKey && !isAltGraph
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase()
  const isOtherScript = event.key.length === 1 && event.key.charCodeAt(0) > 0x7f
  const key = digit && isPlain ? digit : letter && isOtherScript && isPlain ? letter : event.key
  if (key === 'Dead' || key === 'Process' || key === 'Unidentified') return null
  const isCommand = (event.ctrlKey || event.metaKey) && !isAltGraph
  return isCommand ? `Ctrl+${key.toLowerCase()}` : key
}
