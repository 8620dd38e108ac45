import { booleanAt, idAt, isObject, type Json, type JsonObject, listAt, member, numberAt, objectAt, stringAt } from '../json/json.ts'
import type { Outcome, Trace } from '../model.ts'
import { folderOf, type Join, type Joiner, type JoinFile, withOutcome } from './join.ts'

const ALONE = 'Import it together with the session of its run, as a folder or a zip archive.'
const isSession = (trace: Trace): boolean => trace.format === 'codex' || trace.format === 'otel-logs'

/** The diagnosis an ITBench agent wrote at its end. It holds an answer, so only its size is taken over. */
export const itbenchOutput: Joiner = {
  format: 'itbench-output',
  sees: (value) => Array.isArray(member(value, 'entities')) && Array.isArray(member(value, 'propagations')),
  joins: ({ file, value }) => {
    const entities = listAt(value, 'entities')
    const scores = { diagnosis_entities: entities.length, diagnosis_root_causes: rootCauses(value).length }
    return [{ matches: inFolder(file), add: (trace) => withOutcome(trace, { success: null, rule: null, scores }) }]
  },
  alone: `It is an ITBench agent output (the agent's diagnosis), not a trace. ${ALONE}`,
}

/** What the evaluation of ITBench says of one run or of many. */
export const itbenchEvaluation: Joiner = {
  format: 'itbench-evaluation',
  sees: (value) => listAt(value, 'raw_results').some((result) => objectAt(result, 'scores') !== null),
  joins: ({ file, value }, siblings) => {
    const results = listAt(value, 'raw_results').filter(isObject)
    return results.flatMap((result): Join[] => {
      const scores = objectAt(result, 'scores')
      if (scores === null) return []
      const add = (trace: Trace) => withOutcome(trace, outcomeOf(scores))
      if (results.length === 1) return [{ matches: inFolder(file), add }]
      const folders = foldersByDiagnosis(file, result, results, siblings)
      return [{ matches: (trace, of) => inFolder(file)(trace, of) && (isRunOf(of, result) || folders.includes(folderOf(of))), add }]
    })
  },
  alone: `These are ITBench evaluation results, not a trace. ${ALONE} Where they hold several runs, the folders must be named incident/trial.`,
}

function inFolder(file: string): Join['matches'] {
  return (trace, of) => isSession(trace) && of.startsWith(folderOf(file))
}

/** `.../1/2/sessions/x.jsonl` is trial 2 of incident 1; `Scenario-1/trial_2` says the same. */
function isRunOf(file: string, result: JsonObject): boolean {
  const incident = idAt(result, 'incident_id')
  const trial = idAt(result, 'trial_id')
  const folders = file.split(/[\\/]/).slice(0, -1)
  const isNumbered = (folder: string | undefined, id: string) =>
    folder !== undefined && new RegExp(`^(?:[a-z]+[-_ ]?)?0*${escaped(id)}$`, 'i').test(folder)
  return (
    incident !== null && trial !== null && folders.some((folder, at) => isNumbered(folder, incident) && isNumbered(folders[at + 1], trial))
  )
}

function escaped(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, '\\$&')
}

/** Folders whose agent output names the very root causes that this result, and no other, judged. */
function foldersByDiagnosis(file: string, result: JsonObject, all: readonly JsonObject[], siblings: readonly JoinFile[]): string[] {
  const own = judged(result)
  if (own === '' || all.some((other) => other !== result && judged(other) === own)) return []
  return siblings
    .filter(
      (one) => itbenchOutput.sees(one.value) && one.file.startsWith(folderOf(file)) && rootCauses(one.value).sort().join('\n') === own,
    )
    .map((one) => folderOf(one.file))
}

function judged(result: JsonObject): string {
  const entity = objectAt(objectAt(result, 'scores') ?? undefined, 'root_cause_entity')
  return listAt(entity ?? undefined, 'predicted_entities')
    .flatMap((one) => stringAt(one, 'entity') ?? [])
    .sort()
    .join('\n')
}

function rootCauses(output: Json): string[] {
  return listAt(output, 'entities').flatMap((entity) =>
    booleanAt(entity, 'contributing_factor') === true ? (idAt(entity, 'name') ?? idAt(entity, 'id') ?? []) : [],
  )
}

/** Named as ITBench names them in its own statistics: `root_cause_entity_recall`, `root_cause_reasoning`. */
function outcomeOf(scores: JsonObject): Outcome {
  const named: Record<string, number> = {}
  for (const [name, score] of Object.entries(scores)) {
    if (typeof score === 'number') named[name] = score
    for (const [key, suffix] of MEASURES) {
      const value = numberAt(score, key)
      if (value !== null) named[`${name}${suffix}`] = value
    }
  }
  const recall = named['root_cause_entity_recall']
  return { success: recall === undefined ? null : recall === 1, rule: 'root_cause_entity_recall is 1.', scores: named }
}

const MEASURES = [
  ['calculation', ''],
  ['precision', '_precision'],
  ['recall', '_recall'],
  ['calculation_precision', '_precision'],
  ['calculation_recall', '_recall'],
  ['calculation_f1', '_f1'],
] as const
