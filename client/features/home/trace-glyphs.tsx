/** Every seat of the round as a glyph: traces across, seats down. */
import { For, Index } from 'solid-js'
import type { RoundProgress } from '../../../shared/assignments/progress.ts'
import { capitalised, formatCount, inWords } from '../../ui/format.ts'

type TraceProgress = RoundProgress['traces'][number]
type Seat = TraceProgress['seats'][number]

const WIDTH = 30
const HEIGHT = 13
const PITCH = 17

export function TraceGlyphs(props: { progress: RoundProgress; name: string; overlap: number }) {
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
          <Key state="free" word="free" />
        </span>
      </div>
      <ol class="gl">
        <For each={props.progress.traces}>
          {(trace, index) => (
            <li title={`${trace.title}: ${sentence(trace)}`}>
              <svg width={WIDTH} height={trace.seats.length * PITCH} role="img" aria-label={`${trace.title}: ${sentence(trace)}`}>
                <Index each={trace.seats}>{(seat, row) => <Glyph seat={seat()} segments={trace.segments} y={row * PITCH} />}</Index>
              </svg>
              <span aria-hidden="true">{formatCount(index() + 1)}</span>
            </li>
          )}
        </For>
      </ol>
    </section>
  )
}

function Glyph(props: { seat: Seat; segments: number; y: number }) {
  const done = () => (props.segments === 0 ? 0 : props.seat.submitted / props.segments)
  return (
    <g transform={`translate(0 ${props.y})`} class={`gy ${props.seat.state}`}>
      <rect x=".75" y=".75" width={WIDTH - 1.5} height={HEIGHT - 1.5} rx="2" />
      <rect class="part" width={WIDTH * done()} height={HEIGHT} rx="2" />
    </g>
  )
}

function Key(props: { state: Seat['state']; word: string }) {
  return (
    <span class="row">
      <svg width="18" height="10" aria-hidden="true" class={`gy ${props.state}`}>
        <rect x=".75" y=".75" width="16.5" height="8.5" rx="1.5" />
        <rect class="part" width={props.state === 'leased' ? 11 : 0} height="10" rx="1.5" />
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
