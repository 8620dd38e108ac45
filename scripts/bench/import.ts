/**
 * `npm run bench -- import`: MB/s of an import that is looked at (`--dry-run`) for 100 MB of chats by line, beside the bare `JSON.parse`
 * of the same lines in the same run; and the memory and time of the command for a list of 200 MB in 1,600 records, looked at and kept.
 */
import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withoutInstallation } from '../../server/cli/import/no-installation.ts'
import { readConfig } from '../../server/config.ts'
import { importFiles } from '../../server/features/traces/index.ts'
import { type RandomSource, seededRandom } from '../../shared/agreement/random.ts'

const MB = 1e6

export default async function importBench() {
  const folder = mkdtempSync(join(tmpdir(), 'import-bench-'))
  try {
    const lines = join(folder, 'chats.jsonl')
    writeRecords(lines, 100 * MB, 2_000, ['', '\n', '\n'])
    const bytes = readFileSync(lines)
    const floor = bytes.length / MB / seconds(() => parseLines(bytes))
    const started = performance.now()
    const config = readConfig({ data: folder }, {})
    const options = { projectId: null, actorId: null, isDryRun: true }
    const report = await withoutInstallation(config, (deps) =>
      importFiles(deps, [{ name: 'chats.jsonl', read: () => readFileSync(lines) }], options),
    )
    const ours = bytes.length / MB / ((performance.now() - started) / 1000)
    const list = join(folder, 'list.json')
    writeRecords(list, 200 * MB, 1_600, ['[', ',\n', ']'])
    const notes = [
      `${report.totals.traces} traces of ${(bytes.length / MB).toFixed(0)} MB (aim: 25 MB/s, and 0.1 of JSON.parse)`,
      await command('looked at', ['import', '--dry-run', '--json', list]),
      await command('kept', ['import', '--json', '--project', 'bench', '--data', join(folder, 'data'), list]),
    ]
    return { name: 'import', ours, floor, ratio: ours / floor, unit: 'MB/s', notes }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function seconds(work: () => unknown): number {
  const started = performance.now()
  work()
  return (performance.now() - started) / 1000
}

function parseLines(bytes: Buffer): number {
  let parsed = 0
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(0x0a, start)
    const end = newline < 0 ? bytes.length : newline
    JSON.parse(bytes.toString('utf8', start, end))
    parsed++
    start = end + 1
  }
  return parsed
}

/** Chats of words that repeat as words do, with calls and results. */
function writeRecords(path: string, size: number, records: number, [open, between, close]: readonly [string, string, string]): void {
  const random = seededRandom(7)
  const file = openSync(path, 'w')
  writeSync(file, open)
  for (let index = 0; index < records; index++) {
    const messages: unknown[] = [{ role: 'user', content: `Task ${index}: ${prose(random, 60)}` }]
    for (let length = 0; length < size / records; ) {
      const call = {
        id: `call_${messages.length}`,
        type: 'function',
        function: { name: 'shell', arguments: JSON.stringify({ command: prose(random, 8) }) },
      }
      const turn = [
        { role: 'assistant', content: prose(random, 80), tool_calls: [call] },
        { role: 'tool', tool_call_id: call.id, content: prose(random, 250) },
      ]
      messages.push(...turn)
      length += JSON.stringify(turn).length
    }
    writeSync(file, `${JSON.stringify({ id: `run-${index}`, messages })}${index + 1 < records ? between : ''}`)
  }
  writeSync(file, close)
  closeSync(file)
}

function prose(random: RandomSource, words: number): string {
  return Array.from({ length: words }, () =>
    random() % 9 === 0 ? (random() % 1e9).toString(36) : (WORDS[random() % WORDS.length] ?? ''),
  ).join(' ')
}

const WORDS =
  'the agent reads a file and then runs its tests "again" because\\nthe first answer was wrong; über 100 % of them fail when no one looks at /var/log/app'.split(
    ' ',
  )

const COMMAND = join(import.meta.dirname, '../../dist/server/cli/main.js')

/** The built command in a process of its own, as people run it: time, and the most memory it ever held. */
async function command(what: string, args: readonly string[]): Promise<string> {
  if (!existsSync(COMMAND)) return `the command is not built (npm run build), so a list of 200 MB was not ${what} by it`
  const started = performance.now()
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid ?? 0))
  }, 20)
  const code = await new Promise((resolve) => child.on('exit', resolve))
  clearInterval(watch)
  const took = (performance.now() - started) / 1000
  return `a list of 200 MB ${what} by the command (exit ${String(code)}) in ${took.toFixed(1)} s, at most ${peak.toFixed(0)} MB of memory (limit 400)`
}

function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000
  } catch {
    // It has ended, or this system has no /proc.
    return 0
  }
}
