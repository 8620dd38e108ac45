/** Which cell of the table is pointed at, and whether its drawer is open. Arrow keys move, Enter opens, Esc closes. */
import { type Accessor, createSignal } from 'solid-js'
import type { ModeId } from '../../../shared/ids.ts'

export type CellPlace = { mode: ModeId; pair: number }

export type Selection = {
  place: Accessor<CellPlace | null>
  isCurrent: (place: CellPlace) => boolean
  isOpen: Accessor<boolean>
  /** Points at a cell without opening it. */
  point: (place: CellPlace) => void
  open: (place: CellPlace) => void
  close: () => void
  /** Moves by rows and columns, staying inside; false when there is nothing further that way. */
  move: (rows: number, columns: number) => boolean
  register: (place: CellPlace, element: HTMLElement) => void
  onKey: (event: KeyboardEvent) => void
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

export function createSelection(modes: Accessor<readonly ModeId[]>, pairs: Accessor<number>): Selection {
  const [pointed, setPointed] = createSignal<CellPlace | null>(null)
  const [isOpen, setOpen] = createSignal(false)
  const elements = new Map<string, HTMLElement>()
  const keyOf = (place: CellPlace) => `${place.mode}/${place.pair}`

  /** Falls back to the first cell, so that the table always has its one tab stop. */
  const place = () => {
    const held = pointed()
    if (held && modes().includes(held.mode) && held.pair < pairs()) return held
    const mode = modes()[0]
    return mode !== undefined && pairs() > 0 ? { mode, pair: 0 } : null
  }

  const focus = (target: CellPlace) => {
    setPointed(target)
    elements.get(keyOf(target))?.focus()
  }

  const target = (rows: number, columns: number): CellPlace | null => {
    const from = place()
    if (!from) return null
    const mode = modes()[modes().indexOf(from.mode) + rows]
    const pair = from.pair + columns
    return mode !== undefined && pair >= 0 && pair < pairs() ? { mode, pair } : null
  }

  const selection: Selection = {
    place,
    isCurrent: (other) => {
      const current = place()
      return current?.mode === other.mode && current.pair === other.pair
    },
    isOpen,
    point: setPointed,
    open: (other) => {
      setPointed(other)
      setOpen(true)
    },
    close: () => {
      const from = place()
      setOpen(false)
      if (from) focus(from)
    },
    move: (rows, columns) => {
      const next = target(rows, columns)
      if (next) focus(next)
      return next !== null
    },
    register: (other, element) => elements.set(keyOf(other), element),
    onKey: (event) => {
      const step = STEPS[event.key]
      if (step) {
        event.preventDefault()
        selection.move(step[0], step[1])
      } else if (event.key === 'Escape' && isOpen()) {
        event.preventDefault()
        selection.close()
      }
    },
  }
  return selection
}
