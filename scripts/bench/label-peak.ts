/**
 * `npm run bench -- label-peak`: 50, 200 and 500 annotators who send the next submit as soon as the last one is acknowledged, three leads
 * watching. Floor: as in label-ack. Correctness is asserted: every acknowledged submit is a row, none twice.
 */
import { annotate, peak } from './label/load.ts'
import { againstFloor, againstOurs, type UnderLoad } from './label/run.ts'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8)

async function measure({ port, people, project, count }: UnderLoad): Promise<number> {
  const annotators = await Promise.all(people.map((person) => annotate(port, person, project)))
  const warm = await peak(annotators, 2)
  const { perSecond, total } = await peak(annotators, SECONDS)
  const { events } = await count()
  if (events !== warm.total + total) throw new Error(`${warm.total + total} submits were acknowledged and ${events} stored.`)
  for (const annotator of annotators) annotator.close()
  return perSecond
}

export default async function labelPeak() {
  const notes: string[] = []
  let last = { ours: Number.NaN, floor: Number.NaN }
  for (const size of [50, 200, 500]) {
    last = { ours: await againstOurs(size, measure), floor: await againstFloor(size, measure) }
    notes.push(
      `${size} annotators: ${last.ours.toFixed(0)} submits/s, floor ${last.floor.toFixed(0)}, ratio ${(last.ours / last.floor).toFixed(2)}`,
    )
  }
  return {
    name: 'label-peak',
    ...last,
    ratio: last.ours / last.floor,
    unit: 'submits/s at 500 annotators; target 4,000 and 0.3 of the floor',
    notes,
  }
}
