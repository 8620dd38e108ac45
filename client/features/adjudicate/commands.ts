import type { Command } from '../../keyboard/keyboard.tsx'
import { capitalised } from '../../ui/format.ts'
import type { Desk } from './desk.ts'
import { reasons, values, valueWords } from './words.ts'

type Acts = {
  desk: Desk
  undo: () => void
  focusNote: () => void
  toggleQueue: () => void
  /** Answers to the conflict on top, when there is one. */
  leaveTheirs: (() => void) | undefined
  insistOnMine: (() => void) | undefined
}

/** The keys of the screen. A reason without an answer does nothing, so that a stray digit never settles. */
export function adjudicateCommands(acts: Acts): Command[] {
  const { desk } = acts
  const group = 'Adjudicate'
  const commands: Command[] = [
    ...values.map((value) => ({
      id: `adjudicate.${value}`,
      keys: [valueWords[value].key],
      title: `Answer: ${valueWords[value].word}`,
      group,
      run: () => desk.setAnswer(value),
    })),
    ...reasons.map((reason, index) => ({
      id: `adjudicate.reason.${reason.code}`,
      keys: [String(index + 1)],
      title: `${capitalised(reason.word)}: settle and go on`,
      group,
      run: () => desk.settle(reason.code),
    })),
    { id: 'adjudicate.next', keys: ['j', 'ArrowDown'], title: 'Next cell', group, repeats: true, run: () => desk.move(1) },
    { id: 'adjudicate.previous', keys: ['k', 'ArrowUp'], title: 'Previous cell', group, repeats: true, run: () => desk.move(-1) },
    { id: 'adjudicate.undo', keys: ['z'], title: 'Take the last decision back', group, run: acts.undo },
    { id: 'adjudicate.note', keys: ['n'], title: 'Write a note', group, run: acts.focusNote },
    { id: 'adjudicate.queue', keys: ['q'], title: 'Show or hide the queue', group, run: acts.toggleQueue },
  ]
  if (desk.answer() !== null) {
    commands.push({ id: 'adjudicate.cancel', keys: ['Escape'], title: 'Take the answer back', group, run: () => desk.setAnswer(null) })
  }
  if (acts.leaveTheirs) commands.push({ id: 'adjudicate.theirs', keys: ['y'], title: 'Leave their decision', group, run: acts.leaveTheirs })
  if (acts.insistOnMine)
    commands.push({ id: 'adjudicate.mine', keys: ['m'], title: 'Use my decision instead', group, run: acts.insistOnMine })
  return commands
}
