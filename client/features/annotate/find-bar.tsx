import { type JSX, Show } from 'solid-js'
import { IconButton } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { MOST_HITS } from './find.ts'
import { useLabelling } from './labelling.tsx'
import { focusTrace } from './scrolling.ts'

/** A letter typed asks at once in short traces; in long ones the hand is let finish first. */
const TYPING_MS = 120

export function FindBar(): JSX.Element {
  const { find } = useLabelling()
  return (
    <Show when={find.isOpen()}>
      <Bar />
    </Show>
  )
}

function Bar(): JSX.Element {
  const { find } = useLabelling()
  let timer: ReturnType<typeof setTimeout> | undefined
  const close = () => {
    find.close()
    focusTrace()
  }
  const count = () => {
    if (find.query() === '') return ''
    const of = find.hits().length === MOST_HITS ? `more than ${formatCount(MOST_HITS)}` : formatCount(find.hits().length)
    const found = find.hits().length === 0 ? 'not found' : find.at() === -1 ? `${of} found` : `${formatCount(find.at() + 1)} of ${of}`
    return find.isSearching() ? `${found}, still reading` : found
  }
  return (
    <search class="find-bar">
      <Icon name="search" />
      <input
        class="inp grow"
        type="search"
        aria-label="Find in the trace"
        placeholder="Find in the trace, folded parts too"
        value={find.query()}
        ref={(field) => queueMicrotask(() => field.focus())}
        onInput={(event) => {
          const text = event.currentTarget.value
          clearTimeout(timer)
          timer = setTimeout(() => find.setQuery(text), TYPING_MS)
        }}
        onKeyDown={(event) => {
          if (event.isComposing) return
          if (event.key === 'Escape') close()
          if (event.key !== 'Enter') return
          event.preventDefault()
          clearTimeout(timer)
          if (event.currentTarget.value !== find.query()) find.setQuery(event.currentTarget.value)
          find.step(event.shiftKey ? -1 : 1)
        }}
      />
      <span class="num small t2 find-n" role="status">
        {count()}
      </span>
      <IconButton icon="up" name="Previous hit (Shift Enter)" onPress={() => find.step(-1)} />
      <IconButton icon="down" name="Next hit (Enter)" onPress={() => find.step(1)} />
      <IconButton icon="x" name="Close (Esc)" onPress={close} />
    </search>
  )
}
