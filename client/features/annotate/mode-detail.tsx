/** The focused mode: its value, what it means, what it is mixed up with, its quotes and note. */
import { createMemo, For, type JSX, Show } from 'solid-js'
import type { Mode } from '../../../shared/codebooks/codebook.ts'
import type { Evidence } from '../../../shared/labels/label.ts'
import { useKeyboard } from '../../keyboard/keyboard.tsx'
import { reveal } from '../../trace-view/folds.ts'
import { signedText } from '../../trace-view/signed-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { useLabelling } from './labelling.tsx'
import { focusTrace } from './scrolling.ts'
import { ValueSwitch } from './value-switch.tsx'

export function ModeDetail(): JSX.Element {
  const { acts } = useLabelling()
  return (
    <section class="detail" aria-label="Focused mode">
      <Show when={acts.focused()} fallback={<NoMode />}>
        {(mode) => <Detail mode={mode()} />}
      </Show>
    </section>
  )
}

function NoMode(): JSX.Element {
  const { codebook } = useLabelling()
  return (
    <>
      <p class="t2">
        Press <Kbd>0</Kbd> when nothing is wrong here, or the code of a mode to mark it and read what it means.
      </p>
      <dl class="pairs">
        <For each={codebook.categories}>
          {(category) => (
            <>
              <dt>{category.id}</dt>
              <dd>{category.description}</dd>
            </>
          )}
        </For>
      </dl>
    </>
  )
}

function Detail(props: { readonly mode: Mode }): JSX.Element {
  const { acts, codebook, place, isNoting, open } = useLabelling()
  const keyboard = useKeyboard()
  const draft = createMemo(() => {
    const row = place.row()
    return row && acts.draft(row.id)
  })
  const value = () => draft()?.values[props.mode.id]
  const quotes = () => draft()?.evidence.filter((one) => one.mode === props.mode.id) ?? []
  const note = () => draft()?.notes[props.mode.id] ?? ''
  const confusions = createMemo(() =>
    codebook.confusions.flatMap((confusion) => {
      const other = confusion.modes.find((id) => id !== props.mode.id)
      const mode = confusion.modes.includes(props.mode.id) && codebook.modes.find((one) => one.id === other)
      return mode ? [{ mode, question: confusion.question }] : []
    }),
  )
  return (
    <>
      <div class="row">
        <h3>
          <span class="code">{props.mode.code}</span>
          {props.mode.name}
        </h3>
        <button type="button" class="end micro t3 row gap5" onClick={() => open('guideline')}>
          guideline <Kbd>g</Kbd>
        </button>
      </div>
      <ValueSwitch mode={props.mode} value={value()} />
      <p class="def">{props.mode.definition}</p>
      <dl class="pairs">
        <dt>Near miss</dt>
        <dd>{props.mode.nearMiss}</dd>
        <For each={confusions()}>
          {(confusion, index) => (
            <>
              <dt>{index() === 0 ? 'Often confused' : ''}</dt>
              <dd>
                with{' '}
                <button type="button" class="lnk" onClick={() => acts.focus(confusion.mode.id)}>
                  {confusion.mode.code} {confusion.mode.name}
                </button>
                . Ask: {confusion.question}
              </dd>
            </>
          )}
        </For>
      </dl>
      <For each={quotes()}>{(evidence) => <QuoteRow evidence={evidence} />}</For>
      <Show when={isNoting()} fallback={<Show when={note()}>{(text) => <p class="note-text">{text()}</p>}</Show>}>
        <NoteField mode={props.mode} note={note()} />
      </Show>
      <div class="acts">
        <For each={['evidence', 'note', 'decisive']}>
          {(id) => (
            <button
              type="button"
              aria-pressed={id === 'decisive' ? (draft()?.decisive ?? false) : undefined}
              onClick={() => keyboard.run(id)}
            >
              <Kbd>{keyboard.keysOf(id)}</Kbd>
              {id === 'decisive' ? 'decisive step' : id}
              <Show when={id === 'decisive' && draft()?.decisive}>
                <Icon name="check" size={12} label="on" />
              </Show>
            </button>
          )}
        </For>
      </div>
    </>
  )
}

function QuoteRow(props: { readonly evidence: Evidence }): JSX.Element {
  const { acts, place, segments, folds, show } = useLabelling()
  const segment = () => segments.get(place.at())
  const step = () => segment()?.parts.find((view) => view.start <= props.evidence.start && props.evidence.start < view.end)?.step
  const jump = () => {
    const view = segment()
    if (view) reveal(folds, view, props.evidence.start)
    show(props.evidence.start)
  }
  return (
    <div class="evq">
      <span class="grow">
        <q dir="auto">{signedText(props.evidence.quote)}</q>
      </span>
      <span class="t2 nowrap row gap5">
        <button type="button" class="lnk" onClick={jump}>
          step {step() === undefined ? '' : (step() ?? 0) + 1} <Icon name="arrow" size={12} />
        </button>
        <button type="button" aria-label="Remove this quote" title="Remove this quote" onClick={() => acts.removeEvidence(props.evidence)}>
          <Icon name="x" size={12} />
        </button>
      </span>
    </div>
  )
}

function NoteField(props: { readonly mode: Mode; readonly note: string }): JSX.Element {
  const { acts, place, setNoting } = useLabelling()
  const row = place.row()
  const since = row && acts.draft(row.id)
  return (
    <label class="field">
      <span class="lab">Note on {props.mode.code}, kept beside your vote. Esc ends it.</span>
      <textarea
        class="inp"
        rows={3}
        maxLength={4000}
        dir="auto"
        value={props.note}
        ref={(field) => queueMicrotask(() => field.focus())}
        onInput={(event) => acts.setNote(props.mode.id, event.currentTarget.value, since)}
        onBlur={() => setNoting(false)}
        onKeyDown={(event) => {
          const isDone = event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
          if (!isDone || event.isComposing) return
          event.preventDefault()
          focusTrace()
        }}
      />
    </label>
  )
}
