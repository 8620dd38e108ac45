import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { segmentText } from '../../../shared/segments/segment-text.ts'
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

it.each([
  ['cli-cursor.jsonl', 'Cursor', null],
  ['cli-pi.jsonl', 'Pi', 'p1'],
  ['cli-droid.jsonl', 'Droid', 'd1'],
  ['cli-qwen.jsonl', 'Qwen Code', 'q1'],
  ['cli-copilot.jsonl', 'Copilot CLI', 'co1'],
])('%s: a task, a call, its result and an answer', (file, framework, id) => {
  const trace = read(file, 'cli-session')
  expect(trace).toMatchObject({ framework, nativeIds: id === null ? [] : [id], task: 'List.' })
  const said = trace.steps
    .flatMap((step) => step.parts)
    .filter((part) => part.visibility === 'main' && !(part.kind === 'text' && part.text === 'Ok.'))
  expect(said.map((part) => part.kind)).toEqual(['text', 'tool_call', 'tool_result', 'text'])
  expect(words(said[2] as Part)).toBe('a')
  expect(trace.steps.at(-1)).toMatchObject({ role: 'agent', actor: framework })
})

it('Gemini CLI: thoughts are folded, results stand after their calls, notices are folded', () => {
  const trace = read('gemini-cli.json', 'gemini-cli')
  expect(outline(trace)).toEqual([
    ['user', 'user', 'List.'],
    ['agent', 'Gemini', 'Plan\nls', 'run_shell_command({"command":"ls"})'],
    ['tool', 'run_shell_command', 'a.txt'],
    ['environment', 'Gemini CLI', 'Cancelled.'],
    ['agent', 'Gemini', 'One file.'],
  ])
  expect(trace).toMatchObject({ nativeIds: ['g1'], model: 'gemini-3' })
})

it('Gemini CLI: a message written again under its id replaces the earlier one', () => {
  expect(outline(read('gemini-cli.jsonl', 'gemini-cli'))).toEqual([
    ['user', 'user', 'Hi.'],
    ['agent', 'Gemini', 'Hello.'],
  ])
})

it('tau-bench: a call id that is used again names another call, and what the simulated user was told stays out', () => {
  const trace = read('tau-bench.json', 'tau-bench')
  const ids = trace.steps.flatMap((step) => step.parts.flatMap((part) => ('callId' in part ? [part.callId] : [])))
  expect(ids).toEqual(['c', 'c', 'c#2', 'c#2'])
  expect(trace).toMatchObject({ nativeIds: ['4/1'], outcome: { success: true, scores: { reward: 1 } } })
  expect(JSON.stringify(trace)).not.toContain('SECRET')
})

it("tau2: the user's own calls are the user's, and every result is paired", () => {
  const trace = read('tau2.json', 'tau-bench')
  expect(outline(trace)).toEqual([
    ['agent', 'assistant', 'Hello?'],
    ['user', 'user', 'look({})'],
    ['tool', 'look', 'dark'],
    ['user', 'user', 'It is dark.'],
    ['agent', 'assistant', 'x({})', 'y({})'],
    ['tool', 'x', '1'],
    ['tool', 'y', 'no'],
  ])
  expect(trace).toMatchObject({ model: 'gpt-4.1', outcome: { success: false, scores: { reward: 0.5 } } })
  expect(trace.steps.at(-1)?.parts[0]).toMatchObject({ callId: 'a2', isError: true })
})

it('Who&When: the speaker stands in the role, blame is a prior label and the answer is never read', () => {
  const trace = read('who-and-when.json', 'who-and-when')
  expect(outline(trace)).toEqual([
    ['user', 'human', 'What is 2 + 2?'],
    ['agent', 'Orchestrator', 'Plan: guess.'],
    ['agent', 'Orchestrator', 'Please add.'],
    ['agent', 'Coder', '5'],
    ['tool', 'Computer_terminal', 'exitcode: 0'],
  ])
  expect(trace.steps[2]?.parts[0]).toMatchObject({ kind: 'handoff', to: 'Coder' })
  expect(trace.priorLabels[0]).toMatchObject({ source: 'human', note: 'Decisive mistake at message 1 by Orchestrator: It guessed.' })
  expect(JSON.stringify(trace)).not.toContain('SECRET')
})

it('ATIF: results are paired, copied context is no turn of its own, sub-agents and continuations are linked', () => {
  const trace = read('atif.json', 'atif')
  expect(trace).toMatchObject({
    nativeIds: ['own-atif/continuation-1', 'own-atif'],
    links: [{ kind: 'continues', target: 'own-atif' }],
    task: 'Fix the clock.',
    model: 'm-1',
  })
  expect(outline(trace)).toEqual([
    ['environment', 'user', 'Fix the clock.'],
    ['environment', 'own-agent', 'I looked at it.'],
    ['system', 'system', 'You go on.'],
    ['agent', 'own-agent', 'It is loose.', 'Turning the screw.', 'screw({"turns":2})'],
    ['tool', 'screw', 'tight'],
    ['system', 'system', 'Handing over.'],
    ['tool', 'environment', 'Sub-agents: own-sub'],
    ['agent', 'own-agent', 'Done.'],
  ])
  expect(trace.steps[3]).toMatchObject({ model: 'm-2', tokens: { input: 5, output: 2 }, at: '2026-01-01T00:00:00Z' })
  expect(trace.steps[6]?.links).toEqual([{ kind: 'subagent', target: 'own-sub' }])
})

it('SWE-agent: the steps are read once, and the queries that repeat the history never', () => {
  const trace = read('swe-agent.traj', 'swe-agent')
  expect(outline(trace)).toEqual([
    ['system', 'system', 'Use the shell.'],
    ['environment', 'user', 'A demonstration'],
    ['user', 'user', 'Fix issue 1.'],
    ['agent', 'SWE-agent', 'Look around.', 'action(ls src)'],
    ['tool', 'ls', 'a.py\n'],
    ['agent', 'SWE-agent', 'action(submit)'],
  ])
  expect(segmentText(trace.steps)).not.toContain('REPEATED')
  expect(trace.nativeIds).toEqual(['own__repo-1'])
})

it('SWE-agent: a history with tool calls is read as it is', () => {
  expect(outline(read('swe-agent-calls.traj', 'swe-agent'))).toEqual([
    ['user', 'user', 'Fix issue 2.'],
    ['agent', 'SWE-agent', 'Open it.', 'open({"path":"a.py"})'],
    ['tool', 'tool', '1: x'],
  ])
})

it('mini-swe-agent: what the shell answers in the name of the user is a result', () => {
  const trace = read('mini-swe-agent.traj.json', 'mini-swe-agent')
  expect(trace.steps.map((step) => [step.role, step.actor])).toEqual([
    ['system', 'system'],
    ['user', 'user'],
    ['agent', 'mini-swe-agent'],
    ['tool', 'shell'],
    ['agent', 'mini-swe-agent'],
  ])
  expect(trace.steps[3]?.parts[0]).toMatchObject({ exitCode: 2, isError: true })
})

it('OpenHands: old events are paired by order, newer ones by id, and state changes are hidden', () => {
  const trace = read('openhands.json', 'openhands')
  expect(outline(trace)).toEqual([
    ['user', 'user', 'Add a licence.'],
    ['agent', 'OpenHands', 'Let me look.', 'run({"command":"ls"})'],
    ['tool', 'run', 'README'],
    ['agent', 'OpenHands', 'str_replace_editor({"path":"LICENSE","content":"MIT"})'],
    ['tool', 'edit', 'written'],
    ['agent', 'OpenHands', 'All done.', 'finish()'],
  ])
  expect(trace.steps[2]?.parts[0]).toMatchObject({ exitCode: 1, isError: true })
  expect(trace).toMatchObject({ nativeIds: ['own-oh'], outcome: { success: true }, model: 'm-3' })
})

it('OpenHands SDK: events are steps, and reasoning that stands twice is shown once', () => {
  expect(outline(read('openhands-sdk.jsonl', 'openhands'))).toEqual([
    ['system', 'system', 'Be kind.'],
    ['user', 'user', 'Say hi.'],
    ['agent', 'OpenHands', 'hi it is', 'terminal({"command":"echo hi"})'],
    ['tool', 'terminal', 'hi'],
  ])
})
