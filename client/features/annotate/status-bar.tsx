import { For, type JSX, Show } from 'solid-js'
import { capOf } from '../../keyboard/cap.ts'
import { useKeyboard } from '../../keyboard/keyboard.tsx'
import { SaveWord } from '../../live/save-word.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { sayCounts } from './counts.ts'
import { useLabelling } from './labelling.tsx'

/** Hints, in the order of use; the first give way last on a narrow screen. */
const hints: readonly { readonly ids: readonly string[]; readonly word: string }[] = [
  { ids: ['nothing'], word: 'nothing here' },
  { ids: ['submit'], word: 'submit' },
  { ids: ['next', 'previous'], word: 'move' },
  { ids: ['undo'], word: 'undo' },
  { ids: ['skip'], word: 'skip' },
  { ids: ['later'], word: 'later' },
  { ids: ['keys'], word: 'all keys' },
]

export function StatusBar(): JSX.Element {
  const { acts, live, place, trace, open } = useLabelling()
  const keyboard = useKeyboard()
  const counts = () => acts.counts()
  const next = () => keyboard.nextStrokes()
  return (
    <footer class="status">
      <SaveWord />
      <Show when={live.save().kind === 'offline'}>
        <span class="t3">Kept on this device.</span>
      </Show>
      <span class="sep" />
      <span class="num">
        <Show when={!place.isReview()} fallback="Review">
          Segment <b>{place.at() + 1}</b> of {trace.segments.length}
          {counts().asked < trace.segments.length ? `, ${counts().asked} asked of you` : ''}
        </Show>
      </span>
      <span class="num">{sayCounts(counts())}</span>
      <Show when={keyboard.chord().length > 0}>
        <span class="sep" />
        <span class="st accent chord" role="status">
          Chord <For each={keyboard.chord()}>{(stroke) => <Kbd>{capOf(stroke)}</Kbd>}</For> waiting for {next()[0]} to {next().at(-1)}
        </span>
      </Show>
      <span class="end" />
      <For each={hints}>
        {(hint) => (
          <Show when={keyboard.keysOf(hint.ids[0] ?? '')}>
            <button type="button" class="hint" onClick={() => (hint.ids[0] === 'keys' ? open('keys') : keyboard.run(hint.ids[0] ?? ''))}>
              <For each={hint.ids}>{(id) => <Kbd>{capOf(keyboard.keysOf(id) ?? '')}</Kbd>}</For>
              {hint.word}
            </button>
          </Show>
        )}
      </For>
    </footer>
  )
}
