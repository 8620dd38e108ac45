import type { Part, Step, Trace } from '../model.ts'
import { findSecrets } from './find-secrets.ts'

/** How many secrets were seen, by kind. */
export type SecretCounts = ReadonlyMap<string, number>

/** What stands in the place of a secret. Its length says nothing of the secret's. */
export function redaction(kind: string): string {
  return `[redacted: ${kind}]`
}

/** The text with every secret replaced, and what was found added to `counts`. */
export function redactText(text: string, counts: Map<string, number>): string {
  const found = findSecrets(text)
  if (found.length === 0) return text
  let clean = ''
  let at = 0
  for (const { kind, start, end } of found) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    clean += text.slice(at, start) + redaction(kind)
    at = end
  }
  return clean + text.slice(at)
}

/**
 * A trace in which every text that may be shown or exported holds no secret that the detector knows, with counts. Where nothing was
 * found the trace is the same object. The title and task repeat words of the steps: they are redacted and not counted again.
 */
export function redactTrace(trace: Trace): { readonly trace: Trace; readonly counts: SecretCounts } {
  const counts = new Map<string, number>()
  const steps = trace.steps.map((step) => redactStep(step, counts))
  const elsewhere = new Map<string, number>()
  const head = {
    title: redactText(trace.title, elsewhere),
    nativeIds: trace.nativeIds.map((id) => redactText(id, elsewhere)),
    task: trace.task === null ? null : redactText(trace.task, elsewhere),
    priorLabels: trace.priorLabels.map((labels) => ({ ...labels, note: labels.note === null ? null : redactText(labels.note, elsewhere) })),
  }
  for (const [kind, count] of elsewhere) if (!counts.has(kind)) counts.set(kind, count)
  return { trace: counts.size === 0 ? trace : { ...trace, ...head, steps }, counts }
}

function redactStep(step: Step, counts: Map<string, number>): Step {
  return { ...step, parts: step.parts.map((part) => redactPart(part, counts)) }
}

function redactPart(part: Part, counts: Map<string, number>): Part {
  if (part.kind === 'tool_call') return { ...part, arguments: redactText(part.arguments, counts) }
  if (part.kind === 'file') return { ...part, name: redactText(part.name, counts) }
  if (part.kind === 'terminal') {
    const command = part.command === null ? null : redactText(part.command, counts)
    return { ...part, command, text: redactText(part.text, counts) }
  }
  return 'text' in part ? { ...part, text: redactText(part.text, counts) } : part
}

/** One sentence for people: kinds and counts, never a value. */
export function secretsSentence(counts: SecretCounts, isRedacted: boolean): string {
  const kinds = [...counts].map(([kind, count]) => (count === 1 ? kind : `${kind} (${count})`)).join(', ')
  return isRedacted
    ? `What looks like secrets was redacted: ${kinds}. The original bytes were not kept.`
    : `It holds what looks like secrets: ${kinds}. Import it with redaction if they should not be shown or exported.`
}
