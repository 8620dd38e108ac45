/** What happened to the seat on the screen, what is safe, and what next. */
import { type JSX, Show } from 'solid-js'
import { Button } from '../../ui/button.tsx'
import { formatMany, listed } from '../../ui/format.ts'
import type { Ending } from './ending.ts'
import { useLabelling } from './labelling.tsx'
import { Strip } from './strip.tsx'

const HAPPENED: Readonly<Record<NonNullable<ReturnType<Ending['gone']>>, string>> = {
  handed_back: 'A lead handed this seat back.',
  lapsed: 'This seat lapsed and passed to somebody else.',
  unknown: 'This seat is no longer yours.',
}

type SeatNoticesProps = { readonly ending: Ending; readonly onNextSeat: (finished: null) => void }

export function SeatNotices(props: SeatNoticesProps): JSX.Element {
  const { acts } = useLabelling()
  const safe = () => {
    const submitted = acts.counts().submitted
    return submitted === 0
      ? 'You had submitted nothing in it.'
      : `Your ${formatMany(submitted, 'submitted segment')} ${submitted === 1 ? 'is' : 'are'} kept.`
  }
  const next = () => props.onNextSeat(null)
  return (
    <>
      <Show when={props.ending.gone()}>
        {(how) => (
          <Strip tone="danger" icon="stuck">
            <b>{HAPPENED[how()]}</b> {safe()}{' '}
            <Show when={props.ending.late() === 0} fallback={<Late ending={props.ending} />}>
              What you still send is recorded as late, and a lead decides whether it counts.
            </Show>
            <Button small onPress={next}>
              Take the next seat
            </Button>
          </Strip>
        )}
      </Show>
      <Show when={props.ending.isRoundClosed() && props.ending.gone() === null}>
        <Strip tone="warn" icon="lock">
          <b>This round was closed.</b> {safe()} Nothing more is recorded in it.
          <Button small onPress={next}>
            Look for other work
          </Button>
        </Strip>
      </Show>
      <Show when={props.ending.isReopened()}>
        <Strip tone="plain" icon="reopened">
          <b>A lead reopened this trace for you.</b> All you submitted stands. Correct what you like, then submit the trace again.{' '}
          {props.ending.isExposed() ? 'You could see what others said of it, so what you change now is kept apart.' : ''}
          <Button small onPress={props.ending.forgetReopened}>
            Understood
          </Button>
        </Strip>
      </Show>
      <Show when={props.ending.alsoReopened().length > 0 && props.ending.gone() === null}>
        <Strip tone="plain" icon="reopened">
          <b>A lead reopened {listed(props.ending.alsoReopened().map((title) => `"${title}"`))} for you.</b> It comes when you have
          submitted or skipped this trace. All you submitted in it stands.
        </Strip>
      </Show>
    </>
  )
}

function Late(props: { readonly ending: Ending }): JSX.Element {
  const many = () => formatMany(props.ending.late(), 'answer')
  return (
    <Show
      when={props.ending.verdict()}
      fallback={
        <>
          {many()} came late: recorded, and a lead decides whether {props.ending.late() === 1 ? 'it counts' : 'they count'}.
        </>
      }
    >
      {(verdict) => (
        <>
          {verdict() === 'accepted'
            ? `A lead accepted your late answers: they count.`
            : 'A lead left your late answers out; they stay in the record.'}
        </>
      )}
    </Show>
  )
}
