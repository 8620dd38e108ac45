import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { segmentText } from '../../../shared/segments/segment-text.ts'
import { Trace } from '../../../shared/traces/model.ts'
import { type FileReading, readTraceFile, type TraceReading } from './read-file.ts'

const limits = { fileBytes: 1_000_000 }
const fixture = (name: string): Uint8Array => readFileSync(new URL(`../../../test/fixtures/${name}`, import.meta.url))

function readFixture(name: string): FileReading & { all: TraceReading[] } {
  const reading = readTraceFile({ name, bytes: fixture(name) }, { limits })
  const all = [...reading.traces]
  for (const { trace } of all) expect(Trace.safeParse(trace).error).toBeUndefined()
  return { ...reading, all, warnings: reading.warnings }
}

const traceOf = (reading: { all: TraceReading[] }, index = 0): Trace => {
  const found = reading.all[index]
  if (found === undefined) throw new Error(`There is no trace ${index}.`)
  return found.trace
}
const visible = (trace: Trace): string => segmentText(trace.steps)

describe('a Codex session', () => {
  const reading = readFixture('codex-session.jsonl')
  const trace = traceOf(reading)
  const partsOf = (kind: string) => trace.steps.flatMap((step) => step.parts.filter((part) => part.kind === kind))

  it('is recognised with its version, and named after its id and first request', () => {
    expect(reading).toMatchObject({ format: 'codex', formatVersion: '0.80.0', score: 1, result: 'read' })
    expect(trace).toMatchObject({
      nativeIds: ['0195-codex-own'],
      model: 'gpt-5.1-codex',
      title: 'Find out why the total is wrong.',
      agents: ['Codex'],
    })
  })

  it('keeps a real repeat by the user twice and folds every event that repeats an item', () => {
    const text = visible(trace)
    expect(text.split('Find out why the total is wrong.')).toHaveLength(3)
    expect(text.split('I will read the ledger. 💩 happens.')).toHaveLength(2)
    expect(text.split('The ledger may round.')).toHaveLength(2)
    expect(text.split('Only an event says this.')).toHaveLength(2)
  })

  it('does not take instructions and environment notes for the word of the user', () => {
    expect(trace.steps.filter((step) => step.role === 'user')).toHaveLength(2)
    expect(trace.steps.filter((step) => step.role === 'system').map((step) => step.parts[0]?.visibility)).toEqual(['folded'])
  })

  it('opens what is wrapped around results and pairs them with their calls', () => {
    expect(partsOf('tool_call').map((part) => part.kind === 'tool_call' && [part.callId, part.name])).toEqual([
      ['c1', 'shell'],
      ['c2', 'apply_patch'],
      ['c3', 'local_shell'],
      ['ws1', 'web_search'],
    ])
    expect(partsOf('tool_result')).toEqual([
      expect.objectContaining({ callId: 'c1', text: 'apples,1.005\nNaN is a word here\n', exitCode: 0, isError: false, durationMs: 200 }),
      expect.objectContaining({ callId: 'c2', exitCode: 1, isError: true, durationMs: 1500 }),
      expect.objectContaining({ callId: 'c3', text: 'Traceback', isError: true, exitCode: null }),
    ])
    expect(trace.steps.filter((step) => step.role === 'tool').map((step) => step.actor)).toEqual(['shell', 'apply_patch', 'local_shell'])
    expect(reading.all[0]?.warnings).toEqual([{ code: 'call-without-result', message: 'A tool call has no result.', count: 1, line: null }])
  })

  it('gives the tokens to the step before the count and leads every step back into the file', () => {
    const call = trace.steps.find((step) => step.parts.some((part) => part.kind === 'tool_call'))
    expect(call?.tokens).toEqual({ input: 900, output: 40 })
    const bytes = fixture('codex-session.jsonl')
    for (const step of trace.steps) {
      for (const { start, end } of step.anchors) expect(() => JSON.parse(Buffer.from(bytes.subarray(start, end)).toString())).not.toThrow()
    }
  })

  it('shows where history was compacted but not the history again', () => {
    expect(partsOf('compaction')).toEqual([{ kind: 'compaction', visibility: 'main', text: 'So far: the ledger was read.' }])
  })
})

describe('MAST records', () => {
  const reading = readFixture('mad-human.json-with-nan')

  it('give one trace each, whatever the shape of the body', () => {
    expect(reading).toMatchObject({ format: 'mad', formatVersion: 'human', result: 'read' })
    expect(reading.all.map(({ trace }) => trace.nativeIds[0])).toEqual([
      'Round 1/AG2/Own-Math/1',
      'Generlazability/MetaGPT/Own-Dev/2',
      'Round 3/MetaGPT/Own-Dev/3',
      'Round 3/Other/Own-Dev/4',
    ])
    expect(reading.warnings).toEqual([expect.objectContaining({ code: 'nan', count: 4 })])
  })

  it('take the actor from the name in AG2 and keep the inverted role only as raw role', () => {
    const { steps, task } = traceOf(reading)
    expect(steps.map(({ actor, role, rawRole }) => [actor, role, rawRole])).toEqual([
      ['proxy', 'agent', 'assistant'],
      ['solver', 'agent', 'user'],
      ['solver', 'agent', 'user'],
      ['run', 'tool', 'tool'],
    ])
    expect(task).toBe('A box holds 3 red and 4 blue pens.\nHow many pens are in it?')
  })

  it('cut MetaGPT logs into messages', () => {
    const log = traceOf(reading, 1)
    expect(log.steps.filter((step) => step.role !== 'environment').map((step) => [step.actor, step.role, step.at])).toEqual([
      ['Human', 'user', '2026-01-01T10:00:01'],
      ['Coder', 'agent', '2026-01-01T10:00:05'],
      ['Tester', 'agent', '2026-01-01T10:00:09'],
      ['Coder', 'agent', '2026-01-01T10:00:09'],
    ])
    expect(visible(log)).toContain('Write a stack.\nAnswer:')
    const run = traceOf(reading, 2)
    expect(run.steps.map((step) => step.actor)).toEqual(['user', 'Alice (Coder)', 'Bob (Reviewer)'])
  })

  it('become one step with a warning when nobody can be made out', () => {
    expect(reading.all[3]?.trace.steps).toHaveLength(1)
    expect(reading.all[3]?.warnings.map((warning) => warning.code)).toEqual(['unsegmented'])
  })

  it('keep votes as prior labels in the taxonomy of their round, and no answer as no answer', () => {
    expect(traceOf(reading, 1).priorLabels.map((labels) => [labels.rater, labels.taxonomy])).toEqual([
      ['annotator_1', 'Generlazability'],
      ['annotator_2', 'Generlazability'],
      ['annotator_3', 'Generlazability'],
    ])
    expect(traceOf(reading).priorLabels[2]?.values).toEqual([
      { mode: '1.1 Poor task constraint compliance', value: false },
      { mode: '2.2 Step repetition', value: null },
    ])
    expect(traceOf(reading).priorLabels[3]).toEqual({
      source: 'human',
      rater: 'annotator',
      taxonomy: 'MASFT',
      note: 'SECRET-NOTE the solver multiplies',
      values: [
        { mode: 'Step repetition', value: false },
        { mode: 'No attempt to verify outcome', value: true },
        { mode: 'Blurring roles', value: null },
      ],
    })
  })

  it('know the outcome and never show an answer, a hint or a note', () => {
    expect(traceOf(reading).outcome).toMatchObject({ success: false })
    const full = readFixture('mad-full.json')
    expect(traceOf(full).outcome).toMatchObject({ success: true })
    expect(traceOf(full)).toMatchObject({ task: 'A jar holds 5 coins.', model: 'gpt-4o' })
    expect(traceOf(full).steps.map((step) => step.actor)).toEqual(['proxy', 'solver'])
    expect(traceOf(full).priorLabels).toEqual([
      {
        source: 'judge',
        rater: 'MAST judge',
        taxonomy: 'MAST',
        note: null,
        values: [
          { mode: '1.1', value: true },
          { mode: '1.2', value: false },
          { mode: '2.4', value: null },
        ],
      },
    ])
    for (const { trace } of [...reading.all, ...full.all]) {
      expect(JSON.stringify([trace.title, trace.task, trace.steps])).not.toContain('SECRET')
    }
  })

  it('hide the answers of a body that is broken', () => {
    const broken = `{\n "instance_id": "x",\n "other_data": {"answer": "SECRET"},\n "trajectory": [\n {"content": "words", "name": "a"},\n "note": {"text": "SECRET"}`
    const bytes = new TextEncoder().encode(JSON.stringify([{ mas_name: 'AG2', trace_id: 1, trace: broken }]))
    const [only] = readTraceFile({ name: 'x.json', bytes }, { limits }).traces
    expect(JSON.stringify(only?.trace)).toContain('words')
    expect(JSON.stringify(only?.trace)).not.toContain('SECRET')
  })
})

describe('chats', () => {
  const reading = readFixture('chat.jsonl')
  const outline = (index: number) =>
    traceOf(reading, index).steps.map((step) => [
      step.role,
      step.actor,
      ...step.parts.map((part) => `${part.kind}: ${'text' in part ? part.text : 'arguments' in part ? part.arguments : ''}`),
    ])

  it('give one trace per record, and the record without messages is refused', () => {
    expect(reading).toMatchObject({ format: 'chat', result: 'read' })
    expect(reading.all).toHaveLength(4)
    expect(reading.warnings).toContainEqual({ code: 'record-refused', message: 'The record holds no messages.', count: 1, line: 5 })
  })

  it('are read in the shape of OpenAI, with thoughts folded and data addresses named by size', () => {
    expect(outline(0)).toEqual([
      ['system', 'system', 'text: You are terse.'],
      ['user', 'user', 'text: Weather in Oslo?', 'file: '],
      ['agent', 'assistant', 'reasoning: I should look.', 'tool_call: {"city": "Oslo"}'],
      ['tool', 'weather', 'tool_result: rain\u2400'],
      ['agent', 'assistant', 'reasoning: Short.', 'text: Rain. \ufffd'],
    ])
    expect(traceOf(reading)).toMatchObject({
      nativeIds: ['107505301260286111'],
      model: 'gpt-4o',
      outcome: { success: null, scores: { reward: 1 } },
    })
  })

  it('are read in the shape of Anthropic, where the user hands results back', () => {
    expect(outline(1)).toEqual([
      ['user', 'user', 'text: List files'],
      ['agent', 'assistant', 'reasoning: ls will do.', 'text: I list.', 'tool_call: {"cmd":"ls"}'],
      ['tool', 'bash', 'tool_result: a.txt'],
      ['user', 'user', 'text: And now?'],
      ['agent', 'assistant', 'text: Done.'],
    ])
  })

  it('are read in the shape of ShareGPT', () => {
    expect(outline(2)).toEqual([
      ['system', 'system', 'text: Use tools.'],
      ['user', 'user', 'text: Add 2 and 3'],
      ['agent', 'assistant', 'tool_call: {"a":2,"b":3}'],
      ['tool', 'tool', 'tool_result: 5'],
      ['agent', 'assistant', 'text: It is 5.'],
    ])
  })

  it('survive content that is null, a number, empty or no message at all', () => {
    expect(outline(3)).toEqual([
      ['user', 'user'],
      ['user', 'user', 'text: 42'],
      ['agent', 'assistant'],
      ['agent', 'Planner'],
      ['environment', 'unknown', 'unknown: massive error'],
      ['agent', 'assistant', 'text: Ok'],
    ])
  })
})

describe('Claude Code sessions', () => {
  const reading = readFixture('claude-code.jsonl')

  it('are one trace each; a session that goes on under another id stays one', () => {
    expect(reading).toMatchObject({ format: 'claude-code', formatVersion: '2.1.0', result: 'read' })
    expect(reading.all.map(({ trace }) => trace.nativeIds)).toEqual([['s1', 's2'], ['s3']])
    expect(traceOf(reading)).toMatchObject({ title: 'Fix the parser', model: 'claude-sonnet-4-5', agents: ['Claude'] })
  })

  it('join the lines of one message and pair all results, wherever in the tree they hang', () => {
    const steps = traceOf(reading).steps.filter((step) => step.parts.some((part) => part.visibility !== 'hidden'))
    expect(steps.map((step) => [step.role, step.actor, step.lane, step.parts.map((part) => part.kind).join()])).toEqual([
      ['user', 'user', 'main', 'text,text'],
      ['agent', 'Claude', 'main', 'reasoning,tool_call,tool_call'],
      ['tool', 'Read', 'main', 'tool_result'],
      ['user', 'user', 'side chain 1', 'text'],
      ['agent', 'Claude', 'side chain 1', 'text'],
      ['tool', 'Task', 'main', 'tool_result'],
      ['agent', 'Claude', 'main', 'text'],
      ['user', 'user', 'branch 1', 'text'],
      ['user', 'user', 'main', 'text'],
      ['environment', 'Claude Code', 'main', 'compaction'],
      ['agent', 'Claude', 'main', 'text'],
    ])
    expect(steps[1]?.tokens).toEqual({ input: 10, output: 9 })
    expect(steps[0]?.parts.map((part) => part.visibility)).toEqual(['folded', 'main'])
  })

  it('of a sub-agent alone show its messages and name the session that started it', () => {
    const lines = [
      {
        type: 'user',
        sessionId: 's1',
        agentId: 'a77',
        uuid: '1',
        parentUuid: null,
        isSidechain: true,
        message: { role: 'user', content: 'Look' },
      },
      {
        type: 'assistant',
        sessionId: 's1',
        agentId: 'a77',
        uuid: '2',
        parentUuid: '1',
        isSidechain: true,
        message: { id: 'm', role: 'assistant', content: [{ type: 'text', text: 'Seen.' }] },
      },
    ]
    const bytes = new TextEncoder().encode(lines.map((line) => JSON.stringify(line)).join('\n'))
    const [only] = readTraceFile({ name: 'agent-a77.jsonl', bytes }, { limits }).traces
    expect(only?.trace).toMatchObject({
      nativeIds: ['s1/a77'],
      links: [{ kind: 'subagent', target: 's1' }],
      agents: ['Claude a77'],
      lanes: ['main'],
    })
    expect(only?.trace.steps).toHaveLength(2)
  })
})

describe('our own trace files', () => {
  it('come back as they were written, as one object, a list or lines', () => {
    const own = JSON.parse(Buffer.from(fixture('touchstone-trace.json')).toString())
    for (const text of [JSON.stringify(own), JSON.stringify([own, own]), `${JSON.stringify(own)}\n${JSON.stringify(own)}\n`]) {
      const reading = readTraceFile({ name: 'own.json', bytes: new TextEncoder().encode(text) }, { limits })
      expect(reading).toMatchObject({ format: 'touchstone', formatVersion: '1', score: 1 })
      for (const { trace } of reading.traces) {
        expect({ ...trace, steps: trace.steps.map((step) => ({ ...step, anchors: [] })) }).toEqual(own)
      }
    }
  })

  it('are refused with the place when they do not fit the schema', () => {
    const own = JSON.parse(Buffer.from(fixture('touchstone-trace.json')).toString())
    own.steps[1].role = 'robot'
    const reading = readTraceFile({ name: 'own.json', bytes: new TextEncoder().encode(JSON.stringify(own)) }, { limits })
    expect(reading.result).toBe('refused')
    expect(reading.reason).toContain('steps.1.role')
  })
})
