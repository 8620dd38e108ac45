import { buildTrace, draftStep } from './build-trace.ts'
import { type Detection, type Imported, type Importer, NOT_MINE, type Sample, type Source, type SourceRecord, spanOf } from './importer.ts'
import { integerAt, isObject, type Json, member, numberAt, stringAt } from './json/json.ts'
import type { Anchor, Step } from './model.ts'
import { commandsOf, promptsOf } from './terminal/commands.ts'

/** Recordings and logs of a terminal: asciicast (1, 2 and 3), and what `script`, tmux and terminal-bench write. One step per prompt. */
export const terminal: Importer = { format: 'terminal', name: 'Terminal log or asciicast', detect, read }

/** The screen of a log that does not name one. Wide, since lines that were broken at an edge cannot be told from others. */
const SIZE = { columns: 200, rows: 50 }
/** More than any real screen; the file says how large it was. */
const LARGEST = 1000

function detect(sample: Sample): Detection {
  const first = sample.records[0]?.value
  if (sample.shape === 'text' && typeof first === 'string') {
    const prompts = promptsOf(first.slice(0, 500_000)).length
    if (prompts > 0) return { score: first.includes('\u001b[') ? 0.9 : 0.75, why: 'prompts of a shell', formatVersion: null }
    return NOT_MINE
  }
  return isCast(first)
    ? { score: 1, why: 'the header of an asciicast', formatVersion: `asciicast ${String(member(first, 'version'))}` }
    : NOT_MINE
}

function isCast(value: Json | undefined): boolean {
  const version = integerAt(value, 'version')
  if (version === null || version < 1 || version > 3) return false
  return (numberAt(value, 'width') !== null && numberAt(value, 'height') !== null) || isObject(member(value, 'term'))
}

function* read(source: Source): Iterable<Imported> {
  const records = [...source.records]
  const [head] = records
  const last = records.at(-1)
  if (head === undefined || last === undefined) return
  const cast = isCast(head.value)
  if (!cast && typeof head.value !== 'string') {
    yield { kind: 'refused', reason: 'It is neither a recording nor a log of a terminal.', line: head.line, anchor: head.anchor }
    return
  }
  const written = cast ? castOutput(records) : { text: String(head.value), anchorOf: () => head.anchor, timeOf: () => null }
  const steps = commandsOf(written.text, cast ? sizeOf(head.value) : SIZE).map(
    ({ command, output, from, to }): Step =>
      draftStep({
        actor: command === null ? 'terminal' : 'shell',
        role: command === null ? 'environment' : 'agent',
        at: written.timeOf(from),
        anchors: [written.anchorOf(from, to)],
        parts: [{ kind: 'terminal', visibility: command === null ? 'folded' : 'main', command, text: output, exitCode: null }],
      }),
  )
  if (steps.length === 0) {
    yield { kind: 'refused', reason: 'Nothing was shown on the terminal.', line: head.line, anchor: head.anchor }
    return
  }
  const title =
    stringAt(head.value, 'title') ??
    steps.find((step) => step.role === 'agent')?.parts.flatMap((part) => (part.kind === 'terminal' ? (part.command ?? []) : []))[0]
  const shown = steps.some((step) => step.role === 'agent')
    ? steps
    : steps.map((step): Step => ({ ...step, role: 'agent', actor: 'shell' }))
  const trace = buildTrace({
    format: 'terminal',
    formatVersion: cast ? `asciicast ${String(member(head.value, 'version'))}` : 'log',
    ...(title === undefined || title === '' ? {} : { title }),
    steps: shown,
  })
  yield { kind: 'trace', trace, warnings: [], anchor: spanOf(head.anchor, last.anchor) }
}

function sizeOf(head: Json): { columns: number; rows: number } {
  const term = member(head, 'term')
  const bounded = (number: number | null, otherwise: number) => Math.min(LARGEST, Math.max(10, Math.round(number ?? otherwise)))
  return {
    columns: bounded(numberAt(head, 'width') ?? numberAt(term, 'cols'), SIZE.columns),
    rows: bounded(numberAt(head, 'height') ?? numberAt(term, 'rows'), SIZE.rows),
  }
}

/** The output events as one text, and the way back from a place in it to the lines it came from. */
function castOutput(records: readonly SourceRecord[]) {
  const [head] = records
  const start = numberAt(head?.value, 'timestamp')
  const version = integerAt(head?.value, 'version')
  const events: { at: number; time: number; anchor: Anchor }[] = []
  let text = ''
  let clock = 0
  const put = (event: Json, anchor: Anchor): void => {
    if (!Array.isArray(event)) return
    // Version 2 counts from the start; versions 1 and 3 from the event before.
    const time = typeof event[0] === 'number' ? event[0] : 0
    clock = version === 2 ? time : clock + time
    const [kind, data] = version === 1 ? ['o', event[1]] : [event[1], event[2]]
    if (kind !== 'o' || typeof data !== 'string') return
    events.push({ at: text.length, time: clock, anchor })
    text += data
  }
  for (const { value, anchor } of records) {
    const inner = member(value, 'stdout')
    if (Array.isArray(inner)) for (const event of inner) put(event, anchor)
    else put(value, anchor)
  }
  const eventAt = (index: number) => events.findLast((event) => event.at <= index) ?? events[0]
  return {
    text,
    anchorOf: (from: number, to: number): Anchor => {
      const nowhere = head?.anchor ?? { start: 0, end: 0 }
      return spanOf(eventAt(from)?.anchor ?? nowhere, eventAt(Math.max(from, to - 1))?.anchor ?? nowhere)
    },
    timeOf: (index: number): string | null => {
      const at = start === null ? Number.NaN : (start + (eventAt(index)?.time ?? 0)) * 1000
      return Number.isFinite(at) && Math.abs(at) < 8e15 ? new Date(at).toISOString() : null
    },
  }
}
