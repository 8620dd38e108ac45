/** The modes in their categories. Their places never change: the hand learns them. */
import { createMemo, createSignal, For, type JSX, Show } from 'solid-js'
import type { Category, Mode } from '../../../shared/codebooks/codebook.ts'
import { useKeyboard } from '../../keyboard/keyboard.tsx'
import { formatMany } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import type { Draft } from './draft.ts'
import { useLabelling } from './labelling.tsx'
import { unset, valueWords } from './value-words.ts'

export function ModeList(): JSX.Element {
  const { codebook, acts } = useLabelling()
  const keyboard = useKeyboard()
  const pending = () => keyboard.chord()[0]
  // On a narrow screen one category is in sight; it follows the chord and the focus until a tab is chosen.
  const [chosen, setChosen] = createSignal<string | null>(null)
  const tab = () => chosen() ?? acts.focused()?.category ?? codebook.categories[0]?.id
  return (
    <div class="mode-list">
      <span class="sheet-grip" />
      <div class="sheet-tabs" role="tablist" aria-label="Categories">
        <For each={codebook.categories}>
          {(category) => (
            <button type="button" role="tab" aria-selected={tab() === category.id} onClick={() => setChosen(category.id)}>
              <b>{category.id}</b>
              <TabCount category={category} />
            </button>
          )}
        </For>
      </div>
      <For each={codebook.categories}>
        {(category) => (
          <CategorySection
            category={category}
            modes={codebook.modes.filter((mode) => mode.category === category.id)}
            state={pending() === undefined ? 'rest' : pending() === category.key ? 'pending' : 'dim'}
            isNarrowOff={tab() !== category.id}
          />
        )}
      </For>
    </div>
  )
}

function useDraft(): () => Draft | undefined {
  const { acts, place } = useLabelling()
  const draft = createMemo(() => {
    const row = place.row()
    return row && acts.draft(row.id)
  })
  return draft
}

function TabCount(props: { readonly category: Category }): JSX.Element {
  const { codebook } = useLabelling()
  const draft = useDraft()
  const text = () => {
    const values = codebook.modes.filter((mode) => mode.category === props.category.id).map((mode) => draft()?.values[mode.id])
    const found = (['present', 'unsure', 'not_applicable'] as const).find((value) => values.includes(value))
    return found ? `${values.filter((value) => value === found).length} ${valueWords[found].word}` : '–'
  }
  return <>{text()}</>
}

type SectionProps = {
  readonly category: Category
  readonly modes: readonly Mode[]
  readonly state: 'rest' | 'pending' | 'dim'
  readonly isNarrowOff: boolean
}

function CategorySection(props: SectionProps): JSX.Element {
  const draft = useDraft()
  const lastDigit = () => props.modes.at(-1)?.code.split('.')[1] ?? ''
  const firstDigit = () => props.modes[0]?.code.split('.')[1] ?? ''
  return (
    <section
      class="cat"
      classList={{ pending: props.state === 'pending', dim: props.state === 'dim', 'narrow-off': props.isNarrowOff }}
      aria-label={`${props.category.id} ${props.category.name}`}
    >
      <div class="cat-h">
        <b>{props.category.id}</b> {props.category.name}
        <Show when={props.state === 'pending'}>
          <span class="end row cat-wait">
            <Kbd>{props.category.key}</Kbd>
            <span>
              then {firstDigit()} to {lastDigit()} ·
            </span>
            <span>Esc</span>
          </span>
        </Show>
      </div>
      <For each={props.modes}>{(mode) => <ModeRow mode={mode} draft={draft()} />}</For>
    </section>
  )
}

function ModeRow(props: { readonly mode: Mode; readonly draft: Draft | undefined }): JSX.Element {
  const { acts, place } = useLabelling()
  const value = () => props.draft?.values[props.mode.id]
  const isSubmitted = () => {
    const row = place.row()
    return row !== undefined && acts.isSubmitted(row.id)
  }
  // What "nothing here" says is drawn as absent, because that is what it records.
  const look = () => {
    const marked = value()
    if (marked) return valueWords[marked]
    return props.draft && (props.draft.nothing || isSubmitted()) ? valueWords.absent : unset
  }
  const quotes = () => props.draft?.evidence.filter((one) => one.mode === props.mode.id).length ?? 0
  const hasNote = () => (props.draft?.notes[props.mode.id] ?? '') !== ''
  const meta = () => [value() === 'present' ? '' : look().word, quotes() > 0 ? formatMany(quotes(), 'quote') : '', hasNote() ? 'note' : '']
  const stroke = (index: number) => props.mode.code.split('.')[index]
  return (
    <button
      type="button"
      class={`mode ${look().tone}`}
      classList={{ focus: acts.focused()?.id === props.mode.id }}
      aria-label={`${props.mode.id} ${props.mode.name}, ${look().spoken}${quotes() > 0 ? `, ${formatMany(quotes(), 'quote')}` : ''}${hasNote() ? ', with a note' : ''}`}
      aria-current={acts.focused()?.id === props.mode.id ? 'true' : undefined}
      title={`${stroke(0)} then ${stroke(1)}`}
      onFocus={() => acts.focus(props.mode.id)}
      onClick={() => acts.mark(props.mode.id)}
    >
      <span class="code">
        {stroke(0)}.<u>{stroke(1)}</u>
      </span>
      <Icon name={look().icon} class="v" />
      <span class="nm">{props.mode.name}</span>
      <span class="meta">
        <Show when={quotes() > 0}>
          <Icon name="quote" size={12} />
        </Show>
        {meta().filter(Boolean).join(', ')}
      </span>
    </button>
  )
}
