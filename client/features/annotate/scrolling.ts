/** Where the trace is scrolled to, what has the focus in it, and what is selected there. */
import { createEffect, on } from 'solid-js'
import { selectedRange } from '../../trace-view/selection.ts'
import { useLabelling } from './labelling.tsx'

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
