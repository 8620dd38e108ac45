/** Outline, trace and label panel over a status bar. Nothing the hand aims at moves. */
import { type JSX, onCleanup } from 'solid-js'
import type { Role } from '../../../shared/accounts/role.ts'
import { useCommands } from '../../keyboard/keyboard.tsx'
import { labelCommands } from './commands.ts'
import { createConflicts } from './conflicts.ts'
import { createEnding } from './ending.ts'
import { FinishProvider, useFinish } from './finish.tsx'
import { LabelHead } from './head.tsx'
import { LabelPanel } from './label-panel.tsx'
import { LabellingProvider, useLabelling, type Work } from './labelling.tsx'
import { Notices } from './notices.tsx'
import { Outline } from './outline.tsx'
import { Overlays } from './overlays.tsx'
import { focusTrace } from './scrolling.ts'
import type { Shown } from './shown.ts'
import { StatusBar } from './status-bar.tsx'
import { TracePane } from './trace-pane.tsx'

type LabelScreenProps = {
  readonly work: Work
  readonly role: Role
  readonly menu: JSX.Element
  readonly theme: JSX.Element
  /** The trace submitted before this one, where others' answers may be seen by now. */
  readonly done: Shown | null
  readonly onShow: (of: Shown) => void
  readonly onForget: () => void
  /** The seat is finished (and which it was), handed back or lost. */
  readonly onNextSeat: (finished: Shown | null) => void
}

export function LabelScreen(props: LabelScreenProps): JSX.Element {
  return (
    <LabellingProvider work={props.work}>
      <FinishProvider onDone={props.onNextSeat}>
        <Screen {...props} />
      </FinishProvider>
    </LabellingProvider>
  )
}

function Screen(props: LabelScreenProps): JSX.Element {
  const labelling = useLabelling()
  const finish = useFinish()
  const conflicts = createConflicts(labelling)
  const ending = createEnding(labelling)
  useCommands(() => labelCommands(labelling, finish, conflicts))
  useCommands(() => {
    const done = props.done
    return done
      ? [{ id: 'peers', keys: ['v'], title: 'What others said of the trace before', group: 'More', run: () => props.onShow(done) }]
      : []
  })
  labelling.live.holdSeat(labelling.seat.id)
  onCleanup(() => labelling.live.holdSeat(null))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: takes no input of its own; see keepFocus
    <div class="labelling" onMouseDown={keepFocus}>
      <LabelHead role={props.role} menu={props.menu} theme={props.theme} />
      <Outline />
      <TracePane />
      <LabelPanel />
      <StatusBar />
      <Notices conflicts={conflicts} ending={ending} {...props} />
      <Overlays />
    </div>
  )
}

/**
 * A click on a button takes no focus. Otherwise Enter would press that button again instead of submitting, and a selection made for
 * evidence would be gone.
 */
function keepFocus(event: MouseEvent): void {
  if (!(event.target instanceof Element && event.target.closest('button'))) return
  event.preventDefault()
  if (document.activeElement?.closest('button')) focusTrace()
}
