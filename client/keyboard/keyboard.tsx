/** The one registry of commands: what the keys run, and what palette, tooltips and key sheet read. */
import { type Accessor, createContext, createMemo, createSignal, type JSX, onCleanup, onMount, useContext } from 'solid-js'
import { must } from '../../shared/assert.ts'
import { type Bound, nextStrokes, press, strokeOf } from './keymap.ts'
import { belongsToFocus, isTyping } from './typing.ts'

export type Command = Bound & {
  readonly title: string
  /** The heading it stands under in the key sheet. */
  readonly group: string
  readonly run: () => void
  /** May act again while the key is held. */
  readonly repeats?: boolean
  /** Not listed: fourteen modes are found in the panel. */
  readonly unlisted?: boolean
}

export type Keyboard = {
  readonly commands: Accessor<readonly Command[]>
  /** Strokes of a chord that waits for more. */
  readonly chord: Accessor<readonly string[]>
  readonly nextStrokes: Accessor<readonly string[]>
  readonly cancelChord: () => void
  readonly run: (id: string) => void
  /** The first key of a command, for tooltips. */
  readonly keysOf: (id: string) => string | undefined
  /** Adds commands while the caller lives; later ones win over earlier ones. */
  readonly register: (commands: Accessor<readonly Command[]>) => void
}

const KeyboardContext = createContext<Keyboard>()

export function useKeyboard(): Keyboard {
  return must(useContext(KeyboardContext), 'a KeyboardProvider above')
}

export function useCommands(commands: Accessor<readonly Command[]>): void {
  useKeyboard().register(commands)
}

export function KeyboardProvider(props: { readonly children: JSX.Element }): JSX.Element {
  const [sets, setSets] = createSignal<readonly Accessor<readonly Command[]>[]>([])
  const [chord, setChord] = createSignal<readonly string[]>([])
  const commands = createMemo(() => sets().flatMap((set) => set()))

  function run(id: string): void {
    commands()
      .find((command) => command.id === id)
      ?.run()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || isTyping(event)) return
    const stroke = strokeOf(event)
    if (stroke === null || isModifier(stroke)) return
    if (chord().length === 0 && belongsToFocus(event)) return
    const result = press(commands(), chord(), stroke)
    if (result.kind === 'ignored') return
    event.preventDefault()
    if (result.kind === 'pending') return void setChord(result.chord)
    setChord([])
    if (result.kind === 'cancelled') return
    const command = commands().find((one) => one.id === result.id)
    if (command && (!event.repeat || command.repeats)) command.run()
  }

  onMount(() => window.addEventListener('keydown', onKeyDown))
  onCleanup(() => window.removeEventListener('keydown', onKeyDown))

  const following = createMemo(() => (chord().length === 0 ? [] : nextStrokes(commands(), chord())))

  const keyboard: Keyboard = {
    commands,
    chord,
    nextStrokes: following,
    cancelChord: () => setChord([]),
    run,
    keysOf: (id) => commands().find((command) => command.id === id)?.keys[0],
    register: (set) => {
      setSets((all) => [set, ...all])
      onCleanup(() => setSets((all) => all.filter((one) => one !== set)))
    },
  }
  return <KeyboardContext.Provider value={keyboard}>{props.children}</KeyboardContext.Provider>
}

function isModifier(stroke: string): boolean {
  return ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Ctrl+control', 'Ctrl+meta', 'Ctrl+shift'].includes(stroke)
}
