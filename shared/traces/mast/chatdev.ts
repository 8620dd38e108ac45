import { draftStep } from '../build-trace.ts'
import type { Anchor, Part, Step } from '../model.ts'
import { hiddenPart, textPart } from '../parts.ts'
import { furnitureStep, splitEntries, trimLines } from './entries.ts'

/** The date is written year-day-month. */
const HEADER = /^\[(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d:\d\d) [A-Z]+\] (.*)$/
const TURN = /^([A-Z][\w .'-]*): \*\*(.*(?:turn \d+|\[Start Chat\]).*)\*\*$/
const NOISE = /^(flask app\.py did not start|HTTP Request:|\*\*\[OpenAI_Usage_Info Receive\]\*\*)/
/** Each turn repeats its listener's role in brackets before the words. */
const ROLE_PROMPT = /^\[[\s\S]*?\]\n\n(?=\S)/

/** ChatDev's log: role turns are agent steps, the chat chain's bookkeeping is folded. */
export function chatDevLog(text: string, anchors: Anchor[]): Step[] | null {
  const entries = splitEntries(text, headerOf)
  if (!entries.some(({ head }) => head !== null && TURN.test(head.rest))) return null
  const task = /^\*\*task_prompt\*\*: (.*)$/m.exec(text)?.[1]
  const steps: Step[] = task === undefined ? [] : [draftStep({ actor: 'user', role: 'user', anchors, parts: [textPart(task)] })]
  const seenPrompts = new Set<string>()
  for (const { head, body } of entries) {
    const turn = TURN.exec(head?.rest ?? '')
    if (turn !== null) {
      steps.push(
        draftStep({
          actor: turn[1] ?? '',
          role: 'agent',
          at: head?.at ?? null,
          anchors,
          parts: turnParts(turn[2] ?? '', trimLines(body), seenPrompts),
        }),
      )
    } else if (head !== null && NOISE.test(head.rest)) {
      steps.push(
        draftStep({
          actor: 'ChatDev',
          role: 'environment',
          at: head.at,
          anchors,
          parts: [hiddenPart('log', `${head.rest}\n${body}`.trim())],
        }),
      )
    } else steps.push(...furnitureStep('ChatDev', `${head?.rest ?? ''}\n${body}`, anchors, head?.at ?? null))
  }
  return steps
}

function headerOf(line: string): { at: string | null; rest: string } | null {
  const found = HEADER.exec(line)
  if (found === null) return null
  const [, year, day, month, time, rest = ''] = found
  // A log written the usual way round would name a thirteenth month; then no date is better than a wrong one.
  return { at: Number(month) <= 12 ? `${year}-${month}-${day}T${time}` : null, rest }
}

function turnParts(place: string, body: string, seenPrompts: Set<string>): Part[] {
  const prompt = ROLE_PROMPT.exec(body)?.[0] ?? ''
  const words = body.slice(prompt.length)
  const isKnown = seenPrompts.has(prompt)
  seenPrompts.add(prompt)
  const promptPart =
    prompt === '' ? [] : [isKnown ? hiddenPart('role prompt, as before', prompt.trim()) : textPart(prompt.trim(), 'plain', 'folded')]
  return [textPart(place, 'plain', 'folded'), ...promptPart, ...(words === '' ? [] : [textPart(words, 'markdown')])]
}
