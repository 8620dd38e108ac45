/** What helps to decide alike: the definitions, the question that separates them, and how such cells were decided before. */
import { For, Show } from 'solid-js'
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import type { CellDetail } from '../../../shared/http/api.ts'
import { Icon } from '../../ui/icon.tsx'
import { reasonWord, valueWords } from './words.ts'

type Mode = Codebook['modes'][number]

export function Definitions(props: { mode: Mode; other: Mode | undefined; codebook: Codebook }) {
  const confusion = () => {
    const other = props.other
    return other && props.codebook.confusions.find((one) => one.modes.includes(props.mode.id) && one.modes.includes(other.id))
  }
  /** "no: 3.2; yes: 3.3" in the order in which the codebook gives the answers. */
  const answers = () =>
    confusion()?.modes.map(
      (id, index) => `${confusion()?.answers[index] ?? ''} (${props.codebook.modes.find((mode) => mode.id === id)?.code ?? id})`,
    )
  return (
    <>
      <h3>
        {props.codebook.title}, version {props.codebook.version}
      </h3>
      <div class="defs" classList={{ single: !props.other }}>
        <div>
          <b class="code">{props.mode.code}</b> {props.mode.definition}
        </div>
        <Show when={props.other}>
          {(other) => (
            <div>
              <b class="code">{other().code}</b> {other().definition}
            </div>
          )}
        </Show>
        <Show
          when={confusion()}
          fallback={
            <div class="ask">
              <b>Near miss:</b> {props.mode.nearMiss}
            </div>
          }
        >
          {(held) => (
            <div class="ask">
              <b>Ask:</b> {held().question} {answers()?.join(' ')}
            </div>
          )}
        </Show>
      </div>
    </>
  )
}

export function Precedents(props: { precedents: CellDetail['precedents']; code: string }) {
  return (
    <>
      <h3 class="gap">Precedents, settled {props.code} cells</h3>
      <Show
        when={props.precedents.length > 0}
        fallback={<p class="small t2">None yet: this is the first {props.code} cell to be settled here.</p>}
      >
        <ul class="prec">
          <For each={props.precedents}>
            {(precedent) => (
              <li title={`${precedent.traceTitle}, segment ${precedent.segmentIndex + 1}`}>
                <Icon name="settled" />
                <span>{valueWords[precedent.value].word}</span>
                <span class="cut t2">
                  {precedent.note === '' ? `${precedent.traceTitle}, segment ${precedent.segmentIndex + 1}` : precedent.note}
                </span>
                <span class="t3">{reasonWord(precedent.reason)}</span>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </>
  )
}
