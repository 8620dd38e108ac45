/** What will be written, before it is written; and the keys. */
import { Show } from 'solid-js'
import type { CellDetail } from '../../../shared/http/api.ts'
import { inWords, listed } from '../../ui/format.ts'
import { Kbd } from '../../ui/kbd.tsx'
import type { Desk } from './desk.ts'
import { valueWords } from './words.ts'

export function StatusLine(props: { desk: Desk; detail: CellDetail | undefined }) {
  return (
    <div class="status">
      <Show when={props.desk.answer()} fallback={<span>Nothing is recorded until a reason is given</span>}>
        {(value) => (
          <span>
            Records <b>{valueWords[value()].word}</b>
            {support(value(), props.detail)}
          </span>
        )}
      </Show>
      <span class="grow" />
      <span class="hint">
        <Kbd>p</Kbd>
        <Kbd>a</Kbd>
        <Kbd>x</Kbd> then <Kbd>1</Kbd> to <Kbd>5</Kbd> settles
      </span>
      <span class="hint">
        <Kbd>j</Kbd>
        <Kbd>k</Kbd> cell
      </span>
      <span class="hint">
        <Kbd>z</Kbd> undo
      </span>
      <span class="hint">
        <Kbd>n</Kbd> note
      </span>
      <span class="hint">
        <Kbd>?</Kbd> all keys
      </span>
    </div>
  )
}

/** ", two votes with it, B's dissent kept" */
function support(value: 'present' | 'absent' | 'not_assessable', detail: CellDetail | undefined): string {
  if (!detail) return ''
  const agreeing = detail.votes.filter((vote) => vote.value === value)
  const others = detail.votes.filter((vote) => vote.value !== value).map((vote) => vote.letter)
  const withIt = `${inWords(agreeing.length)} ${agreeing.length === 1 ? 'vote' : 'votes'} with it`
  return others.length === 0 ? `, ${withIt}` : `, ${withIt}, what ${listed(others)} said is kept`
}
