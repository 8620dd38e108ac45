import type { Anchor, Step } from '../model.ts'
import { furnitureStep, speechStep, splitEntries, trimLines } from './entries.ts'

const ROUND = /^\s*#{5,} (Round \d+) #{5,}\s*$/
const REASONER = /^\*{5} (.+?) output: \*{5}\s*$/
const RULE = /^\*{20,}\s*$/
const VERIFIED = /^(.+?): Answer: .*Verified: (?:True|False)/

/** Trees of thoughts by several reasoners with a verifier: rounds of `***** Reasoner N output: *****`, set apart by rules. */
export function reasonersLog(text: string, anchors: Anchor[]): Step[] | null {
  const entries = splitEntries(text, (line) => REASONER.exec(line)?.[1] ?? ROUND.exec(line)?.[1] ?? (RULE.test(line) ? '' : null))
  if (!entries.some(({ head }) => head !== null && head !== '' && !head.startsWith('Round '))) return null
  return entries.flatMap(({ head, body: lines }) => {
    const body = trimLines(lines)
    if (head === null || head.startsWith('Round ')) return furnitureStep('orchestrator', `${head ?? ''}\n${body}`, anchors)
    if (head !== '') return [speechStep(head, body, anchors)]
    if (body === '') return []
    return VERIFIED.test(body) ? [speechStep('Verifier', body, anchors)] : furnitureStep('orchestrator', body, anchors)
  })
}
