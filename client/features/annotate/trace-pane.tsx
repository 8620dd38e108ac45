/** The trace as one scroll, with the task pinned above. Long traces keep only the segments in sight. */
import { createEffect, For, type JSX, lazy, on, onMount, Show, Suspense } from 'solid-js'
import { selectedRange } from '../../trace-view/selection.ts'
import { FindBar } from './find-bar.tsx'
import { useLabelling } from './labelling.tsx'
import { ReviewList } from './review-list.tsx'
import { SegmentArticle } from './segment-article.tsx'
import { TaskBar } from './task-bar.tsx'

// Most traces are short and need none of it.
const VirtualTrace = lazy(() => import('./virtual-trace.tsx'))

/** Up to here all segments exist at once, and the browser's own find sees them. */
const MOST_PLAIN = 60

export function TracePane(): JSX.Element {
  const { place, trace } = useLabelling()
  return (
    <main class="trace">
      <TaskBar />
      <FindBar />
      <Show when={!place.isReview()} fallback={<ReviewList />}>
        <Show when={trace.segments.length > MOST_PLAIN} fallback={<PlainTrace />}>
          <Suspense>
            <VirtualTrace />
          </Suspense>
        </Show>
      </Show>
    </main>
  )
}

function PlainTrace(): JSX.Element {
  const { place, segments, trace } = useLabelling()
  let scroll: HTMLDivElement | undefined
  // Not scrollIntoView: that also moves whatever lies around the trace.
  const toHere = () => {
    const article = scroll?.children[place.at()]
    if (scroll && article instanceof HTMLElement) scroll.scrollTop = article.offsetTop
  }
  onMount(() => restFocus(scroll))
  createEffect(() => {
    segments.want(place.at())
    queueMicrotask(toHere)
  })
  // What comes in above the current segment must not push it out of sight.
  createEffect(on(() => trace.segments.slice(0, place.at()).filter((row) => segments.get(row.index)).length, toHere, { defer: true }))
  createShowing(() => scroll)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section class="scroll" tabIndex={0} ref={scroll} aria-label="Trace">
      <For each={trace.segments}>{(row) => <SegmentArticle row={row} />}</For>
    </section>
  )
}

/** Gives the focus back to the trace. */
export function focusTrace(): void {
  restFocus(document.querySelector<HTMLElement>('.labelling .scroll') ?? undefined)
}

/** The trace has the focus from the start, so that the page keys scroll it; without a ring until somebody tabs to it. */
export function restFocus(scroll: HTMLElement | undefined): void {
  if (!scroll) return
  scroll.dataset['resting'] = ''
  scroll.addEventListener('blur', () => delete scroll.dataset['resting'], { once: true })
  scroll.focus({ preventScroll: true })
}

/** Scrolls to the place in the text that was asked for. */
export function createShowing(scroll: () => HTMLElement | undefined): void {
  const { shown } = useLabelling()
  createEffect(
    on(shown, (asked) => {
      if (!asked) return
      queueMicrotask(() => {
        const runs = scroll()?.querySelectorAll<HTMLElement>('.sg.here [data-a]') ?? []
        const run = [...runs].find((one) => Number(one.dataset['a']) <= asked.at && asked.at < Number(one.dataset['b']))
        const box = scroll()
        if (box && run) box.scrollTop += run.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3
      })
    }),
  )
}

/** What is selected in the current segment, in code points; `elsewhere` when it lies in another one. */
export function readSelection(): { readonly start: number; readonly end: number } | 'none' | 'elsewhere' {
  const selection = window.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return 'none'
  const here = document.querySelector<HTMLElement>('.sg.here .parts')
  if (!here || !selection.getRangeAt(0).intersectsNode(here)) return 'elsewhere'
  return selectedRange(here, selection) ?? 'none'
}
