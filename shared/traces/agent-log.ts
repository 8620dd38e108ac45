import { buildTrace } from './build-trace.ts'
import { firstWords } from './first-words.ts'
import { type Detection, type Imported, type Importer, NOT_MINE, type Sample, type Source } from './importer.ts'
import { logSteps } from './mast/logs.ts'
import type { Step } from './model.ts'

/** Text logs of multi-agent frameworks: MetaGPT, ChatDev, HyperAgent, OpenManus, AppWorld, AutoGen's console. */
export const agentLog: Importer = { format: 'agent-log', name: 'Log of a multi-agent framework', detect, read }

/** The first turns of a log stand well before this. */
const HEAD = 200_000
/** Signs of a framework in a log that died before the first turn. */
const BEGINNINGS: readonly (readonly [string, RegExp])[] = [
  ['ChatDev', /^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d INFO\] \*\*\[Preprocessing\]\*\*/],
  ['MetaGPT', /^=== MetaGPT Agent Communication Log/m],
]

function detect(sample: Sample): Detection {
  const text = textOf(sample.records[0]?.value)
  if (sample.shape !== 'text' || text === null) return NOT_MINE
  const log = logSteps(text.slice(0, HEAD), [])
  if (log !== null) return { score: 0.9, why: `the lines of a ${log.framework} log`, formatVersion: log.framework }
  const begun = BEGINNINGS.find(([, pattern]) => pattern.test(text.slice(0, 2000)))
  return begun === undefined ? NOT_MINE : { score: 0.8, why: `the beginning of a ${begun[0]} log`, formatVersion: begun[0] }
}

function* read(source: Source): Iterable<Imported> {
  for (const { value, anchor, line } of source.records) {
    const text = textOf(value)
    const log = text === null ? null : logSteps(text, [anchor])
    if (text === null) yield { kind: 'refused', reason: 'The record is no text.', line, anchor }
    else if (log !== null) {
      yield {
        kind: 'trace',
        trace: buildTrace({
          format: 'agent-log',
          formatVersion: log.framework,
          framework: log.framework,
          task: firstWords(log.steps),
          steps: log.steps,
        }),
        warnings: [],
        anchor,
      }
    } else yield unsegmented(text, anchor, line)
  }
}

function unsegmented(text: string, anchor: Step['anchors'][number], line: number): Imported {
  const framework = BEGINNINGS.find(([, pattern]) => pattern.test(text.slice(0, 2000)))?.[0] ?? null
  const step = {
    index: 0,
    actor: 'unsegmented',
    role: 'agent' as const,
    rawRole: null,
    lane: 'main',
    at: null,
    model: null,
    tokens: null,
    anchors: [anchor],
    links: [],
  }
  const parts = [{ kind: 'text' as const, visibility: 'main' as const, text: text.trim(), format: 'plain' as const }]
  const trace = buildTrace({ format: 'agent-log', formatVersion: framework, framework, steps: [{ ...step, parts }] })
  const warnings = [{ code: 'unsegmented', message: 'No speakers were found in the text: it is one step.', count: 1, line }]
  return { kind: 'trace', trace, warnings, anchor }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
