/** Every seat of the round as a glyph: traces across, seats down. A trace opens what can be done with its seats. */
import { For, Index, type JSX } from 'solid-js'
import type { RoundProgress } from '../../../shared/assignments/progress.ts'
import { capitalised, formatCount, inWords } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import type { Question } from './questions.ts'
import { traceMenu } from './trace-menu.ts'

type TraceProgress = RoundProgress['traces'][number]
type Seat = TraceProgress['seats'][number]

const WIDTH = 30
const HEIGHT = 13
const PITCH = 17

type TraceGlyphsProps = {
  readonly progress: RoundProgress
  readonly name: string
  readonly overlap: number
  readonly now: Date
  readonly onAsk: (question: Question) => void
}

export function TraceGlyphs(props: TraceGlyphsProps): JSX.Element {
  const stuck = () => new Set<string>(props.progress.annotators.flatMap((one) => (one.state === 'stuck' && one.seat ? one.seat.id : [])))
  return (
    <section class="panel glyphs">
      <div class="ph">
        <h2>Traces of {props.name}</h2>
        <span class="sub">
          {inWords(props.overlap)} {props.overlap === 1 ? 'seat' : 'seats'} each
        </span>
        <span class="end keys">
          <Key state="submitted" word="done" />
          <Key state="leased" word="held" />
          <Key state="leased" word="stuck" isStuck />
          <Key state="free" word="free" />
        </span>
      </div>
      <ol class="gl">
        <For each={props.progress.traces}>
          {(trace, index) => (
            <li>
              <Menu
                class="glyph"
                label={`Trace ${index() + 1}, ${trace.title}: ${sentence(trace)}`}
                title={`${trace.title}: ${sentence(trace)}`}
                heading={trace.title}
                items={traceMenu(props.progress, trace, props.now, props.onAsk)}
              >
                <svg width={WIDTH} height={trace.seats.length * PITCH} aria-hidden="true">
                  <Index each={trace.seats}>
                    {(seat, row) => <Glyph seat={seat()} segments={trace.segments} y={row * PITCH} isStuck={stuck().has(seat().id)} />}
                  </Index>
                </svg>
                <span aria-hidden="true">{formatCount(index() + 1)}</span>
              </Menu>
            </li>
          )}
        </For>
      </ol>
    </section>
  )
}

function Glyph(props: { readonly seat: Seat; readonly segments: number; readonly y: number; readonly isStuck: boolean }): JSX.Element {
  const done = () => (props.segments === 0 ? 0 : props.seat.submitted / props.segments)
  return (
    <g transform={`translate(0 ${props.y})`} class={`gy ${props.seat.state}${props.isStuck ? ' stuck' : ''}`}>
      <rect x=".75" y=".75" width={WIDTH - 1.5} height={HEIGHT - 1.5} rx="2" />
      <rect class="part" width={WIDTH * done()} height={HEIGHT} rx="2" />
    </g>
  )
}

function Key(props: { readonly state: Seat['state']; readonly word: string; readonly isStuck?: boolean }): JSX.Element {
  return (
    <span class="row">
      <svg width="18" height="10" aria-hidden="true" class={`gy ${props.state}${props.isStuck ? ' stuck' : ''}`}>
        <rect x=".75" y=".75" width="16.5" height="8.5" rx="1.5" />
        <rect class="part" width={props.isStuck ? 6 : props.state === 'leased' ? 11 : 0} height="10" rx="1.5" />
      </svg>
      {props.word}
    </span>
  )
}

function sentence(trace: TraceProgress): string {
  const of = (state: Seat['state']) => trace.seats.filter((seat) => seat.state === state).length
  const words = [
    [of('submitted'), 'done'],
    [of('leased'), 'held'],
    [of('free'), 'free'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, word]) => `${inWords(Number(count))} ${word}`)
  return words.length === 0 ? 'no seat' : capitalised(words.join(', '))
}
