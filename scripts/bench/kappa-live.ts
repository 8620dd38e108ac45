/**
 * `npm run bench -- kappa-live`: what one more submit costs the live figures, with 1e3 to 1e7 labels stored already. A label is one value
 * of one annotator for one segment and mode; a submit carries 14 of them. Two annotators of ten label each segment; 20 segments a trace.
 * Floor: the plain change of two counters per mode. Beside it what a fresh set of figures costs, which is made at most once a tick.
 */
import { type RandomSource, seededRandom } from '../../shared/agreement/random.ts'
import { makeReliabilityCounts } from '../../shared/agreement/reliability-counts.ts'
import { summariseRound } from '../../shared/agreement/round/summarise-round.ts'
import { mast14 } from '../../shared/codebooks/mast-14.ts'
import { RoundId, UserId } from '../../shared/ids.ts'

const MODES = mast14.modes.length
const SEGMENTS_A_TRACE = 20
const UPDATES = 20_000
const TARGET = 50

export default async function kappaLive() {
  const notes: string[] = []
  const costs: number[] = []
  for (const labels of [1e3, 1e4, 1e5, 1e6, 1e7]) {
    const random = seededRandom(1)
    const submits = Math.round(labels / MODES)
    const counts = makeReliabilityCounts(MODES)
    for (let n = 0; n < submits; n++) counts.put(submitOf(Math.floor(n / 2), n % 2, random))
    const segments = Math.max(1, Math.floor(submits / 2))
    const changes = Array.from({ length: UPDATES }, () => submitOf(random() % segments, random() % 2, random))
    const startedAt = performance.now()
    for (const change of changes) counts.put(change)
    const us = ((performance.now() - startedAt) / UPDATES) * 1000
    costs.push(us)
    notes.push(`${labels.toExponential(0)} labels: ${us.toFixed(2)} µs per submit; figures ${figures(counts, segments).toFixed(2)} ms`)
  }
  const floor = plain()
  const ours = Math.max(...costs)
  notes.push(`largest against smallest: ${(ours / Math.min(...costs)).toFixed(2)} times`)
  return { name: 'kappa-live', ours, floor, ratio: ours / floor, unit: `µs per submit; target ${TARGET}, flat`, notes }
}

function submitOf(segment: number, side: number, random: RandomSource) {
  const trace = Math.floor(segment / SEGMENTS_A_TRACE)
  const rater = `r${(trace + side * (1 + (trace % 9))) % 10}`
  let vector = ''
  for (let mode = 0; mode < MODES; mode++) {
    const draw = random() % 100
    vector += draw < 6 ? 'p' : draw < 8 ? 'u' : 'a'
  }
  return { segment: `s${segment}`, trace: `t${trace}`, rater, vector }
}

function figures(counts: ReturnType<typeof makeReliabilityCounts>, segments: number): number {
  const raters = counts.raters().map((id) => ({ id: UserId.parse(id), name: id }))
  const times = Array.from({ length: 3 }, () => {
    const startedAt = performance.now()
    const summary = summariseRound({ roundId: RoundId.parse('r'), codebook: mast14, raters, totalSegments: segments, counts })
    if (summary.modes.length !== MODES) throw new Error('Figures are missing.')
    return performance.now() - startedAt
  })
  return times.sort((a, b) => a - b)[1] ?? Number.NaN
}

function plain(): number {
  const cells = new Float64Array(MODES * 4)
  const startedAt = performance.now()
  for (let n = 0; n < UPDATES; n++) {
    for (let mode = 0; mode < MODES; mode++) {
      const from = mode * 4 + ((n + mode) % 4)
      const to = mode * 4 + ((n + 2 * mode) % 4)
      cells[from] = (cells[from] as number) - 1
      cells[to] = (cells[to] as number) + 1
    }
  }
  return ((performance.now() - startedAt) / UPDATES) * 1000
}
