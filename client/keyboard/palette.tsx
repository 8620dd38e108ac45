/** `Ctrl+K`: every command by name. */
import { createMemo, createSignal, For, type JSX, Show } from 'solid-js'
import { Dialog } from '../ui/dialog.tsx'
import { Strokes } from './key-sheet.tsx'
import { type Command, useKeyboard } from './keyboard.tsx'
import './keyboard.css'

const SHOWN = 12

export default function Palette(props: { readonly onClose: () => void }): JSX.Element {
  const keyboard = useKeyboard()
  const [query, setQuery] = createSignal('')
  const [chosen, setChosen] = createSignal(0)
  const found = createMemo(() => search(keyboard.commands(), query()).slice(0, SHOWN))

  function run(command: Command | undefined): void {
    if (!command) return
    props.onClose()
    // After the dialog has given the focus back: the command may want it.
    queueMicrotask(command.run)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setChosen((index) => Math.max(0, Math.min(found().length - 1, index + step)))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(found()[chosen()])
    }
  }

  return (
    <Dialog open onClose={props.onClose} title="Find a command">
      <input
        class="inp"
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found().length > 0 ? `palette-${chosen()}` : undefined}
        aria-label="Command"
        placeholder="Type a part of its name"
        autofocus
        value={query()}
        onInput={(event) => {
          setQuery(event.currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-list" role="listbox" aria-label="Commands" class="palette">
        <For each={found()}>
          {(command, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
            <div
              id={`palette-${index()}`}
              role="option"
              aria-selected={index() === chosen()}
              class="opt"
              data-highlighted={index() === chosen() ? '' : undefined}
              onClick={() => run(command)}
            >
              <span class="grow">{command.title}</span>
              <Show when={command.keys[0]}>{(keys) => <Strokes keys={keys()} />}</Show>
            </div>
          )}
        </For>
        <Show when={found().length === 0}>
          <p class="t3">No command has that in its name.</p>
        </Show>
      </div>
    </Dialog>
  )
}

function search(commands: readonly Command[], query: string): Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return commands.filter((command) => words.every((word) => command.title.toLowerCase().includes(word)))
}
