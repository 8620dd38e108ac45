import { type JSX, Show } from 'solid-js'
import { useLabelling } from './labelling.tsx'
import { ModeDetail } from './mode-detail.tsx'
import { ModeList } from './mode-list.tsx'
import { ReviewPanel } from './review-panel.tsx'
import { SubmitBar } from './submit-bar.tsx'
import { ValueSwitch } from './value-switch.tsx'

export function LabelPanel(): JSX.Element {
  const { place } = useLabelling()
  return (
    <Show when={!place.isReview()} fallback={<ReviewPanel />}>
      <aside class="panel-l" aria-label={`Labels for segment ${place.at() + 1}`}>
        <PanelHead />
        <ModeList />
        <ModeDetail />
        <NarrowValue />
        <SubmitBar />
      </aside>
    </Show>
  )
}

/** On a narrow screen there is no room for the detail; the value still has to be set. */
function NarrowValue(): JSX.Element {
  const { acts, place } = useLabelling()
  const value = (mode: string) => {
    const row = place.row()
    return row && acts.draft(row.id).values[mode]
  }
  return (
    <div class="detail-n">
      <Show when={acts.focused()} fallback={<span class="t3 small">Tap a mode to mark it.</span>}>
        {(mode) => (
          <>
            <span class="code">{mode().code}</span>
            <ValueSwitch mode={mode()} value={value(mode().id)} />
          </>
        )}
      </Show>
    </div>
  )
}

function PanelHead(): JSX.Element {
  const { acts, place, codebook } = useLabelling()
  const state = () => {
    const row = place.row()
    if (!row) return ''
    if (!acts.isAsked(row.id)) return 'to be read only'
    const isDraft = acts.isDraft(row.id)
    if (acts.isSubmitted(row.id)) {
      const bulk = acts.record(row.id)?.labels?.bulk ? ' with the rest' : ''
      return isDraft ? 'correction, not submitted' : `submitted${bulk}`
    }
    if (isDraft) return 'draft'
    return acts.record(row.id)?.state === 'later' ? 'later' : 'not answered'
  }
  return (
    <div class="pl-h">
      <b>Segment {place.at() + 1}</b>
      <span class="t3">{state()}</span>
      <span class="end t3">
        {codebook.title}, v{codebook.version}
      </span>
    </div>
  )
}
