/** Runs a measurement against our server with three leads watching, and against the floor: the same people, the same shape of work. */
import { watch } from './load.ts'
import { startProcess } from './process.ts'
import type { Counted, Person, Ready } from './server.ts'

export type UnderLoad = {
  readonly port: number
  readonly people: readonly Person[]
  readonly project: string
  readonly count: () => Promise<Counted>
}

const SEGMENTS = 60

export async function againstOurs<T>(size: number, measure: (load: UnderLoad) => Promise<T>): Promise<T> {
  const { ready, server } = await startProcess<Ready>('server.ts', [`${size}`, `${SEGMENTS}`])
  const leads = await Promise.all(ready.leads.map((lead) => watch(ready.port, lead, ready.project)))
  const result = await measure({
    port: ready.port,
    people: ready.annotators,
    project: ready.project,
    count: () => server.ask<Counted>('count'),
  })
  for (const lead of leads) {
    if (lead.frames() === 0) throw new Error('A lead who watched saw nothing.')
    lead.close()
  }
  await server.stop()
  return result
}

export async function againstFloor<T>(size: number, measure: (load: UnderLoad) => Promise<T>): Promise<T> {
  const { ready, server } = await startProcess<{ port: number }>('floor-server.ts', [])
  const people = Array.from({ length: size }, (_, index): Person => {
    const segments = Array.from({ length: SEGMENTS }, (_, segment) => `g${index}-${segment}`)
    return { cookie: '', seat: { id: `s${index}`, epoch: 1, segments } }
  })
  const result = await measure({ port: ready.port, people, project: 'floor', count: () => server.ask<Counted>('count') })
  await server.stop()
  return result
}
