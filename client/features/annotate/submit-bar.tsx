/** Says what a submit will record, before it does; and answers the last key. */
import { createMemo, type JSX, Match, Show, Switch } from 'solid-js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { labelsOf, markCount, sayLabels } from './draft.ts'
import { useLabelling } from './labelling.tsx'

export function SubmitBar(): JSX.Element {
  const { acts, codebook, place } = useLabelling()
  const draft = createMemo(() => {
    const row = place.row()
    return row && acts.draft(row.id)
  })
  const said = createMemo(() => {
    const now = draft()
    const labels = now && labelsOf(now, codebook)
    return labels ? sayLabels(labels) : null
  })
  const isUnchanged = () => {
    const row = place.row()
    return row !== undefined && (!acts.isAsked(row.id) || (!acts.isDraft(row.id) && acts.isSubmitted(row.id)))
  }
  const isAside = () => {
    const row = place.row()
    return row !== undefined && !acts.isAsked(row.id)
  }
  const isCorrection = () => {
    const row = place.row()
    return row !== undefined && acts.isSubmitted(row.id)
  }
  const marks = () => {
    const now = draft()
    return now ? markCount(now) : 0
  }
  const extras = () => {
    const now = draft()
    return now?.decisive ? ', decisive step' : ''
  }
  return (
    <div class="submit">
      <div class="say" role="status">
        <Switch fallback={<>Nothing is marked yet.</>}>
          <Match when={acts.answer()}>
            {(answer) => (
              <span class={`answer ${answer().tone}`}>
                <Icon name={answer().tone === 'plain' ? 'info' : answer().tone === 'warn' ? 'warn' : 'error'} size={14} />
                <span>
                  {answer().text}
                  <Show when={answer().keys}>
                    {' '}
                    Press <Kbd>0</Kbd> for “nothing here”, then <Kbd>Enter</Kbd>.
                  </Show>
                </span>
              </span>
            )}
          </Match>
          <Match when={isAside()}>To be read only: your seat does not ask for this segment.</Match>
          <Match when={isUnchanged()}>
            Recorded <b>{said()}</b>
          </Match>
          <Match when={said()}>
            Enter records{' '}
            <b>
              {said()}
              {extras()}
            </b>
          </Match>
        </Switch>
      </div>
      <div class="sub-b">
        <Button
          keys="0"
          aria-pressed={draft()?.nothing ?? false}
          off={marks() > 0 ? `Take back the ${marks() === 1 ? 'mark' : `${marks()} marks`} first` : undefined}
          onPress={acts.nothing}
        >
          Nothing here
        </Button>
        <Button kind="primary" keys="Enter" onPress={() => void acts.submit()}>
          {isUnchanged() ? 'Next' : isCorrection() ? 'Correct and next' : 'Submit and next'}
        </Button>
      </div>
    </div>
  )
}
