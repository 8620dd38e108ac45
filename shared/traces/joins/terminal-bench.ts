import { booleanAt, isObject, type JsonObject, listAt, member, objectAt, stringAt } from '../json/json.ts'
import type { Trace } from '../model.ts'
import { folderOf, type Joiner, withOutcome } from './join.ts'

/** Results of terminal-bench: of one trial, or of a run of many. */
export const terminalBenchResults: Joiner = {
  format: 'terminal-bench-results',
  sees: (value) => isTrial(value) || listAt(value, 'results').some(isTrial),
  joins: ({ file, value }) => {
    const trials = isTrial(value) ? [value] : listAt(value, 'results').filter(isTrial)
    return trials.map((trial) => ({
      matches: (trace: Trace, of: string) =>
        trace.format === 'terminal' && of.startsWith(folderOf(file)) && (trials.length === 1 || isOf(of, trial)),
      add: (trace: Trace) => withResult(trace, trial),
    }))
  },
  alone: 'These are the results of a terminal-bench run, not a trace. Import them together with the log or recording of the run.',
}

function isTrial(value: unknown): value is JsonObject {
  const found = value as JsonObject
  return isObject(found) && member(found, 'is_resolved') !== undefined && stringAt(found, 'task_id') !== null
}

function isOf(file: string, trial: JsonObject): boolean {
  const recording = stringAt(trial, 'recording_path')
  const name = stringAt(trial, 'trial_name')
  return (recording !== null && file.endsWith(recording)) || (name !== null && file.split(/[\\/]/).includes(name))
}

function withResult(trace: Trace, trial: JsonObject): Trace {
  const tests = Object.values(objectAt(trial, 'parser_results') ?? {})
  const scores = tests.length === 0 ? {} : { tests: tests.length, tests_passed: tests.filter((result) => result === 'passed').length }
  const named = withOutcome(trace, { success: booleanAt(trial, 'is_resolved'), rule: 'terminal-bench says is_resolved.', scores })
  return { ...named, benchmark: trace.benchmark ?? 'terminal-bench', task: trace.task ?? stringAt(trial, 'instruction') }
}
