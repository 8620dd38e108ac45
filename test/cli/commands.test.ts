import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { GoldManifest } from '../../shared/gold/gold-record.ts'
import { ImportReport } from '../../shared/traces/import-report.ts'
import { startServerProcess, touchstone } from '../harness/child.ts'
import { traceOf } from '../harness/traces.ts'

let folder: string
let data: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-cli-'))
  data = join(folder, 'data')
  mkdirSync(join(folder, 'in', 'deep'), { recursive: true })
  writeFileSync(join(folder, 'in', 'one.json'), JSON.stringify(traceOf('one', ['a', 'b'])))
  writeFileSync(join(folder, 'in', 'deep', 'two.json'), JSON.stringify(traceOf('two', ['c'])))
  writeFileSync(join(folder, 'in', 'recipe.json'), '{"butter": 1}')
  expect((await touchstone(['import', join(folder, 'in'), '--project', 'p', '--data', data])).code).toBe(0)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('import prints its report for people, says that the project was made, and ends with 0 when something was imported', async () => {
  const fresh = join(folder, 'fresh')
  const { code, stdout, stderr } = await touchstone(['import', join(folder, 'in'), '--project', 'p', '--data', fresh])
  expect([code, stderr]).toEqual([0, expect.stringContaining('Project "p" was missing and has been made')])
  expect(stdout).toMatch(/3 files: 2 new, 0 identical, 0 changed, 1 file refused/)
})

it('import --json prints one document that is the report, and nothing else', async () => {
  const { code, stdout } = await touchstone(['import', join(folder, 'in'), '--project', 'p', '--data', data, '--json'])
  const report = ImportReport.parse(JSON.parse(stdout))
  expect([code, report.totals.identical, report.totals.new, report.totals.refused]).toEqual([0, 2, 0, 1])
  expect(report.files.map((file) => file.file)).toEqual(['deep/two.json', 'one.json', 'recipe.json'])
})

it('import ends with 1 when every file was refused, and still prints its report', async () => {
  const { code, stdout, stderr } = await touchstone([
    'import',
    join(folder, 'in', 'recipe.json'),
    '--project',
    'p',
    '--data',
    data,
    '--json',
  ])
  expect([code, ImportReport.parse(JSON.parse(stdout)).totals.refused]).toEqual([1, 1])
  expect(stderr).toMatch(/The file could not be imported/)
})

it('import reads standard input', async () => {
  const { code, stdout } = await touchstone(
    ['import', '-', '--project', 'p', '--data', data, '--json'],
    JSON.stringify(traceOf('from stdin', ['x'])),
  )
  expect([code, ImportReport.parse(JSON.parse(stdout)).totals.new]).toEqual([0, 1])
})

it('import --dry-run needs no project and writes nothing', async () => {
  const nowhere = join(folder, 'nowhere')
  const { code, stdout } = await touchstone(['import', join(folder, 'in'), '--dry-run', '--data', nowhere, '--json'])
  expect([code, ImportReport.parse(JSON.parse(stdout)).totals.new, existsSync(nowhere)]).toEqual([0, 2, false])
})

it.each([
  ['import without a project', ['import', 'package.json'], '--project'],
  ['import of a path that is not there', ['import', '/nowhere/at/all', '--project', 'p'], '/nowhere/at/all'],
  ['import with an unknown way to cut', ['import', 'package.json', '--project', 'p', '--segment', 'sentence'], 'window:N'],
  ['import in an unknown format', ['import', 'package.json', '--project', 'p', '--format', 'docx'], 'codex'],
  ['serve on a port that is none', ['serve', '--port', 'http'], 'must be a whole number from 0 to 65535'],
  ['a link to an address that is none', ['user', 'add', 'ann', '--project', 'p', '--address', 'labels'], '"labels" is no address'],
  ['import without a path', ['import', '--project', 'p'], 'path'],
  ['export to no folder', ['export', '--project', 'p', '--draft'], '--out'],
  ['export in an unknown format', ['export', '--project', 'p', '--draft', '--out', 'x', '--format', 'docx'], 'gold'],
  ['an unknown command', ['labelize'], 'labelize'],
  ['an unknown option', ['export', '--project', 'p', '--out', 'x', '--colour'], '--colour'],
])('%s is wrong usage: exit code 2, a sentence that names what is wrong, nothing on standard output', async (_title, args, named) => {
  const { code, stdout, stderr } = await touchstone([...args, ...(args[0] === 'labelize' ? [] : ['--data', data])])
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(named)])
  expect(stderr).not.toMatch(/\n\s+at /)
})

it('export without --draft ends with 1, names --draft, prints nothing on standard output and writes no file', async () => {
  const out = join(folder, 'out-none')
  const { code, stdout, stderr } = await touchstone(['export', '--project', 'p', '--data', data, '--out', out])
  expect([code, stdout, existsSync(out)]).toEqual([1, '', false])
  expect(stderr).toContain('--draft')
})

it('export of a project that was never labelled says so', async () => {
  const { code, stdout, stderr } = await touchstone([
    'export',
    '--project',
    'p',
    '--data',
    data,
    '--draft',
    '--out',
    join(folder, 'out-empty'),
  ])
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('Nothing has been labelled')])
})

it('a command that reads says what is missing when there is no installation, and makes none', async () => {
  const nowhere = join(folder, 'no-installation')
  const { code, stdout, stderr } = await touchstone(['export', '--project', 'p', '--data', nowhere, '--draft', '--out', join(folder, 'x')])
  expect([code, stdout, existsSync(nowhere)]).toEqual([1, '', false])
  expect(stderr).toContain(nowhere)
  expect(stderr).toMatch(/^[A-Z].*\.\n$/)
})

it('user add prints one sign-in link and nothing else', async () => {
  const { code, stdout } = await touchstone(['user', 'add', 'ann', '--project', 'p', '--data', data])
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^http:\/\/localhost:4180\/sign-in\/[A-Za-z0-9_-]{20,}\n$/)])
  const bad = await touchstone(['user', 'add', 'Ann Smith', '--project', 'p', '--data', data])
  expect([bad.code, bad.stdout, bad.stderr]).toEqual([1, '', expect.stringContaining('"Ann Smith" cannot be an account name')])
})

it('user add says when it made the project, leads to where the server is, and refuses a name nobody can read', async () => {
  const fresh = join(folder, 'fresh-users')
  const add = ['user', 'add', 'ann', '--project', 'typo', '--data', fresh]
  const first = await touchstone([...add, '--address', 'https://labels.example.org/workbench'])
  expect([first.code, first.stdout]).toEqual([0, expect.stringMatching(/^https:\/\/labels\.example\.org\/workbench\/sign-in\/\S+\n$/)])
  expect(first.stderr).toBe('Project "typo" was missing and has been made, with codebook MAST-14 and segments by turn.\n')
  for (const name of ['', ' ', 'x'.repeat(121)]) {
    const { code, stdout, stderr } = await touchstone([...add, '--name', name])
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('1 to 120 characters')])
  }
})

it('a folder that cannot be used, and a database that is none, are named in a sentence', async () => {
  const notFolder = join(folder, 'a-file')
  writeFileSync(notFolder, '')
  const broken = join(folder, 'broken')
  mkdirSync(broken)
  writeFileSync(join(broken, 'touchstone.db'), 'not a database at all, whatever its name says. '.repeat(40))
  const add = ['user', 'add', 'ann', '--project', 'p', '--data']
  const exporting = ['export', '--project', 'p', '--draft', '--out', join(folder, 'x'), '--data']
  for (const [args, says] of [
    [[...add, notFolder], /^Touchstone cannot write to the folder .*a-file.*\.\n$/],
    [[...add, broken], /^.*touchstone\.db is no intact Touchstone database\. .*\.\n$/],
    [[...exporting, broken], /^.*touchstone\.db is no intact Touchstone database\. .*\.\n$/],
  ] as const) {
    const { code, stdout, stderr } = await touchstone(args)
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(says)])
  }
})

it('import of a folder without files says so', async () => {
  const empty = join(folder, 'empty')
  mkdirSync(empty)
  const { code, stdout, stderr } = await touchstone(['import', empty, '--dry-run', '--json'])
  expect([code, ImportReport.parse(JSON.parse(stdout)).files, stderr]).toEqual([1, [], `There is no file in ${empty}.\n`])
})

it('while a server holds the folder, what writes refuses with a sentence, and what reads runs beside it', async () => {
  const server = await startServerProcess(data)
  const writes = await touchstone(['import', join(folder, 'in', 'one.json'), '--project', 'p', '--data', data])
  expect([writes.code, writes.stdout, writes.stderr]).toEqual([1, '', expect.stringMatching(/Another Touchstone process writes to .*\./)])
  const reads = await touchstone(['import', join(folder, 'in', 'one.json'), '--project', 'p', '--data', data, '--dry-run', '--json'])
  expect([reads.code, ImportReport.parse(JSON.parse(reads.stdout)).totals.identical]).toEqual([0, 1])
  expect(await server.kill('SIGTERM')).toBe(0)
})

it('off loopback the server refuses to start without TLS', async () => {
  const { code, stdout, stderr } = await touchstone(['serve', '--host', '0.0.0.0', '--data', data])
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('TLS')])
})

it('a labelled project is exported: three files, their paths on standard output, the same bytes again', async () => {
  const { openInstallation } = await import('../../server/installation.ts')
  const { readConfig } = await import('../../server/config.ts')
  const { seedDemo, DEMO_PROJECT } = await import('../../server/cli/demo/seed.ts')
  const seeded = join(folder, 'demo')
  const installation = await openInstallation(readConfig({ data: seeded }, {}))
  await seedDemo(installation.deps)
  await installation.close()
  const run = async (name: string) => {
    const out = join(folder, name)
    const result = await touchstone([
      'export',
      '--project',
      DEMO_PROJECT.id,
      '--round',
      '1',
      '--draft',
      '--out',
      out,
      '--data',
      seeded,
      '--json',
    ])
    return { result, files: ['gold.jsonl', 'gold.traces.jsonl', 'manifest.json'].map((file) => readFileSync(join(out, file), 'utf8')) }
  }
  const first = await run('gold-1')
  expect([first.result.code, first.result.stderr]).toEqual([0, ''])
  expect(JSON.parse(first.result.stdout)).toMatchObject({
    project: DEMO_PROJECT.id,
    release: null,
    files: [expect.stringContaining('gold.jsonl'), expect.any(String), expect.any(String)],
  })
  const manifest = GoldManifest.parse(JSON.parse(first.files[2] ?? ''))
  expect(manifest.files.map((file) => file.lines)).toEqual(first.files.slice(0, 2).map((text) => text.split('\n').length - 1))
  expect((await run('gold-2')).files).toEqual(first.files)
})
