/** A long trace: only the segments in sight exist, each measured when it is drawn. */
import { createVirtualizer } from '@tanstack/solid-virtual'
import { createEffect, For, type JSX, on, onMount, Show } from 'solid-js'
import { useLabelling } from './labelling.tsx'
import { createShowing, restFocus } from './scrolling.ts'
import { estimate, SegmentArticle } from './segment-article.tsx'

export default function VirtualTrace(): JSX.Element {
  const { place, segments, trace } = useLabelling()
  let scroll: HTMLDivElement | undefined
  const virtualizer = createVirtualizer({
    count: trace.segments.length,
    getScrollElement: () => scroll ?? null,
    estimateSize: (index) => {
      const row = trace.segments[index]
      return row ? estimate(row) : 0
    },
    overscan: 3,
  })
  onMount(() => restFocus(scroll))
  createEffect(
    on(place.at, (at) => {
      segments.want(at)
      queueMicrotask(() => virtualizer.scrollToIndex(at, { align: 'start' }))
    }),
  )
  createEffect(() => {
    const items = virtualizer.getVirtualItems()
    const first = items[0]
    const last = items.at(-1)
    for (const item of [first, last]) if (item && !segments.get(item.index)) segments.want(item.index)
  })
  createShowing(() => scroll)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section class="scroll" tabIndex={0} ref={scroll} aria-label="Trace">
      <div class="virtual" style={{ height: `${virtualizer.getTotalSize()}px` }}>
        {/* Moved by `top`: a transform would not move what the sticky heads stick to. */}
        <div style={{ top: `${virtualizer.getVirtualItems()[0]?.start ?? 0}px` }}>
          <For each={virtualizer.getVirtualItems()}>
            {(item) => (
              <Show when={trace.segments[item.index]}>
                {(row) => (
                  <div data-index={item.index} ref={(element) => queueMicrotask(() => virtualizer.measureElement(element))}>
                    <SegmentArticle row={row()} />
                  </div>
                )}
              </Show>
            )}
          </For>
        </div>
      </div>
    </section>
  )
}
