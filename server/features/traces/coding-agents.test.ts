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
