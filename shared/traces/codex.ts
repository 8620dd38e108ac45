import { buildTrace, mostFrequent } from './build-trace.ts'
import { codexEventSteps, EventFolder } from './codex/events.ts'
import { codexItemSteps } from './codex/items.ts'
import { type CodexLine, codexLines } from './codex/lines.ts'
import { codexCompactionStep, codexMetaStep, codexTurnStep } from './codex/meta.ts'
import { firstWords } from './first-words.ts'
import { type Detection, type Imported, type Importer, NOT_MINE, type Sample, type Source, spanOf } from './importer.ts'
import { idAt, isObject, member, objectAt, stringAt } from './json/json.ts'
import type { Link, Step } from './model.ts'
import { WarningList } from './warnings.ts'

/** Sessions of the OpenAI Codex CLI: the rollout files of every generation, and the event stream of `codex exec --json`. */
export const codex: Importer = { format: 'codex', name: 'OpenAI Codex CLI session', detect, read }

const ENVELOPES: ReadonlySet<string> = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted', 'world_state'])
const BARE_ITEMS: ReadonlySet<string> = new Set([
  'function_call',
  'function_call_output',
  'reasoning',
  'local_shell_call',
  'custom_tool_call',
])

function detect(sample: Sample): Detection {
  if (sample.shape === 'text') return NOT_MINE
  const objects = sample.records.map((record) => record.value).filter(isObject)
  const typeOf = (value: (typeof objects)[number]): string => stringAt(value, 'type') ?? ''
  const enveloped = objects.filter((value) => ENVELOPES.has(typeOf(value)) && member(value, 'payload') !== undefined)
  if (enveloped.length > 0) {
    const meta = enveloped.find((value) => typeOf(value) === 'session_meta')
    const score = (enveloped.length / objects.length) * (meta === undefined ? 0.9 : 1)
    return { score, why: 'lines with type and payload', formatVersion: stringAt(objectAt(meta, 'payload') ?? undefined, 'cli_version') }
  }
  const stream = objects.filter((value) => /^(thread|turn|item)\.(started|completed|updated|failed)$/.test(typeOf(value)))
  if (stream.length > 0)
    return { score: stream.length / objects.length, why: 'thread and item events of codex exec', formatVersion: 'exec' }
  const bare = objects.filter((value) => BARE_ITEMS.has(typeOf(value)) || stringAt(value, 'record_type') === 'state')
  const messages = objects.filter((value) => typeOf(value) === 'message' && Array.isArray(member(value, 'content')))
  if (sample.shape === 'jsonl' && bare.length > 0 && bare.length + messages.length > objects.length / 2) {
    return { score: 0.9, why: 'response items by line', formatVersion: 'bare' }
  }
  return NOT_MINE
}

function* read(source: Source): Iterable<Imported> {
  // A session is one trace and small next to a data set: it is held whole, since events are matched with items further on.
  const lines = [...codexLines(source.records)]
  const first = lines[0]
  const last = lines.at(-1)
  if (first === undefined || last === undefined) return
  const warnings = new WarningList()
  const folder = new EventFolder(lines)
  const steps: Step[] = []
  const names = new Map<string, string>()
  let model: string | null = null
  for (const line of lines) {
    if (line.kind === 'turn') {
      const turnModel = stringAt(line.payload, 'model')
      if (turnModel !== null && turnModel !== model) steps.push(codexTurnStep(line))
      model = turnModel ?? model
    } else if (line.kind === 'meta') steps.push(codexMetaStep(line))
    else if (line.kind === 'compacted') steps.push(codexCompactionStep(line))
    else if (line.kind === 'item') steps.push(...codexItemSteps(line, names, model))
    else if (line.kind === 'event') steps.push(...codexEventSteps(line, folder, names, model, steps))
  }
  warnAboutPairs(steps, warnings)
  const metas = lines.filter((line) => line.kind === 'meta').map((line) => line.payload)
  const ids = metas.map((meta) => idAt(meta, 'id') ?? idAt(meta, 'session_id') ?? idAt(meta, 'thread_id')).filter((id) => id !== null)
  const task = firstWords(steps)
  const trace = buildTrace({
    format: 'codex',
    formatVersion: metas.map((meta) => stringAt(meta, 'cli_version')).find((version) => version !== null) ?? null,
    framework: 'Codex CLI',
    benchmark: metas.some((meta) => (stringAt(meta, 'cwd') ?? '').includes('ITBench')) ? 'ITBench' : null,
    nativeIds: ids.slice(0, 1),
    model: mostFrequent(lines.filter((line) => line.kind === 'turn').flatMap((line) => stringAt(line.payload, 'model') ?? [])),
    task,
    steps,
    links: forkLinks(ids, metas),
  })
  yield { kind: 'trace', trace, warnings: warnings.list(), anchor: spanOf(first.anchor, last.anchor) }
}

/** A fork carries the head of its parent after its own; a sub-agent names the thread that started it. */
function forkLinks(ids: readonly string[], metas: readonly CodexLine['payload'][]): Link[] {
  const links = new Map<string, Link>()
  for (const id of ids.slice(1)) if (id !== ids[0]) links.set(id, { kind: 'fork', target: id })
  for (const meta of metas) {
    const parent = idAt(meta, 'forked_from_id')
    if (parent !== null && parent !== ids[0]) links.set(parent, { kind: 'fork', target: parent })
    const starter = idAt(meta, 'parent_thread_id')
    if (starter !== null && starter !== ids[0]) links.set(starter, { kind: 'subagent', target: starter })
  }
  return [...links.values()]
}

function warnAboutPairs(steps: readonly Step[], warnings: WarningList): void {
  const parts = steps.flatMap((step) => step.parts)
  const calls = new Set(parts.flatMap((part) => (part.kind === 'tool_call' ? [part.callId] : [])))
  const results = new Set(parts.flatMap((part) => (part.kind === 'tool_result' ? [part.callId] : [])))
  for (const id of results) if (!calls.has(id)) warnings.add('result-without-call', 'A tool result has no call.')
  for (const id of calls) if (id !== null && !results.has(id)) warnings.add('call-without-result', 'A tool call has no result.')
}
