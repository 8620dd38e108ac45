import type { Sample } from './importer.ts'
import { joiners } from './joins/joiners.ts'
import { isObject, type JsonObject, listAt, member, stringAt } from './json/json.ts'

type Recogniser = { readonly sees: (value: JsonObject) => boolean; readonly sentence: string }

const has = (value: JsonObject, ...keys: readonly string[]): boolean => keys.every((key) => member(value, key) !== undefined)

const RECOGNISERS: readonly Recogniser[] = [
  {
    sees: (value) => has(value, 'fault', 'groups') || has(value, 'fault', 'alerts', 'aliases'),
    sentence: 'These are ITBench ground truths, not a trace. They hold the answer and are never shown to annotators.',
  },
  {
    sees: (value) =>
      listAt(value, 'records').some((record) => listAt(record, 'annotations').length > 0 && member(record, 'trace') === undefined),
    sentence: 'These are MAST labels without their traces. Import the file that holds both.',
  },
  {
    sees: (value) => has(value, 'n_steps', 'cum_reward') && has(value, 'terminated'),
    sentence:
      'This is the summary of a BrowserGym run, not a trace. Its steps are Python pickles, which are never opened; export them as JSON.',
  },
  {
    sees: (value) => stringAt(value, 'schema')?.startsWith('touchstone.') === true,
    sentence: 'This is a file that Touchstone wrote, but not one that holds traces to import.',
  },
  {
    sees: (value) => has(value, 'name', 'version') && (has(value, 'dependencies') || has(value, 'scripts')),
    sentence: 'This is a package description, not a trace.',
  },
]

/** A kind sentence about files that people take for traces, or null. */
export function whyNoTrace(sample: Sample): string | null {
  const first = sample.records[0]?.value
  const adds = first === undefined ? undefined : joiners.find((joiner) => joiner.sees(first))
  if (adds !== undefined) return adds.alone
  if (sample.shape === 'text') return whyNoText(sample.file, typeof first === 'string' ? first : '')
  if (!isObject(first)) return null
  return RECOGNISERS.find((recogniser) => recogniser.sees(first))?.sentence ?? null
}

function whyNoText(file: string, text: string): string | null {
  const head = text.slice(0, 500).trimStart().toLowerCase()
  if (head.startsWith('<!doctype html') || head.startsWith('<html'))
    return 'This is a web page, not a trace. Download the file itself, not the page that shows it.'
  if (head.startsWith('<svg') || head.startsWith('<?xml')) return 'This is an XML document, not a trace.'
  if (/^\{\s*'/.test(text.trimStart())) return 'It is a value as Python prints it, not JSON. Save it with `json.dump` and import that.'
  if (/^data: \{/.test(text.trimStart()))
    return 'It is a stream of server-sent events, in pieces. Save the whole answer as JSON and import that.'
  if (/(^|[\\/])(readme|sources|licen[cs]e|changelog|notice)(\.[a-z]+)?$/i.test(file)) return 'This is a text about files, not a trace.'
  if (head.startsWith('version https://git-lfs'))
    return 'This is only a pointer to a file in Git LFS. Fetch the file itself with `git lfs pull`.'
  return null
}
