/**
 * `npm run bench -- label-peak`: 50, 200 and 500 annotators who send the next submit as soon as the last one is acknowledged, three leads
 * watching. Floor: as in label-ack. Correctness is asserted: every acknowledged submit is a row, none twice.
 */
import { annotate, peak, watch } from './label/load.ts'
import { startProcess } from './label/process.ts'
import type { Counted, Person, Ready } from './label/server.ts'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8)

async function measure(port: number, people: readonly Person[], project: string, count: () => Promise<Counted>): Promise<number> {
  const annotators = await Promise.all(people.map((person) => annotate(port, person, project)))
  const warm = await peak(annotators, 2)
  const { perSecond, total } = await peak(annotators, SECONDS)
  const { events } = await count()
  if (events !== warm.total + total) throw new Error(`${warm.total + total} submits were acknowledged and ${events} stored.`)
  for (const annotator of annotators) annotator.close()
  return perSecond
}

async function ours(size: number): Promise<number> {
  const { ready, server } = await startProcess<Ready>('server.ts', [`${size}`, '60'])
  const leads = await Promise.all(ready.leads.map((lead) => watch(ready.port, lead, ready.project)))
  const perSecond = await measure(ready.port, ready.annotators, ready.project, () => server.ask<Counted>('count'))
  for (const lead of leads) lead.close()
  await server.stop()
  return perSecond
}

async function floor(size: number): Promise<number> {
  const { ready, server } = await startProcess<{ port: number }>('floor-server.ts', [])
  const people = Array.from(
    { length: size },
    (_, index): Person => ({
      cookie: '',
      seat: { id: `s${index}`, epoch: 1, segments: Array.from({ length: 60 }, (_, n) => `g${index}-${n}`) },
    }),
  )
  const perSecond = await measure(ready.port, people, 'floor', () => server.ask<Counted>('count'))
  await server.stop()
  return perSecond
}

export default async function labelPeak() {
  const notes: string[] = []
  let last = { ours: Number.NaN, floor: Number.NaN }
  for (const size of [50, 200, 500]) {
    last = { ours: await ours(size), floor: await floor(size) }
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
