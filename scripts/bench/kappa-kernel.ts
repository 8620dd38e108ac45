/**
 * `npm run bench -- kappa-kernel`: from labels in memory to kappa. 1e6 and 1e8 ratings of two raters in five categories, and all 630 tables of
 * 14 modes x 45 pairs x 100,000 segments with missing labels. Floor: the plain loop over bytes into one small table, in the same run.
 * Beside it scikit-learn, where Debian's python3-sklearn is installed: equal to 1e-12.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cohenKappa } from '../../shared/agreement/cohen-kappa.ts'
import { contingencyTable } from '../../shared/agreement/contingency-table.ts'
import { countLabelPairs } from '../../shared/agreement/count-label-pairs.ts'
import { binaryLabels, modeTables } from '../../shared/agreement/mode-tables.ts'
import { type RandomSource, seededRandom } from '../../shared/agreement/random.ts'

const K = 5

export default async function kappaKernel() {
  const random = seededRandom(1)
  const million = pairOfRaters(1e6, random)
  const ours = medianMs(() => kappaOf(...million), 31)
  const floor = medianMs(() => plainLoop(...million), 31)
  const kappa = kappaOf(...million)
  if (Math.abs(kappa - plainLoop(...million)) > 1e-12) throw new Error('The kernel and the plain loop differ.')
  const notes = [
    `1e6 ratings in ${ours.toFixed(2)} ms (target 3)`,
    hundredMillion(random),
    allTables(random),
    besideScikitLearn(...million, kappa, ours),
  ]
  return { name: 'kappa-kernel', ours, floor, ratio: floor / ours, unit: 'ms per 1e6 ratings', notes }
}

function hundredMillion(random: RandomSource): string {
  const pair = pairOfRaters(1e8, random)
  const ms = medianMs(() => kappaOf(...pair), 3)
  return `1e8 ratings in ${ms.toFixed(0)} ms (target 250; plain loop ${medianMs(() => plainLoop(...pair), 3).toFixed(0)} ms)`
}

function allTables(random: RandomSource): string {
  const [modes, raters, items] = [14, 10, 1e5]
  const codes = Array.from({ length: modes * raters }, () =>
    Uint8Array.from({ length: items }, () => {
      const draw = random()
      return draw % 20 === 0 ? 2 : draw % 7 === 0 ? 0 : 1
    }),
  )
  const labels = codes.map(binaryLabels)
  const ms = medianMs(() => modeTables(labels, modes, raters), 11)
  const [a, b] = [codes[0], codes[1]]
  if (a === undefined || b === undefined) throw new Error('Two raters were made.')
  const missing = (own: Uint8Array) => own.map((code) => (code === 2 ? 255 : code))
  const expected = countLabelPairs(missing(a), missing(b), 2).counts
  if (
    modeTables(labels, modes, raters)
      .subarray(0, 4)
      .some((count, cell) => count !== expected[cell])
  )
    throw new Error('Bits and bytes differ.')
  return `630 tables of 14 modes x 45 pairs x 100,000 segments in ${ms.toFixed(1)} ms (target 50; scikit-learn 3.3 s)`
}

/** Two raters who agree on about 73 %. */
function pairOfRaters(n: number, random: RandomSource): [Uint8Array, Uint8Array] {
  const a = new Uint8Array(n)
  const b = new Uint8Array(n)
  for (let item = 0; item < n; item++) {
    const code = random() % K
    a[item] = code
    b[item] = random() % 3 === 0 ? random() % K : code
  }
  return [a, b]
}

function kappaOf(a: Uint8Array, b: Uint8Array): number {
  const kappa = cohenKappa(countLabelPairs(a, b, K))
  if (kappa.kind === 'undefined') throw new Error('Kappa is defined here.')
  return kappa.value
}

function plainLoop(a: Uint8Array, b: Uint8Array): number {
  const counts = new Uint32Array(K * K)
  for (let item = 0; item < a.length; item++) {
    const cell = (a[item] as number) * K + (b[item] as number)
    counts[cell] = (counts[cell] as number) + 1
  }
  const kappa = cohenKappa(contingencyTable(K, counts))
  return kappa.kind === 'value' ? kappa.value : Number.NaN
}

const SCIKIT_LEARN = `
import sys, time, json, numpy
from sklearn.metrics import cohen_kappa_score
a, b = (numpy.fromfile(path, dtype=numpy.uint8) for path in sys.argv[1:3])
times = []
for _ in range(5):
    start = time.perf_counter(); kappa = cohen_kappa_score(a, b); times.append(time.perf_counter() - start)
print(json.dumps({"kappa": float(kappa), "ms": sorted(times)[2] * 1000}))
`

function besideScikitLearn(a: Uint8Array, b: Uint8Array, kappa: number, ours: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'kappa-kernel-'))
  try {
    const paths = [join(folder, 'a'), join(folder, 'b')] as const
    writeFileSync(paths[0], a)
    writeFileSync(paths[1], b)
    const printed = execFileSync('/usr/bin/python3', ['-c', SCIKIT_LEARN, ...paths], {
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    })
    const theirs = JSON.parse(printed) as { kappa: number; ms: number }
    if (Math.abs(theirs.kappa - kappa) > 1e-12) throw new RangeError(`scikit-learn says ${theirs.kappa}, we say ${kappa}.`)
    return `scikit-learn ${theirs.ms.toFixed(0)} ms for the same 1e6, ${(theirs.ms / ours).toFixed(0)} times ours, equal to 1e-12 (target 20 times)`
  } catch (error) {
    if (error instanceof RangeError) throw error
    return 'scikit-learn is not installed here (Debian: python3-sklearn), so it was not run beside'
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function medianMs(work: () => unknown, runs: number): number {
  work()
  const times = Array.from({ length: runs }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN
}
