import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { segmentText } from '../../../shared/segments/segment-text.ts'
import { type FileReading, readTraceFile } from './read-file.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const read = (content: string | Uint8Array, name = 'file.json', limits = { fileBytes: 1_000_000 }): FileReading =>
  readTraceFile({ name, bytes: typeof content === 'string' ? encode(content) : content }, { limits })

const step = (text: string) => ({
  index: 0,
  actor: 'a',
  role: 'agent',
  rawRole: null,
  lane: 'main',
  at: null,
  model: null,
  tokens: null,
  anchors: [],
  links: [],
  parts: [{ kind: 'text', visibility: 'main', text, format: 'plain' }],
})
const own = (text: string, id = '1') => ({
  schema: 'touchstone.trace/1',
  title: 't',
  task: null,
  format: 'touchstone',
  formatVersion: null,
  nativeIds: [id],
  framework: null,
  benchmark: null,
  model: null,
  agents: ['a'],
  lanes: ['main'],
  steps: [step(text)],
  links: [],
  outcome: null,
  priorLabels: [],
  licence: null,
})
const line = (text: string, id?: string): string => JSON.stringify(own(text, id))
const textsOf = (reading: FileReading): string[] => [...reading.traces].map(({ trace }) => segmentText(trace.steps))

describe('a file that is no trace', () => {
  it.each([
    ['an empty file', '', 'The file is empty.'],
    ['white space', ' \n\n', 'nothing but white space'],
    ['an empty list', '[]', 'empty list'],
    ['a web page', '<!DOCTYPE html><html></html>', 'web page'],
    ['a cut document', '{"a": [1,\n 2', 'line 2, column'],
    ['a broken document', '{"schema": "touchstone.trace/1",\n "x" 1}', 'line 2, column 6'],
    ['an agent output', '{"entities":[],"propagations":[]}', 'ITBench agent output'],
    ['evaluation results', '{"raw_results":[{"scores":{}}]}', 'evaluation results'],
    ['ground truths', '[{"fault":[],"groups":[],"alerts":[]}]', 'ground truths'],
    ['unknown JSON', '{"a":1}', 'No known trace format'],
    ['plain words', 'hello there', 'No known trace format'],
    ['a pointer to Git LFS', 'version https://git-lfs.github.com/spec/v1\noid sha256:1', 'Git LFS'],
  ])('is refused with a sentence: %s', (_name, text, sentence) => {
    const reading = read(text)
    expect(reading.result).toBe('refused')
    expect(reading.reason).toContain(sentence)
    expect([...reading.traces]).toEqual([])
  })

  it.each([
    ['zstd', [0x28, 0xb5, 0x2f, 0xfd], 'zstd'],
    ['Parquet', [...encode('PAR1')], 'Parquet'],
    ['SQLite', [...encode('SQLite format 3\0')], 'SQLite database'],
    ['pickle', [0x80, 4, 0x95, 0x2e], 'pickle'],
    ['PNG', [0x89, 0x50, 0x4e, 0x47], 'image'],
  ])('is recognised by its first bytes: %s', (_name, bytes, sentence) => {
    expect(read(Uint8Array.from(bytes)).reason).toContain(sentence)
  })

  it('is refused for its size with size and limit', () => {
    expect(read('x'.repeat(11), 'x', { fileBytes: 10 }).reason).toBe('The file has 11 bytes; the limit is 10 bytes.')
  })

  it('is refused for a format that does not exist', () => {
    expect(readTraceFile({ name: 'x', bytes: encode(line('x')) }, { format: 'nope', limits: { fileBytes: 1000 } }).reason).toContain(
      'no format nope',
    )
  })
})

describe('the charset', () => {
  it('must be UTF-8, and the refusal names the first byte that is not', () => {
    const bytes = Uint8Array.from([...encode('{"a":"caf'), 0xe9, 0x22, 0x7d])
    expect(read(bytes).reason).toContain('byte 9 (0xe9)')
    const korean = Uint8Array.from([...encode('{"a":"é'), 0xb0, 0xa1])
    expect(read(korean).reason).toContain('byte 8 (0xb0)')
  })

  it('may carry a byte order mark, and UTF-16 is decoded by its own', () => {
    expect(textsOf(read(Uint8Array.from([0xef, 0xbb, 0xbf, ...encode(line('é'))])))).toEqual(['é'])
    const utf16 = Buffer.from(`\ufeff${line('é💩')}`, 'utf16le')
    const reading = read(utf16)
    const [only] = reading.traces
    expect(only?.trace.steps[0]?.parts).toEqual([expect.objectContaining({ text: 'é💩' })])
    expect(JSON.parse(Buffer.from(reading.decoded.subarray(only?.raw.start, only?.raw.end)).toString())).toEqual(own('é💩'))
  })
})

describe('records', () => {
  it.each([
    ['lines', `${line('a')}\n${line('b')}\n`],
    ['lines with carriage returns and empty ones', `${line('a')}\r\n\r\n${line('b')}\r\n`],
    ['a list', `[${line('a')},\n${line('b')}]`],
    ['a list with a trailing comma', `[${line('a')},${line('b')},]`],
    ['values run together', `${line('a')}${line('b')}`],
    ['pretty values one after the other', `${JSON.stringify(own('a'), null, 2)}\n${JSON.stringify(own('b'), null, 2)}`],
  ])('are found in %s, each with its bytes', (_name, text) => {
    const reading = read(text)
    const traces = [...reading.traces]
    expect(traces.map(({ trace }) => segmentText(trace.steps))).toEqual(['a', 'b'])
    for (const { raw, trace } of traces) {
      const slice = JSON.parse(Buffer.from(reading.decoded.subarray(raw.start, raw.end)).toString())
      expect(slice.steps[0].parts[0].text).toBe(segmentText(trace.steps))
    }
    expect(reading.warnings).toEqual([])
  })

  it('before a cut are kept, with a warning', () => {
    for (const text of [
      `${line('a')}\n${line('b').slice(0, 60)}`,
      `[${line('a')},${line('b').slice(0, 60)}`,
      `${line('a')}${line('b').slice(0, 60)}`,
    ]) {
      const reading = read(text)
      expect(textsOf(reading)).toEqual(['a'])
      expect(reading.warnings.map((warning) => warning.message)).toEqual([expect.stringMatching(/is incomplete \(run still writing\?\)/)])
    }
  })

  it('that are broken are counted, and the others are read', () => {
    const reading = read(['"massive error"', line('a'), '{"x": nope}', '42', '[1]', line('b'), '{"silly":"this"}'].join('\n'), 'x.jsonl')
    expect(textsOf(reading)).toEqual(['a', 'b'])
    expect(reading.warnings.map(({ code, count, line: at }) => [code, count, at])).toContainEqual(['bad-record', 1, 3])
    expect(reading.warnings.filter((warning) => warning.code === 'record-refused').reduce((sum, warning) => sum + warning.count, 0)).toBe(4)
  })

  it('over the limit are skipped with size and limit, and the others are read', () => {
    const reading = readTraceFile(
      { name: 'x.jsonl', bytes: encode(`${line('a')}\n${line('b'.repeat(5000))}\n`) },
      { limits: { fileBytes: 1_000_000, recordBytes: 2000 } },
    )
    expect(textsOf(reading)).toEqual(['a'])
    expect(reading.warnings[0]?.message).toContain('the limit is 2000 bytes')
  })
})

describe('dangerous content', () => {
  it('is not unpacked beyond the limit', () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000))
    expect(bomb.length).toBeLessThan(10_000)
    expect(read(bomb).reason).toContain('larger than the limit')
    expect(textsOf(read(gzipSync(encode(line('packed')))))).toEqual(['packed'])
    expect(read(Uint8Array.from([0x1f, 0x8b, 8, 0])).reason).toContain('damaged')
  })

  it('in a zip archive is bounded, and a damaged archive is refused, whatever byte is wrong', () => {
    const archive = readFileSync(new URL('../../../test/fixtures/inspect.eval', import.meta.url))
    expect(read(archive, 'x.eval', { fileBytes: archive.length }).reason).toContain('larger than the limit')
    fc.assert(
      fc.property(fc.nat(archive.length - 1), fc.integer({ min: 0, max: 255 }), fc.boolean(), (at, byte, isCut) => {
        const damaged = Uint8Array.from(archive)
        damaged[at] = byte
        const reading = read(isCut ? damaged.subarray(0, at) : damaged)
        for (const { trace } of reading.traces) expect(trace.steps.length).toBeGreaterThan(0)
      }),
    )
  })

  it('does not overflow the stack, however deep it is nested', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    expect(read(deep).result).toBe('refused')
    expect(read(`{"schema":"touchstone.trace/1","x":${deep}}`).result).toBe('refused')
    expect(read(`${line('a')}\n{"x":${'['.repeat(100_000)}\n`).result).toBe('read')
  })

  it('pollutes no prototype', () => {
    read('{"schema":"touchstone.trace/1","__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}')
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined()
  })

  it('is stored alike everywhere: NUL as U+2400, a lone surrogate as U+FFFD, with the offsets unchanged', () => {
    const [text] = textsOf(read(line('a\u0000b\ud83dc💩')))
    expect(text).toBe('a\u2400b\ufffdc💩')
    expect([...(text ?? '')]).toHaveLength([...'a\u0000b\ud83dc💩'].length)
  })

  it('never makes reading throw, whatever the bytes', () => {
    const noise = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\n', '\\', 'N', '1', '{"a":1}\n') }).map(encode),
    )
    fc.assert(
      fc.property(noise, (bytes) => {
        const reading = read(bytes)
        expect(reading.result).toBe('refused')
        expect(reading.reason).not.toBe('')
      }),
    )
  })

  it('is never imported when an importer is forced on it', () => {
    for (const format of ['codex', 'mad', 'touchstone']) {
      for (const text of [
        '{"a":1}',
        '[1,2,null,"x",[]]',
        'words',
        '{"type":"response_item","payload":null}',
        '{"trace":null}',
        '{"trace":42,"mas_name":{}}',
      ]) {
        expect(readTraceFile({ name: 'x', bytes: encode(text) }, { format, limits: { fileBytes: 1000 } }).result).toBe('refused')
      }
    }
  })
})
