/** What opens over the screen; each loads when it is first wanted. */
import { type JSX, lazy, Match, Suspense, Switch } from 'solid-js'
import { useFinish } from './finish.tsx'
import { useLabelling } from './labelling.tsx'

const KeySheet = lazy(() => import('../../keyboard/key-sheet.tsx'))
const Palette = lazy(() => import('../../keyboard/palette.tsx'))
const Guideline = lazy(() => import('./guideline.tsx'))
const SkipDialog = lazy(() => import('./skip-dialog.tsx'))
const RestDialog = lazy(() => import('./rest-dialog.tsx'))
const SegmentChooser = lazy(() => import('./segment-chooser.tsx'))

export function Overlays(): JSX.Element {
  const labelling = useLabelling()
  const finish = useFinish()
  const close = () => labelling.open(null)
  return (
    <Suspense>
      <Switch>
        <Match when={labelling.overlay() === 'keys'}>
          <KeySheet
            onClose={close}
            note="A mode is marked by its code: the category's digit, then the mode's. The same keys take the mark back. Nothing fires while you type."
          />
        </Match>
        <Match when={labelling.overlay() === 'palette'}>
          <Palette onClose={close} />
        </Match>
        <Match when={labelling.overlay() === 'guideline'}>
          <Guideline codebook={labelling.codebook} focused={labelling.acts.focused()?.id} onClose={close} />
        </Match>
        <Match when={labelling.overlay() === 'skip'}>
          <SkipDialog
            title={labelling.seat.traceTitle}
            onClose={close}
            onSkip={(note) => {
              close()
              finish.skip(note)
            }}
          />
        </Match>
        <Match when={labelling.overlay() === 'rest'}>
          <RestDialog onClose={close} />
        </Match>
        <Match when={labelling.overlay() === 'outline'}>
          <SegmentChooser
            rows={labelling.trace.segments}
            current={labelling.place.at()}
            stateOf={(id) => (labelling.acts.isAsked(id) ? (labelling.acts.record(id)?.state ?? 'not read') : 'to be read only')}
            onChoose={(index) => {
              close()
              labelling.acts.goTo(index)
            }}
            onClose={close}
          />
        </Match>
      </Switch>
    </Suspense>
  )
}
