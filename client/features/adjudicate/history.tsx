import { For, Show } from 'solid-js'
import type { DecisionView } from '../../../shared/adjudication/decision.ts'
import { formatTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { reasonWord, valueWords } from './words.ts'

/** Every decision on the cell, newest first; nothing is overwritten. */
export function History(props: { decisions: readonly DecisionView[]; nameOf: (user: string) => string; now: Date }) {
  return (
    <Show when={props.decisions.length > 0}>
      <h3 class="gap">History of this cell</h3>
      <ul class="hist">
        <For each={props.decisions.toSorted((a, b) => b.revision - a.revision)}>
          {(decision) => (
            <li>
              <Icon name={decision.state === 'settled' ? 'settled' : 'reopened'} class={decision.state === 'settled' ? 'gold' : 'warn'} />
              <span>
                {decisionWords(decision)} by {props.nameOf(decision.by)}
                <Show when={decision.note !== ''}>
                  <span class="t2"> “{decision.note}”</span>
                </Show>
              </span>
              <span class="t3 num">{formatTime(decision.at, props.now)}</span>
            </li>
          )}
        </For>
      </ul>
    </Show>
  )
}

export function decisionWords(decision: Pick<DecisionView, 'state' | 'value' | 'reason'>): string {
  if (decision.state === 'reopened' || decision.value === null) return 'reopened'
  const reason = decision.reason === null ? '' : ` (${reasonWord(decision.reason)})`
  return `${valueWords[decision.value].word}${reason}`
}
