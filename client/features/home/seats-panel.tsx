/** Who is at work on what; pushed while one looks. */
import { For, Show } from 'solid-js'
import type { RoundProgress } from '../../../shared/assignments/progress.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Bar } from '../../ui/bar.tsx'
import { formatCount, formatTime } from '../../ui/format.ts'
import { EmptyState } from '../../ui/states.tsx'
import { StatusWord } from '../../ui/tag.tsx'
import { isStuck, minutesSince } from './needs.ts'

type Annotator = RoundProgress['annotators'][number]

export function SeatsPanel(props: { progress: RoundProgress; now: Date }) {
  const seats = () => props.progress.seats
  return (
    <section class="panel scrollx">
      <div class="ph">
        <h2>Seats, live</h2>
        <span class="sub">
          {formatCount(seats().leased)} held, {formatCount(seats().free)} free, {formatCount(seats().submitted)} done
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
        <table class="t seats">
          <thead>
            <tr>
              <th>Who</th>
              <th>State</th>
              <th>Trace in hand</th>
              <th>Submitted</th>
              <th class="n">traces done</th>
              <th class="n">segments</th>
              <th class="n">last submit</th>
            </tr>
          </thead>
          <tbody>
            <For each={props.progress.annotators}>{(one) => <Row one={one} now={props.now} />}</For>
          </tbody>
        </table>
      </Show>
    </section>
  )
}

function Row(props: { one: Annotator; now: Date }) {
  return (
    <tr classList={{ hot: isStuck(props.one, props.now) }}>
      <td>
        <span class="row">
          <Avatar name={props.one.name} small named />
          {props.one.name}
        </span>
      </td>
      <td>
        <State one={props.one} now={props.now} />
      </td>
      <td class="cut-cell" title={props.one.seat?.traceTitle}>
        {props.one.seat?.traceTitle ?? <span class="t3">none</span>}
      </td>
      <td>
        <Show when={props.one.seat} fallback={<span class="t3">no seat in hand</span>}>
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
      <td class="n">{formatCount(props.one.tracesDone)}</td>
      <td class="n">{formatCount(props.one.segmentsSubmitted)}</td>
      <td class="n t2">{lastWords(props.one.lastSubmitAt, props.now)}</td>
    </tr>
  )
}

function State(props: { one: Annotator; now: Date }) {
  const minutes = () => minutesSince(props.one.lastSubmitAt, props.now)
  return (
    <Show
      when={props.one.seat}
      fallback={<StatusWord icon={props.one.isHere ? 'half' : 'ring'}>{props.one.isHere ? 'here, no seat' : 'away'}</StatusWord>}
    >
      <Show
        when={!isStuck(props.one, props.now)}
        fallback={
          <StatusWord icon="stuck" tone="warn">
            stuck {minutes()} min
          </StatusWord>
        }
      >
        <Show when={props.one.isHere} fallback={<StatusWord icon="ring">away, seat held</StatusWord>}>
          <StatusWord icon="disc" tone="ok">
            labelling
          </StatusWord>
        </Show>
      </Show>
    </Show>
  )
}

function lastWords(at: string | null, now: Date): string {
  if (at === null) return 'not yet'
  return minutesSince(at, now) < 1 ? 'now' : formatTime(at, now)
}
