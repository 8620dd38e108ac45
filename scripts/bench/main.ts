/** `npm run bench -- NAME [--json]`: our figure, the floor measured in the same run, and the ratio. Nothing here is asserted in tests. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

export type BenchResult = {
  readonly name: string
  /** In `unit`; null where the bench has no single figure. */
  readonly ours: number | null
  /** The same work without what we add, or the best that the machine allows. */
  readonly floor: number | null
  readonly ratio: number | null
  readonly unit: string
  readonly notes: readonly string[]
}

const folder = import.meta.dirname
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== 'main.ts')
  .map((file) => file.slice(0, -3))

/** Cores, clock and memory of this machine, so that a figure is never quoted without it. */
function machine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  const system = existsSync('/etc/os-release')
    ? (/PRETTY_NAME="([^"]*)"/.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? '')
    : process.platform
  return `${cpus().length} cores of ${model}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${system}, Node ${process.version}`
}

const [name, ...rest] = process.argv.slice(2)
if (name === undefined || !names.includes(name)) {
  console.error(`Say which bench: npm run bench -- NAME [--json]. There are ${names.join(', ')}.`)
  process.exit(2)
}
const { default: bench } = (await import(join(folder, `${name}.ts`))) as { default: () => Promise<BenchResult> }
const result = await bench()
if (rest.includes('--json')) {
  console.log(JSON.stringify({ ...result, machine: machine() }, null, 2))
} else {
  const figure = (value: number | null) => (value === null ? '-' : value.toPrecision(4))
  console.log(`${result.name} on ${machine()}`)
  console.log(`  ours ${figure(result.ours)}   floor ${figure(result.floor)}   ratio ${figure(result.ratio)}   (${result.unit})`)
  for (const note of result.notes) console.log(`  ${note}`)
}
process.exit(0)
