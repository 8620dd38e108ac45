import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const run = promisify(execFile)
const source = new URL('in-place.mjs', import.meta.url).href

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** As the scripts do: in a process of its own. */
async function script(code: string): Promise<string> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', `import * as place from '${source}';${code}`])
  return stdout
}

it('of several builds at once each waits for the one before, and knows that it has waited', async () => {
  const folder = makeFolder()
  const act = `(hasWaited) => {
    fs.appendFileSync('${folder}/log', 'in ')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150)
    fs.appendFileSync('${folder}/log', 'out ')
    console.log(hasWaited)
  }`
  const said = await Promise.all(
    [1, 2, 3].map(() => script(`import * as fs from 'node:fs';place.oneAtATime('${folder}/dist/.building', ${act})`)),
  )
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('in out in out in out ')
  expect(said.toSorted()).toEqual(['false\n', 'true\n', 'true\n'])
  expect(existsSync(join(folder, 'dist', '.building'))).toBe(false)
})

it('the lock of a build that was killed is taken over, and one that fails gives its own back', async () => {
  const lock = join(makeFolder(), '.building')
  const dead = await script('console.log(process.pid)')
  writeFileSync(lock, dead.trim())
  expect(await script(`place.oneAtATime('${lock}', () => console.log('built'))`)).toBe('built\n')
  await expect(script(`place.oneAtATime('${lock}', () => process.exit(3))`)).rejects.toMatchObject({ code: 3 })
  expect(existsSync(lock)).toBe(false)
})

it('a new client takes the place of the old one, whose files stay for the servers that still name them, for a week', async () => {
  const folder = makeFolder()
  const [built, place] = [join(folder, 'client.new'), join(folder, 'client')]
  for (const [root, files] of [
    [built, ['index-new.js', 'same.js']],
    [place, ['index-old.js', 'ancient.js', 'same.js']],
  ] as const) {
    mkdirSync(join(root, 'assets'), { recursive: true })
    for (const file of files) writeFileSync(join(root, 'assets', file), root)
    writeFileSync(join(root, 'index.html'), root)
  }
  const longAgo = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000)
  utimesSync(join(place, 'assets', 'ancient.js'), longAgo, longAgo)
  await script(`place.putInPlace('${built}', '${place}')`)
  expect(readFileSync(join(place, 'index.html'), 'utf8')).toBe(built)
  expect(readdirSync(join(place, 'assets')).toSorted()).toEqual(['index-new.js', 'index-old.js', 'same.js'])
  expect(existsSync(built)).toBe(false)
})
