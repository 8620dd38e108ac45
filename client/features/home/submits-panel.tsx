import type { RoundProgress } from '../../../shared/assignments/progress.ts'
import { Bar } from '../../ui/bar.tsx'
import { formatCount, formatShare } from '../../ui/format.ts'

/** How far the round is: submits, seats and decisions. */
export function SubmitsPanel(props: { progress: RoundProgress }) {
  const p = () => props.progress
  return (
    <section class="panel">
      <div class="ph">
        <h2>Progress</h2>
        <span class="sub end num">
          {formatCount(p().segments.submitted)} of {formatCount(p().segments.total)} submits,{' '}
          {formatShare(p().segments.submitted, p().segments.total)}
        </span>
      </div>
      <dl class="prog">
        <dt>Submits</dt>
        <dd>
          <Bar
            pieces={[{ value: p().segments.submitted }]}
            of={p().segments.total}
            label={`${p().segments.submitted} of ${p().segments.total} submits`}
          />
        </dd>
        <dt>Seats</dt>
        <dd>
          <Bar
            pieces={[{ value: p().seats.submitted }, { value: p().seats.leased, tone: 'alt' }]}
            of={p().seats.total}
            label={`${p().seats.submitted} of ${p().seats.total} seats done, ${p().seats.leased} held`}
          />
          <span class="small t2 num">
            {formatCount(p().seats.submitted)} done, {formatCount(p().seats.leased)} held of {formatCount(p().seats.total)}
          </span>
        </dd>
        <dt>Cells</dt>
        <dd>
          <Bar
            pieces={[{ value: p().cells.settled, tone: 'gold' }]}
            of={p().cells.settled + p().cells.open}
            label={`${p().cells.settled} settled, ${p().cells.open} open`}
          />
          <span class="small t2 num">
            {formatCount(p().cells.settled)} settled, {formatCount(p().cells.open)} open
          </span>
        </dd>
      </dl>
    </section>
  )
}
