import type { PartKind, Trace } from './model.ts'

/** The counts of a trace that an import report gives. */
export type TraceCounts = {
  steps: number
  toolCalls: number
  toolResults: number
  textChars: number
  priorLabels: { human: number; judge: number }
}

/**
 * Counts a trace. Calls and results with one id count once (some programs write a call again when its state changes);
 * `textChars` are the UTF-16 units of all that annotators can read.
 */
export function countTrace(trace: Trace): TraceCounts {
  let textChars = 0
  for (const step of trace.steps) {
    for (const part of step.parts) {
      if (part.visibility === 'hidden') continue
      if ('text' in part) textChars += part.text.length
      else if (part.kind === 'tool_call') textChars += part.arguments.length
    }
  }
  return {
    steps: trace.steps.length,
    toolCalls: distinctIds(trace, 'tool_call'),
    toolResults: distinctIds(trace, 'tool_result'),
    textChars,
    priorLabels: {
      human: trace.priorLabels.filter((labels) => labels.source === 'human').length,
      judge: trace.priorLabels.filter((labels) => labels.source === 'judge').length,
    },
  }
}

function distinctIds(trace: Trace, kind: PartKind & ('tool_call' | 'tool_result')): number {
  const ids = new Set<string>()
  let withoutId = 0
  for (const step of trace.steps) {
    for (const part of step.parts) {
      if (part.kind !== kind) continue
      if (part.callId === null) withoutId++
      else ids.add(`${step.lane}\n${part.callId}`)
    }
  }
  return ids.size + withoutId
}
