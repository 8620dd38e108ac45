import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { cutSegments } from '../../../shared/segments/cut.ts'
import { type Part, Trace } from '../../../shared/traces/model.ts'
import { screenText } from '../../../shared/traces/terminal/screen.ts'
import { readTraceFile } from './read-file.ts'

function readAll(name: string, format: string): Trace[] {
  const bytes = readFileSync(new URL(`../../../test/fixtures/${name}`, import.meta.url))
  const reading = readTraceFile({ name, bytes }, { limits: { fileBytes: 1_000_000 } })
  expect(reading).toMatchObject({ format, result: 'read' })
  const traces = [...reading.traces].map(({ trace }) => trace)
  for (const trace of traces) expect(Trace.safeParse(trace).error).toBeUndefined()
  return traces
}
function read(name: string, format: string): Trace {
  const [first, ...others] = readAll(name, format)
  expect(others).toEqual([])
  if (first === undefined) throw new Error('There is no trace.')
  return first
}

function words(part: Part): string {
  switch (part.kind) {
    case 'tool_call':
      return `${part.name}(${part.arguments})`
    case 'handoff':
      return `-> ${part.to}: ${part.text}`
    case 'terminal':
      return `${part.command ?? ''}|${part.text}`
    default:
      return 'text' in part ? part.text : part.kind
  }
}
const outline = (trace: Trace): string[][] =>
  trace.steps
    .map((step) => ({ step, parts: step.parts.filter((part) => part.visibility !== 'hidden') }))
    .filter(({ parts }) => parts.length > 0)
    .map(({ step, parts }) => [step.role, step.actor, ...parts.map(words)])

it('Kimi CLI: instructions once, what the program injects folded, thoughts, calls and results', () => {
  expect(outline(read('kimi.jsonl', 'cli-session'))).toEqual([
    ['system', 'system', 'Be brief.'],
    ['user', 'user', 'List it'],
    ['system', 'system', '<system>cwd</system>'],
    ['agent', 'Kimi CLI', 'Hm.'],
    ['agent', 'Kimi CLI', 'Looking.'],
    ['agent', 'Kimi CLI', 'Bash({"command":"ls"})'],
    ['tool', 'Bash', 'a.txt'],
  ])
  const older = read('kimi-wire.jsonl', 'cli-session')
  expect(outline(older)).toEqual([
    ['user', 'user', 'Hi'],
    ['agent', 'Kimi CLI', 'Hello'],
    ['agent', 'Kimi CLI', 'Shell({"command":"ls"})'],
    ['tool', 'Shell', 'no'],
  ])
  expect(older.steps[3]?.parts[0]).toMatchObject({ callId: 't1', isError: true })
  expect(older.steps[0]?.at).toBe('2023-11-14T22:13:20.500Z')
})

it('managed agents of Anthropic: what was sent comes back in the stream and is told once', () => {
  const trace = read('managed-session.jsonl', 'managed-session')
  expect(outline(trace)).toEqual([
    ['system', 'system', 'Be kind.'],
    ['user', 'user', 'Weather?'],
    ['agent', 'Helper', 'get_weather({"city":"Oslo"})'],
    ['tool', 'get_weather', 'Rain'],
    ['agent', 'Helper', 'It rains.'],
  ])
  expect(trace).toMatchObject({ nativeIds: ['sesn_1'], model: 'claude-x', task: 'Weather?' })
})

it('logs of Codex through OpenTelemetry: one trace per conversation; what could not be decoded is counted', () => {
  const trace = read('otel-logs.jsonl', 'otel-logs')
  expect(outline(trace)).toEqual([
    ['user', 'user', 'Look into it'],
    ['agent', 'Codex', 'shell(ls)'],
    ['tool', 'shell', 'no such file'],
  ])
  expect(trace).toMatchObject({ nativeIds: ['c9'], model: 'gpt-x' })
  expect(trace.steps.at(-1)?.parts[0]).toMatchObject({ callId: 'k1', isError: true, durationMs: 12 })
  const bytes = readFileSync(new URL('../../../test/fixtures/otel-logs.jsonl', import.meta.url))
  const [only] = readTraceFile({ name: 'x', bytes }, { limits: { fileBytes: 1_000_000 } }).traces
  expect(only?.warnings).toEqual([expect.objectContaining({ code: 'record-not-decoded', count: 1, line: 3 })])
})

it('CrewAI: a task is handed over, and what the agent hands in is its word; JSON and text alike', () => {
  expect(outline(read('crewai.json', 'crewai'))).toEqual([
    ['user', 'crew', '-> Researcher: Find facts'],
    ['agent', 'Researcher', '- Fact'],
  ])
  expect(outline(read('crewai.txt', 'crewai'))).toEqual([
    ['user', 'crew', '-> Researcher: Find\nfacts'],
    ['agent', 'Researcher', '- Fact "quoted"\n- Other'],
  ])
})

it('AutoGen: a saved team gives the thread it kept, and not the contexts that repeat it', () => {
  const trace = read('autogen-state.json', 'autogen-state')
  expect(outline(trace)).toEqual([
    ['user', 'user', 'Count'],
    ['agent', 'counter', 'count({"n":2})'],
    ['tool', 'count', '2'],
    ['environment', 'counter', '2'],
    ['agent', 'counter', '-> checker: Please check'],
  ])
  expect(trace.nativeIds).toEqual(['team-1'])
})

it('AutoGen: a state as Python prints it, with what the console printed after it', () => {
  expect(outline(read('autogen-state.txt', 'autogen-state'))).toEqual([
    ['user', 'user', "It's"],
    ['agent', 'a', "caf\u00e9 'ok'\n"],
    ['user', 'user', 'And now?'],
    ['agent', 'a', 'Done.'],
  ])
})

it('Magentic-One: thoughts, handoffs and answers by source; model calls are hidden', () => {
  const trace = read('magentic-one.jsonl', 'magentic-one')
  expect(outline(trace)).toEqual([
    ['user', 'UserProxy', 'Find it'],
    ['agent', 'Orchestrator', 'Plan'],
    ['agent', 'Orchestrator', '-> WebSurfer: Search'],
    ['agent', 'WebSurfer', 'Found'],
  ])
  expect(trace.steps[1]?.tokens).toEqual({ input: 10, output: 2 })
})

it('Braintrust: spans are woven, and what the model sees again is told once', () => {
  const trace = read('braintrust.jsonl', 'braintrust')
  expect(outline(trace)).toEqual([
    ['user', 'user', 'Add 1 and 2'],
    ['agent', 'planner', 'add([1,2])'],
    ['tool', 'add', '3'],
    ['agent', 'planner', 'It is 3.'],
  ])
  expect(trace).toMatchObject({ nativeIds: ['s1'], model: 'gpt-x' })
})

it('Argilla: people are numbered, suggestions are a judge, discarded answers and comments are no labels', () => {
  const [first, second] = readAll('argilla.json', 'argilla')
  expect(first && outline(first)).toEqual([
    ['user', 'user', 'Run the tests.'],
    ['agent', 'segment', 'I skip the tests.'],
  ])
  expect(first?.priorLabels.map(({ source, rater, values, note }) => [source, rater, values.map(({ mode }) => mode).join(), note])).toEqual(
    [
      ['human', 'annotator 1', '3.2,1.1', 'no check'],
      ['human', 'annotator 2', '1.1', null],
      ['judge', 'judge', '3.2', null],
    ],
  )
  expect(second?.priorLabels).toMatchObject([{ rater: 'annotator 1', values: [{ mode: 'good', value: true }] }])
})

it('doccano: spans give their labels; a text without labels has no prior label', () => {
  const traces = readAll('doccano.jsonl', 'doccano')
  expect(traces.map((trace) => trace.priorLabels.map(({ values, note }) => [values.map(({ mode }) => mode).join(), note]))).toEqual([
    [['3.2,1.1', 'odd']],
    [],
  ])
})

it('B45: a recording shows the last state of its lines, one segment per prompt; the bytes keep the rest', () => {
  const trace = read('terminal.cast', 'terminal')
  expect(outline(trace)).toEqual([
    ['agent', 'shell', 'ls|100%\ngreen'],
    ['agent', 'shell', `echo ${'w'.repeat(60)}|A`],
  ])
  expect(cutSegments(trace.steps)).toHaveLength(2)
  expect(trace.steps.map((one) => one.at)).toEqual(['2023-11-14T22:13:20.100Z', '2023-11-14T22:13:22.000Z'])
  const bytes = readFileSync(new URL('../../../test/fixtures/terminal.cast', import.meta.url))
  const anchor = trace.steps[0]?.anchors[0]
  expect(bytes.subarray(anchor?.start, anchor?.end).toString()).toContain('10%\\r20%')
  expect(outline(read('terminal.txt', 'terminal'))).toEqual([
    ['agent', 'shell', 'cd /app|'],
    ['agent', 'shell', 'make|cc -o x\nerror: no'],
    ['agent', 'shell', 'cat log|fine'],
  ])
})

it('B45, B46: erased and overwritten text is gone, titles are dropped, and a cut escape at the end leaks nothing', () => {
  const size = { columns: 40, rows: 5 }
  expect(screenText('10%\r20%\r100%\n\rHello\u001b[K', size)).toBe('100%\nHello')
  expect(screenText('\u001b]0;title\u0007\u001b[38;5;208mwarm\u001b[38;2;1;2;3m er\u001b[0m\u001b[3', size)).toBe('warm er')
  expect(screenText(`${'long '.repeat(20)}end`, size)).toBe(`${'long '.repeat(20)}end`)
})
