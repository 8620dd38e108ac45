/**
 * `npm run bench -- label-ack`: 50, 200 and 500 annotators who each submit a segment (all modes) once a second, three leads watching;
 * from the time a submit was due to its acknowledgement after a durable commit. Floor: bare websocket, prepared inserts of the same rows,
 * group commit. Correctness is asserted: every acknowledged submit is a row.
 */
import { annotate, paced, quantile, watch } from './label/load.ts'
import { startProcess } from './label/process.ts'
import type { Counted, Person, Ready } from './label/server.ts'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 20)

type Latency = { readonly p50: number; readonly p99: number; readonly p999: number; readonly cpu: number }

async function measure(port: number, people: readonly Person[], project: string, count: () => Promise<Counted>): Promise<Latency> {
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

async function ours(size: number): Promise<Latency> {
  const { ready, server } = await startProcess<Ready>('server.ts', [`${size}`, '60'])
  const leads = await Promise.all(ready.leads.map((lead) => watch(ready.port, lead, ready.project)))
  const latency = await measure(ready.port, ready.annotators, ready.project, () => server.ask<Counted>('count'))
  for (const lead of leads) {
    if (lead.frames() === 0) throw new Error('A lead who watched saw nothing.')
    lead.close()
  }
  await server.stop()
  return latency
}

async function floor(size: number): Promise<Latency> {
  const { ready, server } = await startProcess<{ port: number }>('floor-server.ts', [])
  const people = Array.from(
    { length: size },
    (_, index): Person => ({
      cookie: '',
      seat: { id: `s${index}`, epoch: 1, segments: Array.from({ length: 60 }, (_, n) => `g${index}-${n}`) },
    }),
  )
  const latency = await measure(ready.port, people, 'floor', () => server.ask<Counted>('count'))
  await server.stop()
  return latency
}

export default async function labelAck() {
  const notes: string[] = []
  let last = { ours: Number.NaN, floor: Number.NaN }
  for (const size of [50, 200, 500]) {
    const [mine, bare] = [await ours(size), await floor(size)]
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
