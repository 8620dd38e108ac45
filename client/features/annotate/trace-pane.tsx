/** The trace as one scroll, with the task pinned above. Long traces keep only the segments in sight. */
import { createEffect, For, type JSX, lazy, on, onMount, Show, Suspense } from 'solid-js'
import { FindBar } from './find-bar.tsx'
import { useLabelling } from './labelling.tsx'
import { ReviewList } from './review-list.tsx'
import { createShowing, restFocus } from './scrolling.ts'
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
