import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Part, Trace } from '../../../shared/traces/model.ts'
import { readTraceFile } from './read-file.ts'

function read(name: string, format: string): Trace {
  const bytes = readFileSync(new URL(`../../../test/fixtures/${name}`, import.meta.url))
  const reading = readTraceFile({ name, bytes }, { limits: { fileBytes: 1_000_000 } })
  expect(reading).toMatchObject({ format, result: 'read' })
  const [first, ...others] = reading.traces
  expect(others).toEqual([])
  expect(Trace.safeParse(first?.trace).error).toBeUndefined()
  if (first === undefined) throw new Error('There is no trace.')
  return first.trace
}

const words = (part: Part): string =>
  part.kind === 'tool_call' ? `${part.name}(${part.arguments})` : 'text' in part ? part.text : part.kind
const outline = (trace: Trace): string[][] =>
  trace.steps
    .map((step) => ({ step, parts: step.parts.filter((part) => part.visibility !== 'hidden') }))
    .filter(({ parts }) => parts.length > 0)
    .map(({ step, parts }) => [step.role, step.actor, ...parts.map(words)])

it('LangGraph: the last state of a stream says all of it, and calls that stand twice are shown once', () => {
  const trace = read('langgraph-stream.json', 'langchain')
  expect(outline(trace)).toEqual([
    ['user', 'user', 'Delete it.'],
    ['agent', 'assistant', 'Think.', 'Deleting.', 'rm({"f":"a"})'],
    ['tool', 'rm', 'gone'],
  ])
  expect(trace).toMatchObject({ model: 'gpt-5', task: 'Delete it.' })
  expect(trace.steps[2]?.parts[0]).toMatchObject({ callId: 'c', isError: true })
})

it('LangGraph: a thread state is one trace under the id of its thread', () => {
  const trace = read('langgraph-state.json', 'langchain')
  expect(outline(trace)).toEqual([
    ['user', 'user', 'Hi'],
    ['agent', 'assistant', 'Hello'],
  ])
  expect(trace.nativeIds).toEqual(['th'])
})

it('Responses: instructions are folded, and calls that the API ran carry their own result', () => {
  const trace = read('responses.json', 'responses')
  expect(outline(trace)).toEqual([
    ['system', 'system', 'Be brief.'],
    ['user', 'user', 'Weather?'],
    ['agent', 'assistant', 'Look.'],
    ['agent', 'assistant', 'weather({})'],
    ['tool', 'weather', 'rain'],
    ['agent', 'assistant', 'Rain.'],
  ])
  expect(trace).toMatchObject({ nativeIds: ['resp_1'], model: 'gpt-5' })
})

it('Agents SDK: a saved run names the agent of each item', () => {
  expect(outline(read('agents-sdk-state.json', 'responses'))).toEqual([
    ['user', 'user', 'Refund me.'],
    ['agent', 'Triage', 'refund({})'],
    ['tool', 'refund', 'ok'],
  ])
})

it('Inspect: attachments are put back, missing ones are said to be missing, and the target is never read', () => {
  const trace = read('inspect.json', 'inspect')
  expect(outline(trace)).toEqual([
    ['system', 'system', 'Answer.'],
    ['user', 'user', 'Is it?'],
    ['agent', 'assistant', 'bash({"cmd":"ls"})'],
    ['tool', 'bash', 'too slow'],
    ['agent', 'assistant', 'attachment missing'],
  ])
  expect(trace).toMatchObject({
    nativeIds: ['u-1', 'run1/1/2'],
    benchmark: 'own-task',
    model: 'openai/gpt-4o',
    outcome: { success: true, scores: { match: 1 } },
  })
  expect(trace.steps[3]?.parts[0]).toMatchObject({ isError: true })
  expect(JSON.stringify(trace)).not.toContain('SECRET')
})

it.each([
  ['otlp.json', 'otlp', 'Forecaster', '4bf92f3577b34da6a3ce929d0e0e4736'],
  ['otlp-events.json', 'otlp', 'assistant', '4bf92f3577b34da6a3ce929d0e0e4736'],
  ['langfuse.json', 'langfuse', 'Forecaster', 'lf1'],
])('%s: what every model call repeats is told once, and results are paired', (file, format, agent, id) => {
  const trace = read(file, format)
  const told = outline(trace).filter(([role]) => role !== 'system')
  expect(told.map(([role, actor]) => [role, actor])).toEqual([
    ['user', 'user'],
    ['agent', agent],
    ['tool', 'weather'],
    ['agent', agent],
  ])
  expect(told.map((row) => row.at(-1))).toEqual(['Weather?', expect.stringMatching(/^weather\(/), 'rain', 'Rain.'])
  expect(trace.nativeIds).toEqual([id])
  const ids = trace.steps.flatMap((step) => step.parts.flatMap((part) => ('callId' in part ? [part.callId] : [])))
  expect(ids).toEqual(['c1', 'c1'])
})

it('OTLP: base64 ids become hexadecimal, flattened messages are sorted by number, and __proto__ in a key pollutes nothing', () => {
  const trace = read('otlp-flattened.json', 'otlp')
  expect(trace.nativeIds).toEqual(['b47d761fe79be88aee41342cdd527268'])
  expect(outline(trace).map((row) => row.at(-1))).toEqual(['Weather?', 'weather({})', 'rain', 'And now?', 'Rain.'])
  expect(Reflect.get({}, 'x')).toBeUndefined()
})

it('Phoenix: spans of one trace are gathered, and a tool run that no model call told of brings its call', () => {
  const trace = read('phoenix.jsonl', 'phoenix')
  expect(outline(trace)).toEqual([
    ['user', 'user', 'Weather?'],
    ['agent', 'helper', 'I look.'],
    ['agent', 'helper', 'weather({"city":"Oslo"})'],
    ['tool', 'weather', 'rain'],
    ['agent', 'helper', 'Rain.'],
  ])
})

it('LangSmith: a patch finishes its run, and times may be numbers', () => {
  const trace = read('langsmith.json', 'langsmith')
  expect(outline(trace)).toEqual([
    ['user', 'user', 'Weather?'],
    ['agent', 'assistant', 'weather({"city":"Oslo"})'],
    ['tool', 'weather', 'rain'],
    ['agent', 'assistant', 'Rain.'],
  ])
  expect(trace).toMatchObject({ nativeIds: ['ls1'], model: 'gpt' })
})

it('TRAIL: the tree is walked, and what the outermost agent was asked is the word of the user', () => {
  expect(outline(read('trail.json', 'trail'))).toEqual([
    ['user', 'user', 'Weather?'],
    ['agent', 'CodeAgent.run', 'SearchTool({"q":"x"})'],
    ['tool', 'SearchTool', 'rain\u2400'],
    ['agent', 'CodeAgent.run', 'Rain.'],
  ])
})

it('Agents SDK: spans are named after the agent around them, and an error is the result of its call', () => {
  const trace = read('openai-agents.jsonl', 'openai-agents')
  expect(outline(trace)).toEqual([
    ['user', 'user', 'Weather?'],
    ['agent', 'Triage', 'weather({})'],
    ['tool', 'weather', 'no sky'],
    ['agent', 'Triage', 'Sorry.'],
  ])
  expect(trace.steps[2]?.parts[0]).toMatchObject({ callId: 'c', isError: true })
})

it('a table: rows are gathered by trace, quotes hold delimiters and lines, and labels are prior labels', () => {
  const bytes = readFileSync(new URL('../../../test/fixtures/table.csv', import.meta.url))
  const reading = readTraceFile({ name: 'table.csv', bytes }, { limits: { fileBytes: 10_000 } })
  const traces = [...reading.traces].map(({ trace }) => trace)
  expect(traces.map((trace) => [trace.nativeIds[0], ...outline(trace)])).toEqual([
    ['t1', ['user', 'user', 'Fix; "please"\nnow'], ['agent', 'assistant', 'Done.']],
    ['t2', ['agent', 'Planner', 'Plan.']],
  ])
  expect(traces[0]?.priorLabels).toEqual([
    { source: 'human', rater: 'label column', taxonomy: 'table', values: [{ mode: '3.2', value: true }], note: '3.2 at message 1' },
  ])
  expect(outline(read('table.tsv', 'table'))).toEqual([
    ['user', 'user', 'Hi'],
    ['agent', 'assistant', 'Hello'],
  ])
})

it('Label Studio: the dialogue is the trace, annotations are prior labels without names or addresses, cancelled ones are none', () => {
  const trace = read('label-studio.json', 'label-studio')
  expect(outline(trace)).toEqual([
    ['user', 'User', 'Use the API.'],
    ['agent', 'Coder', 'I scrape <b>HTML</b>.\r\nDone.'],
  ])
  expect(trace.nativeIds).toEqual(['ls-t1'])
  expect(trace.priorLabels).toEqual([
    {
      source: 'human',
      rater: 'annotator 7',
      taxonomy: 'Label Studio',
      values: [{ mode: '1.1 Disobey task', value: true }],
      note: 'It scrapes.',
    },
    {
      source: 'human',
      rater: 'annotator 8',
      taxonomy: 'Label Studio',
      values: [
        { mode: 'Failed', value: true },
        { mode: '1.1 Disobey task', value: true },
      ],
      note: null,
    },
  ])
  expect(JSON.stringify(trace)).not.toContain('example.org')
})

it('Langfuse: scores are kept apart from what is shown', () => {
  const trace = read('langfuse.json', 'langfuse')
  expect(trace.outcome).toEqual({ success: null, rule: null, scores: { quality: 0.5 } })
})

it('Inspect: an .eval archive says the same as its log in JSON', () => {
  const { steps: packed, ...head } = read('inspect.eval', 'inspect')
  const { steps: plain, ...same } = read('inspect.json', 'inspect')
  expect(head).toEqual(same)
  const withoutPlace = (steps: Trace['steps']) => steps.map((step) => ({ ...step, anchors: [] }))
  expect(withoutPlace(packed)).toEqual(withoutPlace(plain))
})

it('Markdown: headings name speakers, except in code and where they name something else', () => {
  expect(outline(read('transcript.md', 'transcript'))).toEqual([
    ['environment', 'text', '# A session'],
    ['user', 'user', 'Fix the bug.'],
    ['agent', 'Coder', 'I ran:\n\n```bash\n# User\npytest -q\n```'],
    ['tool', 'shell', '1 failed\n\n## User guide\n\nThis heading is text.'],
    ['agent', 'Reviewer', 'Hm.', 'LGTM'],
  ])
})

it('text: speakers before a colon; other words before a colon are only words', () => {
  expect(outline(read('transcript.txt', 'transcript'))).toEqual([
    ['system', 'System', 'Be kind.'],
    ['user', 'human', 'Summarise this:\nNote: Alice: hi'],
    ['agent', 'Assistant', 'They greet.'],
    ['user', 'human', 'thanks'],
    ['agent', 'Assistant', 'welcome'],
  ])
})

it('text: any speakers that take turns after a time', () => {
  expect(outline(read('transcript-timed.log', 'transcript'))).toEqual([
    ['agent', 'Planner', 'We start.\nStep one.'],
    ['agent', 'Coder', 'Done.'],
  ])
})

it('a log and a document are no transcript', () => {
  const texts = ['[2026-01-01 10:00:00] INFO: a\n[2026-01-01 10:00:01] ERROR: b\n', '# User guide\n\n## Model\n\n## Tools\n']
  for (const text of texts)
    expect(readTraceFile({ name: 'x.txt', bytes: new TextEncoder().encode(text) }, { limits: { fileBytes: 1000 } }).result).toBe('refused')
})
