/** Dependency rules, and the few rules a dependency checker cannot see. Fails when it looked at too little. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { cruise } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import configuration from '../.dependency-cruiser.cjs'
import { root } from './lib/fresh.mjs'

/** Fewer than this, and the check looked past the code (a compiler it does not understand, a moved folder). */
const LEAST_MODULES = 150

const problems = []

const { output } = await cruise(
  ['server', 'shared', 'client', 'migrations', 'scripts', 'test'],
  { ruleSet: configuration, validate: true, ...configuration.options },
  undefined,
  { tsConfig: extractTSConfig(join(root, 'tsconfig.json')) },
)
for (const { rule, from, to, cycle } of output.summary.violations) {
  problems.push(`${rule.name}: ${from} -> ${cycle ? cycle.map((step) => step.name).join(' -> ') : to}`)
}
const own = output.modules.filter((module) => !module.source.startsWith('node_modules') && !module.coreModule)
if (own.length < LEAST_MODULES) problems.push(`Only ${own.length} modules were seen; at least ${LEAST_MODULES} are there.`)

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* sources(path)
    else if (/\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name)) yield path
  }
}

/** What may stand only in certain files: [what, pattern, where it is looked for, where it is allowed]. */
const places = [
  ['the environment', /\bprocess\.env\b/, ['server', 'shared', 'client'], /^server\/config\.ts$/],
  ['the clock', /\bnew Date\(\)|\bDate\.now\(\)/, ['server', 'shared'], /^server\/installation\.ts$/],
  ['randomness', /\bMath\.random\(\)/, ['server', 'shared'], /^$/],
  ['full zod', /from 'zod'/, ['shared', 'client'], /^$/],
]
for (const [what, pattern, folders, allowed] of places) {
  for (const folder of folders) {
    for (const path of sources(join(root, folder))) {
      const name = relative(root, path)
      if (!allowed.test(name) && pattern.test(readFileSync(path, 'utf8')))
        problems.push(`${what} is used in ${name}; only ${String(allowed)} may.`)
    }
  }
}

if (problems.length > 0) {
  console.error(problems.join('\n'))
  console.error(`\n${problems.length} breaches of the dependency rules (.dependency-cruiser.cjs, scripts/check-rules.mjs).`)
  process.exit(1)
}
console.log(`Dependency rules hold over ${own.length} modules.`)
