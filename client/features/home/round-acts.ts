/** What a lead can do with the round as a whole. */
import type { RoundProgress } from '../../../shared/assignments/progress.ts'
import type { RoundView } from '../../../shared/http/api.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import { closeQuestion, type Question, revealQuestion, widenQuestion } from './questions.ts'

export type RoundMenuProps = {
  readonly round: RoundView
  readonly progress: RoundProgress | undefined
  readonly onAsk: (question: Question) => void
}

/** Every act stands there always; one that cannot be done says why. */
export function roundMenu({ round, progress, onAsk }: RoundMenuProps): MenuItem[] {
  const isOpen = (progress?.state ?? round.state) === 'open'
  const isRevealed = (progress?.revealedAt ?? round.revealedAt) !== null
  return [
    isOpen
      ? {
          icon: 'lock',
          word: 'Close the round',
          about: 'Nothing more is submitted in it',
          run: () => onAsk(closeQuestion(round, progress)),
        }
      : { icon: 'lock', word: 'Close the round', about: 'It is closed' },
    reveal(round, isRevealed, () => onAsk(revealQuestion(round, progress))),
    isOpen
      ? { icon: 'users', word: 'More annotators per trace', about: `${round.overlap} now`, run: () => onAsk(widenQuestion(round)) }
      : { icon: 'users', word: 'More annotators per trace', about: 'The round is closed; make a new one' },
  ]
}

function reveal(round: RoundView, isRevealed: boolean, run: () => void): MenuItem {
  const item = { icon: 'eye', word: 'Reveal votes to annotators' } as const
  if (round.policy.blind === 'until_submit') return { ...item, about: 'They see them as soon as they submit a trace' }
  return isRevealed ? { ...item, about: 'They are revealed' } : { ...item, about: 'Cannot be taken back', run }
}
