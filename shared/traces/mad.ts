import { buildTrace, withTask } from './build-trace.ts'
import { type Detection, type Imported, type Importer, NOT_MINE, type Sample, type Source, type SourceRecord } from './importer.ts'
import { idAt, isObject, type JsonObject, listAt, member, objectAt, stringAt } from './json/json.ts'
import { isBody, madBody } from './mast/body.ts'
import { madLabels } from './mast/labels.ts'
import { WarningList } from './warnings.ts'

/** Records of MAST and its data sets: human-labelled, judge-labelled, the early annotated traces, and MetaGPT run files. */
export const mad: Importer = { format: 'mad', name: 'MAST / MAD records', detect, read }

type Kind = 'human' | 'full' | 'records' | 'masft' | 'metagpt-run'

function detect(sample: Sample): Detection {
  if (sample.shape === 'text') return NOT_MINE
  const kinds = sample.records.map((record) => (isObject(record.value) ? kindOf(record.value) : null))
  const found = kinds.find((kind) => kind !== null)
  if (found === undefined || found === null) return NOT_MINE
  const share = kinds.filter((kind) => kind !== null).length / kinds.length
  return { score: share * (found === 'metagpt-run' ? 0.9 : 1), why: WHY[found], formatVersion: found }
}

const WHY: Record<Kind, string> = {
  human: 'records with a trace and votes of several annotators',
  full: "records with a trace and a judge's mast_annotation",
  records: 'records with mas_name and trace',
  masft: 'a problem_statement with a trajectory',
  'metagpt-run': 'run_id, prompt and content',
}

function kindOf(record: JsonObject): Kind | null {
  const has = (key: string): boolean => member(record, key) !== undefined
  if (has('trace') && listAt(record, 'annotations').length > 0) return 'human'
  if (has('trace') && has('mast_annotation')) return 'full'
  if (has('trace') && has('mas_name')) return 'records'
  if (isBody(record)) return 'masft'
  return has('run_id') && has('prompt') && stringAt(record, 'content') !== null ? 'metagpt-run' : null
}

function* read(source: Source): Iterable<Imported> {
  for (const record of source.records) {
    if (isObject(record.value)) yield readRecord(record, record.value)
    else yield refused(record, 'The record is not an object.')
  }
}

function readRecord(source: SourceRecord, record: JsonObject): Imported {
  const kind = kindOf(record)
  if (kind === null) return refused(source, 'The record holds no trace, trajectory or run.')
  const anchors = [source.anchor]
  const warnings = new WarningList()
  const body = madBody(kind === 'masft' || kind === 'metagpt-run' ? record : (member(record, 'trace') ?? null), anchors)
  if (body.isUnsegmented) warnings.add('unsegmented', 'No speakers were found in the text: it is one step.', source.line)
  const framework = stringAt(record, 'mas_name') ?? body.framework ?? null
  const trace = buildTrace({
    format: 'mad',
    formatVersion: kind,
    framework,
    benchmark: stringAt(record, 'benchmark_name'),
    model: stringAt(record, 'llm_name'),
    nativeIds: [...recordId(record), ...body.nativeIds],
    task: body.task,
    steps: withTask(body.steps, body.task, anchors),
    outcome: body.outcome,
    priorLabels: madLabels(record, body.value),
    licence: stringAt(record, 'licence') ?? stringAt(objectAt(record, 'metadata') ?? undefined, 'licence'),
  })
  return { kind: 'trace', trace, warnings: warnings.list(), anchor: source.anchor }
}

/** Trace numbers start anew in every round and data set: the id names them too. */
function recordId(record: JsonObject): string[] {
  const id = idAt(record, 'trace_id')
  if (id === null) return []
  return [[stringAt(record, 'round') ?? 'MAD', stringAt(record, 'mas_name') ?? '', stringAt(record, 'benchmark_name') ?? '', id].join('/')]
}

function refused(source: SourceRecord, reason: string): Imported {
  return { kind: 'refused', reason, line: source.line, anchor: source.anchor }
}
