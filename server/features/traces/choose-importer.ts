import type { Detection, Importer, Sample } from '../../../shared/traces/importer.ts'
import { importers } from '../../../shared/traces/importers.ts'

/** Below this an importer only recognises a word or two. */
const SURE_ENOUGH = 0.3

/** Which importer reads a file, how sure it is, and who came second. */
export type Choice = {
  readonly importer: Importer | null
  readonly score: number
  readonly formatVersion: string | null
  readonly runnerUp: { readonly format: string; readonly score: number } | null
  readonly reason: string
}

/** Asks every importer; a format that a person chose wins whatever the scores. */
export function chooseImporter(sample: Sample, chosen: Importer | null): Choice {
  const ranked = importers
    .map((importer) => ({ importer, detection: detected(importer, sample) }))
    .sort((a, b) => b.detection.score - a.detection.score)
  const winner = chosen === null ? ranked[0] : ranked.find((one) => one.importer === chosen)
  const second = ranked.find((one) => one !== winner && one.detection.score > 0)
  const runnerUp = second === undefined ? null : { format: second.importer.format, score: rounded(second.detection.score) }
  const score = rounded(winner?.detection.score ?? 0)
  if (winner === undefined || (chosen === null && winner.detection.score < SURE_ENOUGH)) {
    return {
      importer: null,
      score,
      formatVersion: null,
      runnerUp,
      reason: 'No known trace format was recognised in it. If you know its format, choose it and import again.',
    }
  }
  return { importer: winner.importer, score, formatVersion: winner.detection.formatVersion, runnerUp, reason: winner.detection.why }
}

function detected(importer: Importer, sample: Sample): Detection {
  return sample.records.length === 0 ? { score: 0, why: 'no record could be read', formatVersion: null } : importer.detect(sample)
}

function rounded(score: number): number {
  return Math.round(score * 100) / 100
}
