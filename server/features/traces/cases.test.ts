/** Cases in which other tools went wrong with odd files, by their numbers; those that need a server stand in test/http/import*.test.ts. */
import { expect, it } from 'vitest'
import { segmentText } from '../../../shared/segments/segment-text.ts'
import type { Part } from '../../../shared/traces/model.ts'
import { type FileReading, readTraceFile, type TraceReading } from './read-file.ts'

function read(text: string, more: { columns?: Record<string, string>; format?: string } = {}): FileReading & { all: TraceReading[] } {
  const reading = readTraceFile({ name: 'x', bytes: Buffer.from(text) }, { limits: { fileBytes: 50_000_000 }, ...more })
  const all = [...reading.traces]
  return { ...reading, all, warnings: reading.warnings }
}
const partsOf = (reading: { all: TraceReading[] }): Part[] => reading.all.flatMap(({ trace }) => trace.steps.flatMap((step) => step.parts))
const chat = (...messages: unknown[]): string => JSON.stringify({ messages: [{ role: 'user', content: 'hi' }, ...messages] })

it('T10: content that is null, a number, a list or an object is read, and the words around it too', () => {
  for (const content of ['null', '42', '[]', '{}']) {
    const file = read(
      `{"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":${content}},{"role":"assistant","content":"bye"}]}`,
    )
    expect(file.result).toBe('read')
    expect(segmentText(file.all[0]?.trace.steps ?? [])).toMatch(/^hi[\s\S]*bye$/)
  }
})

it('T13: a trace of 400 steps with one of 100 KB is read whole', () => {
  const messages = Array.from({ length: 400 }, (_, index) => ({
    role: 'assistant',
    content: index === 200 ? 'x'.repeat(100_000) : `step ${index}`,
  }))
  expect(read(chat(...messages)).all[0]?.trace.steps).toHaveLength(401)
})

it('T14: a label column says what is there; of every other mode nothing is known', () => {
  const { all } = read('trace_id,role,text,label\nt1,user,hi,\nt1,assistant,yes,1.1\n')
  expect(all[0]?.trace.priorLabels[0]?.values).toEqual([{ mode: '1.1', value: true }])
})

it('a table whose columns have other names is read when a person names them', () => {
  const table = 'who,what\nuser,hi\nbot,yes\n'
  expect(read(table).result).toBe('refused')
  const mapped = read(table, { format: 'table', columns: { speaker: 'who', text: 'what' } })
  expect(mapped.all[0]?.trace.steps.map((step) => [step.actor, step.role])).toEqual([
    ['user', 'user'],
    ['bot', 'agent'],
  ])
})

it('B18: pictures that a history repeats stay small: their type and size are kept, not their bytes', () => {
  const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(1_000_000)}` } }
  const file = read(chat({ role: 'assistant', content: Array.from({ length: 10 }, () => picture) }))
  expect(partsOf(file).filter((part) => part.kind === 'file')).toHaveLength(10)
  expect(JSON.stringify(file.all[0]?.trace).length).toBeLessThan(20_000)
})

it('B30: <think> is folded reasoning with its text, and other tags in angle brackets are words', () => {
  const parts = partsOf(read(chat({ role: 'assistant', content: '<think>hm</think><TITLE> is shown' })))
  expect(parts).toContainEqual({ kind: 'reasoning', visibility: 'folded', text: 'hm' })
  expect(parts).toContainEqual(expect.objectContaining({ kind: 'text', text: '<TITLE> is shown' }))
})

it('B31: single newlines stay as they are', () => {
  expect(partsOf(read(chat({ role: 'assistant', content: 'a\nb\n  c' })))).toContainEqual(expect.objectContaining({ text: 'a\nb\n  c' }))
})

it('B32: the digits of a number that no double can hold are kept', () => {
  const file = read(
    '{"id":107505301260286111,"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":107505301260286111}]}',
  )
  expect(file.all[0]?.trace.nativeIds).toEqual(['107505301260286111'])
  expect(segmentText(file.all[0]?.trace.steps ?? [])).toContain('107505301260286111')
})

it('B37: messages that are no list, or hold something else, never break the file', () => {
  expect(read('{"messages":"oops"}').result).toBe('refused')
  expect(read(chat('oops', null, 7, { role: 'assistant', content: 'fine' })).all).toHaveLength(1)
})

it('B60: keys that look like prototypes are data', () => {
  read('{"__proto__":{"isAdmin":true},"messages":[{"role":"user","content":"hi","__proto__":{"isAdmin":true}}]}')
  expect(Reflect.get({}, 'isAdmin')).toBeUndefined()
})

it('B62: a value as Python prints it, a web page and a stream of events get a reason that a person understands', () => {
  expect(read("{'a': None}").reason).toContain('Python')
  expect(read('<html>').reason).toContain('web page')
  expect(read('data: {"choices":[]}\n\n').reason).toContain('server-sent')
})
