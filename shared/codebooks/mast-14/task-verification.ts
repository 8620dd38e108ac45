import type { ModeInput } from './mode-input.ts'

/** FC3: how the end of the work, and its result, are judged. */
export const taskVerification: ModeInput[] = [
  {
    id: 'FM-3.1',
    code: '3.1',
    category: 'FC3',
    name: 'Premature Termination',
    definition: 'The run, or an agent’s share of it, is ended while work the task asks for is still to be done and could be done.',
    example:
      'The task asks for the cause, one fix, and proof that p99 is back under 800 ms. The agent names the cause, writes “the team can now apply the fix” and closes the incident with two thirds of its budget unused.',
    nearMiss: 'The work is complete and only its check is missing: 3.2. Going on past the end is 1.5.',
  },
  {
    id: 'FM-3.2',
    code: '3.2',
    category: 'FC3',
    name: 'No or Incomplete Verification',
    definition: 'The result is accepted with no check, or with one that leaves out the property the task named.',
    example:
      'The task wants `cards.internal` to resolve again. The agent lists the resolver’s pods, sees that they run, and reports the name as restored. No name was looked up.',
    nearMiss: 'The right property is checked but misread: 3.3. Work that is still to be done, rather than to be checked, is 3.1.',
  },
  {
    id: 'FM-3.3',
    code: '3.3',
    category: 'FC3',
    name: 'Incorrect Verification',
    definition: 'The property the task named was checked, and the check is wrong or its result is misread.',
    example:
      'The agent reads p99 after the fix and gets 1.31. It takes that for milliseconds, calls it far under the limit of 800 ms and reports success. The unit was seconds.',
    nearMiss: 'A stand-in is checked in place of the property, such as a rollout status for latency: 3.2.',
  },
]
