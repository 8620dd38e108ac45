/** `?`: every command that has a key, under its heading. */
import { createMemo, For, type JSX } from 'solid-js'
import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { capOf } from './cap.ts'
import { type Command, useKeyboard } from './keyboard.tsx'
import './keyboard.css'

export default function KeySheet(props: { readonly onClose: () => void; readonly note?: string }): JSX.Element {
  const keyboard = useKeyboard()
  const groups = createMemo(() => byGroup(keyboard.commands()))
  return (
    <Dialog open onClose={props.onClose} title="Keys" about={props.note ?? 'Nothing fires while you type.'} wide>
      <div class="key-sheet">
        <For each={groups()}>
          {([group, commands]) => (
            <section>
              <h3>{group}</h3>
              <dl>
                <For each={commands}>
                  {(command) => (
                    <div>
                      <dt>
                        <For each={command.keys}>{(keys) => <Strokes keys={keys} />}</For>
                      </dt>
                      <dd>{command.title}</dd>
                    </div>
                  )}
                </For>
              </dl>
            </section>
          )}
        </For>
      </div>
    </Dialog>
  )
}

export function Strokes(props: { readonly keys: string }): JSX.Element {
  return <For each={props.keys.split(' ')}>{(stroke) => <Kbd>{capOf(stroke)}</Kbd>}</For>
}

function byGroup(commands: readonly Command[]): [string, Command[]][] {
  const groups = new Map<string, Command[]>()
  for (const command of commands) {
    if (command.unlisted || command.keys.length === 0) continue
    groups.set(command.group, [...(groups.get(command.group) ?? []), command])
  }
  return [...groups]
}
