/** The codebook at hand: every mode with its definition, an example, the near miss and what tells it from its neighbours. */
import { For, type JSX, onMount } from 'solid-js'
import type { Codebook, Mode } from '../../../shared/codebooks/codebook.ts'
import type { ModeId } from '../../../shared/ids.ts'
import { Dialog } from '../../ui/dialog.tsx'

type GuidelineProps = { readonly codebook: Codebook; readonly focused: ModeId | undefined; readonly onClose: () => void }

export default function Guideline(props: GuidelineProps): JSX.Element {
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={`${props.codebook.title}, version ${props.codebook.version}`}
      about={props.codebook.source}
      wide
    >
      <For each={props.codebook.categories}>
        {(category) => (
          <section class="gl">
            <h3 class="gl-head">
              {category.id} {category.name}
            </h3>
            <p class="t2 small">{category.description}</p>
            <For each={props.codebook.modes.filter((mode) => mode.category === category.id)}>
              {(mode) => <ModeEntry mode={mode} codebook={props.codebook} isFocused={mode.id === props.focused} />}
            </For>
          </section>
        )}
      </For>
    </Dialog>
  )
}

function ModeEntry(props: { readonly mode: Mode; readonly codebook: Codebook; readonly isFocused: boolean }): JSX.Element {
  let entry: HTMLElement | undefined
  onMount(() => {
    // After the dialog has placed itself and its focus.
    if (props.isFocused) requestAnimationFrame(() => entry?.scrollIntoView({ block: 'start' }))
  })
  const confusions = () => props.codebook.confusions.filter((confusion) => confusion.modes.includes(props.mode.id))
  return (
    <article class="gl-mode" classList={{ focus: props.isFocused }} ref={entry}>
      <h4>
        <span class="code">{props.mode.code}</span> {props.mode.name}
      </h4>
      <p>{props.mode.definition}</p>
      <dl class="pairs">
        <dt>Example</dt>
        <dd>{props.mode.example}</dd>
        <dt>Near miss</dt>
        <dd>{props.mode.nearMiss}</dd>
        <For each={confusions()}>
          {(confusion) => {
            const own = () => confusion.modes.indexOf(props.mode.id)
            const other = () => props.codebook.modes.find((mode) => mode.id === confusion.modes[own() === 0 ? 1 : 0])
            return (
              <>
                <dt>or {other()?.code}?</dt>
                <dd>
                  {confusion.question} <b>{props.mode.code}:</b> {confusion.answers[own() === 0 ? 0 : 1]} <b>{other()?.code}:</b>{' '}
                  {confusion.answers[own() === 0 ? 1 : 0]}
                </dd>
              </>
            )
          }}
        </For>
      </dl>
    </article>
  )
}
