import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cutSegments } from '../../../shared/segments/cut.ts'
import { segmentText } from '../../../shared/segments/segment-text.ts'
import { countTrace } from '../../../shared/traces/count-trace.ts'
import { type Json, listAt, member, stringAt } from '../../../shared/traces/json/json.ts'
import { type Part, Trace } from '../../../shared/traces/model.ts'
import { type FileReading, readTraceFile, type TraceReading } from './read-file.ts'

const root = process.env['TOUCHSTONE_FIXTURES'] ?? ''
const limits = { fileBytes: 200_000_000 }

if (root === '' || !existsSync(root)) it.skip('Field files are read only when TOUCHSTONE_FIXTURES names their folder.', () => undefined)
else describeFieldFiles()

/** The formats of the list of counts that are read. */
const READ = new Set([
  'codex-rollout',
  'chat-messages',
  'sharegpt',
  'claude-code',
  'mad-records',
  'masft',
  'metagpt-run',
  'chatdev-log',
  'appworld-log',
  'openmanus-log',
  'atif',
  'swe-agent',
  'mini-swe-agent',
  'openhands',
  'openhands-sdk',
  'tau-bench',
  'tau2',
  'tau-few-shot',
  'whowhen',
  'gemini-cli',
  'gemini-cli-jsonl',
  'inspect',
  'inspect-eval',
  'langgraph-state',
  'langgraph-stream',
  'otlp',
  'phoenix-spans',
  'langfuse',
  'trail',
])
/** The words by which the list counts traces. */
const TRACES = ['traces', 'sessions', 'samples', 'simulations', 'records']

type Walked = FileReading & { readonly all: TraceReading[] }

function walk(path: string): Walked {
  const reading = readTraceFile({ name: path, bytes: readFileSync(join(root, path)) }, { limits })
  const all = [...reading.traces]
  for (const { trace } of all) {
    expect(Trace.safeParse(trace).error).toBeUndefined()
    expect(cutSegments(trace.steps).length).toBeGreaterThan(0)
  }
  return { ...reading, all, warnings: reading.warnings }
}

function filesOf(folder: string): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name !== 'SOURCES.md')
    .map((name) => `${folder}/${name}`)
}

function describeFieldFiles(): void {
  describe('the ITBench folder', () => {
    const walked = filesOf('itbench').map(walk)

    it('gives six sessions; the one in which nobody speaks and all other files are refused with a reason', () => {
      expect(walked.flatMap((file) => file.all)).toHaveLength(6)
      const refused = walked.filter((file) => file.result === 'refused')
      expect(refused.map((file) => file.file.replace('itbench/', '')).sort()).toEqual([
        'README.md',
        'agent_output.json',
        'agent_output.legacy-v0.json',
        'evaluation_results.json',
        'ground_truths.first2.json',
        'session-empty-3-lines.jsonl',
      ])
      for (const file of refused) expect(file.reason).toMatch(/^[A-Z].*\.$/)
    })

    it('has two sessions in which only the user speaks: user segments and a warning', () => {
      const lonely = walked
        .flatMap((file) => file.all)
        .filter(({ warnings }) => warnings.some((warning) => warning.code === 'no-agent-turn'))
      expect(lonely.map(({ trace }) => cutSegments(trace.steps).map((segment) => segment.role))).toEqual([
        ['user', 'user', 'user', 'user', 'user'],
        ['user'],
      ])
    })

    it('shows every message, thought, call and result of its sessions exactly once', () => {
      for (const file of walked.filter((one) => one.result === 'read')) expectItemsOnce(file)
    })
  })

  describe('the MAST files', () => {
    it('give 4 records, and 1 from the file with bare NaN', () => {
      expect(walk('mad/mad_human_sample_4_records_verbatim.json').all).toHaveLength(4)
      const [record] = walk('mad/record18_bare_NaN.json').all
      expect(record?.trace.priorLabels.flatMap((labels) => labels.values.filter((value) => value.value === null))).toHaveLength(2)
    })

    it('keep the three rounds as three taxonomies, spelling included', () => {
      const taxonomies = walk('mad/mad_human_sample_4_records_verbatim.json').all.flatMap(({ trace }) =>
        trace.priorLabels.map((labels) => labels.taxonomy),
      )
      expect([...new Set(taxonomies)].sort()).toEqual(['Generlazability', 'MASFT', 'Round 1', 'Round 2'])
    })

    it('show every word of a conversation once and nothing of answers, hints and notes', () => {
      const files = [
        'mad/mad_human_sample_4_records_verbatim.json',
        ...filesOf('masft').filter((name) => name.endsWith('_human.json')),
        'traces/mast/peer-review_02fcb93e.json',
      ]
      for (const file of files) {
        const records = [JSON.parse(readFileSync(join(root, file), 'utf8'))].flat() as Json[]
        for (const [index, { trace }] of walk(file).all.entries()) expectConversation(trace, records[index] ?? null)
      }
    })
  })

  describe('counts', () => {
    const invariants = JSON.parse(readFileSync(join(root, 'traces/INVARIANTS.json'), 'utf8')) as Record<string, Json>
    const counted = Object.entries(invariants).filter(([, facts]) => READ.has(stringAt(facts, 'format') ?? ''))

    // Spans without a model in them hold nothing to label.
    const refused = /otlp_proto_example_trace/
    it.each(counted.filter(([name]) => !refused.test(name)))('of %s agree', (name, facts) => {
      const { all } = walk(`traces/${name}`)
      // A resumed session is one conversation under several ids: every id counts as a session.
      const sessions = all.reduce((sum, { trace }) => sum + Math.max(1, trace.nativeIds.length), 0)
      // Few-shot files count lines; elsewhere lines are no traces.
      const counters = stringAt(facts, 'format') === 'tau-few-shot' ? ['lines'] : TRACES
      const expected = counters.map((key) => member(facts, key)).find((value) => typeof value === 'number') ?? 1
      expect(member(facts, 'sessions') === undefined ? all.length : sessions).toBe(expected)
      const counts = all.map(({ trace }) => countTrace(trace))
      const calls = member(facts, 'toolCalls')
      if (Array.isArray(calls)) expect(counts.map((one) => one.toolCalls)).toEqual(calls)
      else if (calls !== undefined) expect(counts.reduce((sum, one) => sum + one.toolCalls, 0)).toBe(calls)
      const results = member(facts, 'toolResults') ?? member(facts, 'results')
      if (results !== undefined) expect(counts.reduce((sum, one) => sum + one.toolResults, 0)).toBe(results)
    })
  })

  describe('odd files', () => {
    it.each(filesOf('traces/edge'))('%s imports or gets a reason of one line', (name) => {
      const file = walk(name)
      if (file.result === 'refused') expect(file.reason).toMatch(/^[A-Z][^\n]*\.$/)
      else expect(file.all.length).toBeGreaterThan(0)
    })
  })

  it('no file of the field makes reading throw', () => {
    for (const folder of readdirSync(join(root, 'traces'), { withFileTypes: true })) {
      if (folder.isDirectory()) for (const name of filesOf(`traces/${folder.name}`)) walk(name)
    }
  })
}

/** What the items of a session say, taken from the file without the importer. */
function expectItemsOnce(file: Walked): void {
  const lines = Buffer.from(file.decoded)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
  const items = lines.map((line) => JSON.parse(line) as Json).filter((line) => member(line, 'type') === 'response_item')
  const expected = items.flatMap((line) => {
    const item = member(line, 'payload')
    const output = member(item, 'output')
    if (typeof output === 'string') return [unwrapped(output)]
    const content = [...listAt(item, 'content'), ...listAt(item, 'summary')].flatMap((block) => stringAt(block, 'text') ?? [])
    return [
      ...content,
      ...(stringAt(item, 'arguments') === null ? [] : [stringAt(item, 'arguments') ?? '']),
      ...(stringAt(item, 'input') ?? []),
    ]
  })
  const shown = file.all.flatMap(({ trace }) =>
    trace.steps.flatMap((step) => step.parts.filter((part) => part.visibility !== 'hidden').map(wordsOf)),
  )
  // The end of an aborted turn is an event without an item of its own.
  const said = shown.filter((words) => !words.startsWith('Turn aborted: '))
  expect(said.sort()).toEqual(expected.sort())
}

function unwrapped(output: string): string {
  let value: Json
  try {
    value = JSON.parse(output)
  } catch {
    return output
  }
  if (Array.isArray(value) && value.every((block) => stringAt(block, 'text') !== null))
    return value.map((block) => stringAt(block, 'text')).join('\n')
  return stringAt(value, 'output') ?? output
}

function wordsOf(part: Part): string {
  return part.kind === 'tool_call' ? part.arguments : 'text' in part ? part.text : ''
}

const SECRETS = [
  'seed_solution',
  'seed_answer',
  'perturbation_type',
  'Misalignment between internal thoughts',
  'number_correct',
  'INCOHERENT',
]

function expectConversation(trace: Trace, record: Json): void {
  const text = segmentText(trace.steps)
  for (const secret of SECRETS) expect(JSON.stringify([trace.title, trace.task, text])).not.toContain(secret)
  const body = stringAt(record, 'trace')
  const value = body === null ? record : body.startsWith('{') ? (JSON.parse(body) as Json) : null
  const solution = stringAt(member(value ?? undefined, 'other_data'), 'seed_solution')
  if (solution !== null) expect(text).not.toContain(solution)
  const trajectory = member(value ?? undefined, 'trajectory') ?? null
  const messages = Array.isArray(trajectory)
    ? trajectory
    : trajectory === null
      ? []
      : Object.values(trajectory).flatMap((items) => (Array.isArray(items) ? items : []))
  const said = messages.map((message) => listAt(message, 'content').join('\n') || stringAt(message, 'content') || '')
  expect(trace.steps.flatMap((step) => step.parts.map(wordsOf)).sort()).toEqual(expect.arrayContaining(said.sort()))
  if (said.length > 0) expect(trace.steps).toHaveLength(said.length)
  const log = value === null ? body : stringAt(value, 'content')
  for (const line of log?.split('\n') ?? []) {
    const words = line
      .replace(/^\[[^\]]*\] (NEW MESSAGES:|FROM: .*)|^CONTENT:|^[A-Z]\w+: ?|^-+$|^[\d-]+ [\d:.]+ \| \w+ +\| \S+ - /, '')
      .trim()
    expect(text).toContain(words)
  }
}
