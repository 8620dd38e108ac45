/**
 * `npm run bench -- label-ack`: 50, 200 and 500 annotators who each submit a segment (all modes) once a second, three leads watching;
 * from the time a submit was due to its acknowledgement after a durable commit. Floor: bare websocket, prepared inserts of the same rows,
 * group commit. Correctness is asserted: every acknowledged submit is a row.
 */
import { annotate, paced, quantile } from './label/load.ts'
import { againstFloor, againstOurs, type UnderLoad } from './label/run.ts'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 20)

type Latency = { readonly p50: number; readonly p99: number; readonly p999: number; readonly cpu: number }

async function measure({ port, people, project, count }: UnderLoad): Promise<Latency> {
  const annotators = await Promise.all(people.map((person) => annotate(port, person, project)))
  await paced(annotators, 3)
  const before = await count()
  const latencies = (await paced(annotators, SECONDS)).toSorted((a, b) => a - b)
  const after = await count()
  const expected = people.length * SECONDS
  if (latencies.length !== expected || after.events - before.events !== expected) {
    throw new Error(`${expected} submits were sent, ${latencies.length} acknowledged and ${after.events - before.events} stored.`)
  }
  for (const annotator of annotators) annotator.close()
  return {
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    p999: quantile(latencies, 0.999),
    cpu: (after.cpuSeconds - before.cpuSeconds) / SECONDS,
  }
}

const say = ({ p50, p99, p999, cpu }: Latency) =>
  `p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)}, p99.9 ${p999.toFixed(2)} ms, ${(100 * cpu).toFixed(0)} % of a core`

export default async function labelAck() {
  const notes: string[] = []
  let last = { ours: Number.NaN, floor: Number.NaN }
  for (const size of [50, 200, 500]) {
    const mine = await againstOurs(size, measure)
    const bare = await againstFloor(size, measure)
    notes.push(`${size} annotators, ${SECONDS} s: ${say(mine)}; floor ${say(bare)}`)
    last = { ours: mine.p99, floor: bare.p99 }
  }
  return {
    name: 'label-ack',
    ...last,
    ratio: last.ours / last.floor,
    unit: 'ms, p99 at 500 annotators; target 10 and at most 2 x the floor',
    notes,
  }
}
