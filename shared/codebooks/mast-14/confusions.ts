import type { ConfusionInput } from './mode-input.ts'

/** The pairs that careful readers mix up most, the most frequent first. */
export const confusions: ConfusionInput[] = [
  {
    modes: ['FM-3.2', 'FM-3.3'],
    question: 'Did any check look at what the task named?',
    answers: ['No: nothing was checked, or a stand-in was.', 'Yes, and it was done wrongly or misread.'],
  },
  {
    modes: ['FM-1.3', 'FM-1.5'],
    question: 'Was the goal still open when the step was done again?',
    answers: ['Yes: the work goes in circles on its way.', 'No: it was met or out of reach, and the work should have ended.'],
  },
  {
    modes: ['FM-1.4', 'FM-2.1'],
    question: 'Is one thing forgotten, or does everything begin anew?',
    answers: [
      'One thing: a fact, a decision, a state; the thread goes on.',
      'Everything: greeting, plan or task are taken up from the start.',
    ],
  },
  {
    modes: ['FM-2.4', 'FM-2.5'],
    question: 'Did the information reach the agent that needed it?',
    answers: ['No: its holder left it out.', 'Yes: its receiver passed over it.'],
  },
  {
    modes: ['FM-2.2', 'FM-2.6'],
    question: 'Did the agent lack something it could have asked for, or act against what it had itself concluded?',
    answers: ['It lacked something, and guessed.', 'It knew, and did something else.'],
  },
  {
    modes: ['FM-3.1', 'FM-3.2'],
    question: 'Was work left undone, or was finished work left unchecked?',
    answers: ['Undone: a required step was never taken.', 'Unchecked: the work stands, its proof does not.'],
  },
  {
    modes: ['FM-1.5', 'FM-3.1'],
    question: 'Did the condition for ending hold?',
    answers: ['Yes, and the work went on.', 'No, and the work was ended.'],
  },
  {
    modes: ['FM-1.1', 'FM-2.3'],
    question: 'Is the agent still working on the goal of the task?',
    answers: ['Yes, against one of its terms.', 'No: on something else.'],
  },
]
