import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type FileReport, ImportReport } from '../../shared/traces/import-report.ts'
import { touchstone } from '../harness/child.ts'

const root = process.env['TOUCHSTONE_FIXTURES'] ?? ''

type Facts = { readonly format: string } & Readonly<Record<string, unknown>>

/** Under which word a kind of file counts its traces. */
const TRACES = ['traces', 'sessions', 'samples', 'simulations', 'records'] as const

/**
 * Counts of the list that are no counts of ours, each with the reason. Everything else that a file's facts count must be equal.
 * `steps`: where the file has one record for what is several steps here (a call and its result are two steps), or the other way round.
 */
const OTHER_COUNTS: readonly { readonly formats: RegExp; readonly keys: readonly string[]; readonly reason: string }[] = [
  { formats: /^atif$/, keys: ['steps', 'sources'], reason: 'the observation of an ATIF step is a tool step of its own' },
  {
    formats: /^swe-agent$/,
    keys: ['steps', 'history'],
    reason: 'a trajectory step is a thought with its call and an observation; the head of the history comes before',
  },
  {
    formats: /^openhands/,
    keys: ['actions', 'observations'],
    reason: 'every event is one step, whether it is an action or an observation',
  },
  {
    formats: /^openmanus-log$/,
    keys: ['steps', 'thoughts', 'tools'],
    reason: 'thoughts, calls and results of one OpenManus step are steps of their own',
  },
  { formats: /^appworld-log$/, keys: ['headers'], reason: 'what stands between two headers may hold code and its output' },
  {
    formats: /^chatdev-log$/,
    keys: ['roleTurns'],
    reason: 'phases, requests and settings are folded or hidden steps between the role turns',
  },
  { formats: /^metagpt-run$/, keys: ['turns'], reason: 'the prompt of the run is the first step' },
  {
    formats: /^masft$/,
    keys: ['headerEntries', 'lines', 'rounds', 'messages'],
    reason: 'entries that were logged twice in a row are one; messages are counted per agent',
  },
  { formats: /^gemini-cli/, keys: ['messages'], reason: 'the results of calls inside a message are steps of their own' },
  { formats: /^tau2$/, keys: ['messages'], reason: 'the policy of the agent comes before the messages' },
  {
    formats: /^(otlp|phoenix-spans|trail|langfuse)$/,
    keys: ['spans', 'llmSpans', 'observations', 'kinds', 'types', 'segments'],
    reason: 'spans repeat the conversation; each message is told once',
  },
  { formats: /^asciicast$/, keys: ['events'], reason: 'what stands between two prompts is one step' },
  { formats: /^langgraph-stream$/, keys: ['chunks'], reason: 'a stream repeats its state; the last one says all' },
  {
    formats: /^claude-code$/,
    keys: ['assistantMessages', 'userMessages', 'sidechainRecords'],
    reason: 'lines of one message are one step, and results stand apart from what the user said',
  },
  {
    formats: /^codex-rollout$/,
    keys: ['messagesByRole', 'sessionMetas'],
    reason: 'events repeat items; further session_meta lines are links',
  },
  { formats: /^inspect-eval$/, keys: ['entries'], reason: 'an archive holds summaries beside its samples' },
]

/** Files whose traces differ from the list, each with the reason. */
const OTHER_TRACES: Readonly<Record<string, { readonly traces: number; readonly why: RegExp }>> = {
  // A span without a model in it holds nothing to label: nobody speaks.
  'otel/otlp_proto_example_trace.json': { traces: 0, why: /no messages and no tool results/ },
  // They add to the traces of other files, and hold none.
  'terminal-bench/openhands_extract-safely.results.json': { traces: 0, why: /joined to 3 traces/ },
  'trail/annotations_0035f455b3ff2295167a844f04d85d34.json': { traces: 0, why: /joined to a trace/ },
}

if (root === '' || !existsSync(root)) it.skip('Field files are read only when TOUCHSTONE_FIXTURES names their folder.', () => undefined)
else describeFolder()

function describeFolder(): void {
  const invariants = JSON.parse(readFileSync(join(root, 'traces/INVARIANTS.json'), 'utf8')) as Record<string, Facts>
  let files: Promise<Map<string, FileReport>> | undefined
  const reports = () => {
    files ??= touchstone(['import', '--dry-run', '--json', join(root, 'traces')]).then(({ code, stdout }) => {
      expect(code).toBe(0)
      return new Map(ImportReport.parse(JSON.parse(stdout)).files.map((file) => [file.file, file]))
    })
    return files
  }

  describe('import --dry-run of a folder of files from the field', () => {
    it.each(Object.entries(invariants))('agrees with what is known of %s', async (name, facts) => {
      const report = (await reports()).get(name)
      if (report === undefined) throw new Error(`${name} is not in the report.`)
      expectTraces(name, facts, report)
      expectCalls(facts, report)
      expectBadLines(facts, report)
      for (const key of Object.keys(facts)) expectOther(key, facts, report)
    })

    it('gives every file a result, and every refusal a reason of one line', async () => {
      for (const file of (await reports()).values()) {
        if (file.result === 'refused') expect([file.file, file.reason]).toEqual([file.file, expect.stringMatching(/^[A-Z"][^\n]*\.$/)])
        else if (file.result !== 'joined') expect(file.traces.length).toBeGreaterThan(0)
        for (const trace of file.traces) expect(trace.segments).toBeGreaterThan(0)
      }
    })
  })
}

function expectTraces(name: string, facts: Facts, report: FileReport): void {
  const other = OTHER_TRACES[name]
  if (other !== undefined) {
    expect([report.traces.length, report.reason]).toEqual([other.traces, expect.stringMatching(other.why)])
    return
  }
  // Few-shot files count lines; elsewhere lines are no traces.
  const keys = facts.format === 'tau-few-shot' ? (['lines'] as const) : TRACES
  const expected = keys.map((key) => facts[key]).find((value) => typeof value === 'number') ?? 1
  // A conversation that goes on under another session id is one trace, and the report says under how many more it went on.
  const resumed = report.warnings.filter(({ code }) => code === 'session-resumed').reduce((sum, { count }) => sum + count, 0)
  expect(report.traces.length + resumed).toBe(expected)
}

function expectCalls(facts: Facts, report: FileReport): void {
  const compare = (expected: unknown, ours: readonly number[]): void => {
    if (Array.isArray(expected)) expect(ours).toEqual(expected)
    else if (expected !== undefined) expect(ours.reduce((sum, one) => sum + one, 0)).toBe(expected)
  }
  compare(
    facts['toolCalls'],
    report.traces.map((trace) => trace.toolCalls),
  )
  compare(
    facts['toolResults'] ?? facts['results'],
    report.traces.map((trace) => trace.toolResults),
  )
}

function expectBadLines(facts: Facts, report: FileReport): void {
  const expected = facts['badLines'] ?? facts['nonObjectOrBadLines']
  if (expected === undefined) return
  const bad = report.warnings.filter(({ code }) => /^(bad-record|odd-line|last-line-incomplete|record-refused)$/.test(code))
  expect(bad.reduce((sum, { count }) => sum + count, 0)).toBe(expected)
}

function expectOther(key: string, facts: Facts, report: FileReport): void {
  const steps = report.traces.map((trace) => trace.steps)
  if (OTHER_COUNTS.some(({ formats, keys }) => formats.test(facts.format) && keys.includes(key))) return
  const expected = facts[key]
  if (['messages', 'events', 'steps'].includes(key) && expected !== undefined)
    expect(Array.isArray(expected) ? steps : steps.reduce((sum, one) => sum + one, 0)).toEqual(expected)
  if (key === 'success') expect(report.traces.map((trace) => trace.success)).toEqual(expected)
  if (key === 'rewards') expect(report.traces.map((trace) => trace.success)).toEqual((expected as number[]).map((reward) => reward === 1))
  if (key === 'human') expect(report.traces.every(({ priorLabels }) => priorLabels.human > 0)).toBe(expected)
  // The one who runs code, and the user, are no agents.
  if (key === 'agents' && Array.isArray(expected)) {
    const agents = expected.filter((name) => !/^(human|user|Computer_terminal)$/.test(String(name)))
    expect(report.traces[0]?.agents.toSorted()).toEqual(agents.toSorted())
  }
  if (key === 'speakers' && report.traces[0]?.agents[0] !== 'unsegmented')
    expect(report.traces[0]?.agents.toSorted()).toEqual((expected as string[]).filter((name) => name !== 'System').toSorted())
}
