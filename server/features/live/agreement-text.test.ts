import { expect, it } from 'vitest'
import { makeReliabilityCounts } from '../../../shared/agreement/reliability-counts.ts'
import { summariseRound } from '../../../shared/agreement/round/summarise-round.ts'
import { mast14 } from '../../../shared/codebooks/mast-14.ts'
import { RoundId, UserId } from '../../../shared/ids.ts'
import { DownMessage } from '../../../shared/live/down.ts'
import { agreementText } from './agreement-text.ts'

it('the push written a mode at a time is the message itself', () => {
  const counts = makeReliabilityCounts(mast14.modes.length)
  const vector = (letter: string) => letter.padEnd(mast14.modes.length, 'a')
  for (const [rater, letter] of [
    ['ann', 'p'],
    ['bob', 'a'],
  ] as const)
    counts.put({ segment: 's', trace: 't', rater, vector: vector(letter) })
  const raters = ['ann', 'bob'].map((id) => ({ id: UserId.parse(id), name: `"${id}" \\` }))
  const agreement = summariseRound({ roundId: RoundId.parse('r'), codebook: mast14, raters, totalSegments: 1, counts })
  const steps = agreementText(agreement)
  let step = steps.next()
  while (!step.done) step = steps.next()
  const expected = { type: 'agreement.updated', roundId: 'r', agreement }
  expect(JSON.parse(step.value)).toEqual(JSON.parse(JSON.stringify(expected)))
  expect(DownMessage.parse(JSON.parse(step.value))).toMatchObject({ type: 'agreement.updated' })
})
