/** The answer, then its reason; the second settles and goes on. */
import { For, Show } from 'solid-js'
import { Button } from '../../ui/button.tsx'
import { capitalised } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import type { Desk } from './desk.ts'
import { decisionWords } from './history.tsx'
import { reasons, values, valueWords } from './words.ts'

export function Act(props: { desk: Desk; noteRef: (element: HTMLInputElement) => void }) {
  const answer = () => props.desk.answer()
  const decision = () => props.desk.current()?.decision ?? null
  const isSettled = () => props.desk.current()?.state === 'settled'
  const say = () => {
    const value = answer()
    if (value !== null) return `${capitalised(valueWords[value].word)}. Now the reason.`
    const held = decision()
    if (isSettled() && held) return `Settled: ${decisionWords(held)}. An answer here takes its place; both stay in the history.`
    return isSettled() ? 'Settled a moment ago.' : 'Is it present in this segment?'
  }
  return (
    <div class="act">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in every browser */}
      <div class="ans" role="group" aria-label="Answer">
        <For each={values}>
          {(value) => (
            <Button keys={valueWords[value].key} aria-pressed={answer() === value} onPress={() => props.desk.setAnswer(value)}>
              <Icon name={valueWords[value].icon} />
              {capitalised(valueWords[value].word)}
            </Button>
          )}
        </For>
      </div>
      <div class="row small">
        <b class={answer() === null ? 't2 plainw' : 'acc'} aria-live="polite">
          {say()}
        </b>
        <span class="end t2 nowrap">
          <Show when={answer() !== null}>Esc takes it back</Show>
          <Show when={answer() === null && isSettled()}>
            <Button small kind="quiet" icon="reopened" onPress={() => props.desk.reopen(props.desk.current())}>
              Reopen
            </Button>
          </Show>
        </span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div class="why" classList={{ pend: answer() !== null }} role="group" aria-label="Reason">
        <For each={reasons}>
          {(reason, index) => (
            <Button
              title={reason.about}
              off={answer() === null ? 'First the answer: p, a or x' : undefined}
              onPress={() => props.desk.settle(reason.code)}
            >
              <Kbd>{index() + 1}</Kbd>
              {reason.word}
            </Button>
          )}
        </For>
      </div>
      <label class="nt">
        <span class="sr">Note for this decision</span>
        <input
          ref={props.noteRef}
          class="inp"
          maxLength={4000}
          placeholder="A note for this decision, if one helps"
          value={props.desk.note()}
          onInput={(event) => props.desk.setNote(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' && event.key !== 'Enter') return
            event.stopPropagation()
            event.preventDefault()
            event.currentTarget.blur()
          }}
        />
        <Kbd>n</Kbd>
      </label>
    </div>
  )
}
