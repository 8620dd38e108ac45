/** A list of rows of one height, of which only those in sight exist. */
import { createEffect, createMemo, createSignal, For, type JSX, onCleanup, onMount } from 'solid-js'

const OVERSCAN = 12

type FixedRowsProps = {
  readonly count: number
  readonly height: number
  /** Kept in sight. */
  readonly current: number
  readonly label: string
  readonly children: (index: number) => JSX.Element
}

/** First and last row to draw. */
export function rowWindow(scrollTop: number, height: number, rowHeight: number, count: number): { from: number; to: number } {
  const from = Math.max(0, Math.floor(scrollTop / rowHeight) - OVERSCAN)
  return { from, to: Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + OVERSCAN) }
}

export function FixedRows(props: FixedRowsProps): JSX.Element {
  let list: HTMLOListElement | undefined
  const [top, setTop] = createSignal(0)
  const [height, setHeight] = createSignal(800)
  const shown = createMemo(() => rowWindow(top(), height(), props.height, props.count))
  const indices = createMemo(() => {
    const { from, to } = shown()
    return Array.from({ length: to - from }, (_, index) => from + index)
  })

  onMount(() => {
    if (!list) return
    const observer = new ResizeObserver(() => setHeight(list?.clientHeight ?? 800))
    observer.observe(list)
    onCleanup(() => observer.disconnect())
  })
  createEffect(() => {
    if (!list) return
    const at = props.current * props.height
    const margin = 3 * props.height
    if (at < list.scrollTop + margin) list.scrollTop = Math.max(0, at - margin)
    else if (at + margin + props.height > list.scrollTop + height()) list.scrollTop = at + margin + props.height - height()
  })

  return (
    <ol class="out-list" ref={list} aria-label={props.label} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
      <li aria-hidden="true" style={{ height: `${shown().from * props.height}px` }} />
      <For each={indices()}>{(index) => props.children(index)}</For>
      <li aria-hidden="true" style={{ height: `${(props.count - shown().to) * props.height}px` }} />
    </ol>
  )
}
