/** Who is at work on what; pushed while one looks. */
import { For, type JSX, Show } from 'solid-js'
import type { AnnotatorProgress, RoundProgress } from '../../../shared/assignments/progress.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Bar } from '../../ui/bar.tsx'
import { Button } from '../../ui/button.tsx'
import { formatCount, formatMany, formatTime } from '../../ui/format.ts'
import { EmptyState } from '../../ui/states.tsx'
import { StatusWord } from '../../ui/tag.tsx'
import { handBackQuestion, type Question } from './questions.ts'
import { lastWords, spent, stateWord } from './seat-words.ts'

type SeatsPanelProps = { readonly progress: RoundProgress; readonly now: Date; readonly onAsk: (question: Question) => void }

export function SeatsPanel(props: SeatsPanelProps): JSX.Element {
  const seats = () => props.progress.seats
  const frees = () =>
    props.progress.annotators
      .flatMap((one) => one.seat?.expiresAt ?? [])
      .toSorted()
      .at(0)
  return (
    <section class="panel">
      <div class="ph">
        <h2>Seats, live</h2>
        <span class="sub cut">
          {formatCount(seats().leased)} held, {formatCount(seats().free)} free, {formatCount(seats().submitted)} done
          <Show when={frees()}>{(at) => <>; the next frees at {formatTime(at(), props.now)} if nobody is there</>}</Show>
        </span>
        <span class="sub end">{formatCount(seats().total)} in all</span>
      </div>
      <Show
        when={props.progress.annotators.length > 0}
        fallback={
          <EmptyState icon="users" title="No annotator in this project">
            Seats are taken by annotators. An administrator adds people with the command "user".
          </EmptyState>
        }
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <section class="scrollx" tabIndex={0} aria-label="Seats by annotator">
          <table class="t seats">
            <thead>
              <tr>
                <th scope="col">Who</th>
                <th scope="col">State</th>
                <th scope="col">Trace</th>
                <th scope="col">Submitted</th>
                <th scope="col" class="n" title="Submits of the last hour">
                  per hour
                </th>
                <th scope="col" class="n" title="In the last 24 hours: the time between submits, each pause counted up to five minutes">
                  active, 24 h
                </th>
                <th scope="col" class="n">
                  last key
                </th>
                <th scope="col">
                  <span class="sr">Acts</span>
                </th>
              </tr>
            </thead>
            <tbody>
              <For each={props.progress.annotators}>{(one) => <Row one={one} now={props.now} onAsk={props.onAsk} />}</For>
            </tbody>
          </table>
        </section>
      </Show>
    </section>
  )
}

function Row(props: { readonly one: AnnotatorProgress } & Omit<SeatsPanelProps, 'progress'>): JSX.Element {
  const word = () => stateWord(props.one, props.now)
  return (
    <tr classList={{ hot: props.one.state === 'stuck' }}>
      <td>
        <span class="row">
          <Avatar name={props.one.name} small named />
          {props.one.name}
        </span>
      </td>
      <td>
        <StatusWord icon={word().icon} tone={word().tone}>
          {word().text}
        </StatusWord>
      </td>
      <td class="cut-cell" title={props.one.seat?.traceTitle}>
        {props.one.seat?.traceTitle ?? <span class="t3">no seat in hand</span>}
      </td>
      <td>
        <Show when={props.one.seat} fallback={<span class="t3 small">{formatMany(props.one.tracesDone, 'trace')} done</span>}>
          {(seat) => (
            <span class="row">
              <Bar
                class="w84"
                pieces={[{ value: seat().submitted }, { value: seat().later, tone: 'alt' }]}
                of={seat().segments}
                label={`${seat().submitted} of ${seat().segments} submitted, ${seat().later} put off`}
              />
              <span class="small t2">
                {formatCount(seat().submitted)} of {formatCount(seat().segments)}
              </span>
            </span>
          )}
        </Show>
      </td>
      <td class="n">{formatCount(props.one.perHour)}</td>
      <td class="n t2" title={`${spent(props.one.activeMinutes)} in this round`}>
        {spent(props.one.activeDayMinutes)}
      </td>
      <td class="n t2">{lastWords(props.one.lastActiveAt, props.now)}</td>
      <td class="n">
        <Show when={props.one.seat}>
          {(seat) => (
            <Button
              small
              kind="quiet"
              aria-label={`Hand back the seat of ${props.one.name}`}
              onPress={() =>
                props.onAsk(handBackQuestion({ ...seat(), seatId: seat().id, name: props.one.name, title: seat().traceTitle }))
              }
            >
              Hand back
            </Button>
          )}
        </Show>
      </td>
    </tr>
  )
}
