import type { ModeInput } from './mode-input.ts'

/** FC1: what the set-up of the run gave the agent, and the agent does not keep to. */
export const systemDesign: ModeInput[] = [
  {
    id: 'FM-1.1',
    code: '1.1',
    category: 'FC1',
    name: 'Disobey Task Specification',
    definition:
      'The work breaks a constraint or leaves out a requirement that the task states: a format, a limit, a named target, a forbidden act.',
    example:
      'The task allows one change and says that the database must not be restarted. The agent patches the config map, and then restarts `orders-db-0` as well so that it “picks up the setting”. The patch is right; the stated limit is broken all the same.',
    nearMiss:
      'Work on some other goal altogether is 2.3. A demand the task leaves open is not a demand of the task: if the agent should have asked about it, see 2.2.',
  },
  {
    id: 'FM-1.2',
    code: '1.2',
    category: 'FC1',
    name: 'Disobey Role Specification',
    definition:
      'An agent steps out of the part it was given: it does the work or takes the decisions of another, or refuses those of its own.',
    example:
      'The Reviewer is told to comment and nothing else. It finds an off-by-one error in `paginate()`, rewrites the function, commits it and approves its own commit. Nobody has reviewed the code that ships.',
    nearMiss:
      'An agent that keeps to its part and breaks a rule of the task is 1.1. Where the only part given is “solve the task”, there is none to leave: not applicable.',
  },
  {
    id: 'FM-1.3',
    code: '1.3',
    category: 'FC1',
    name: 'Step Repetition',
    definition: 'A step that was already done is done again, though nothing has happened that could change its result.',
    example:
      'The agent asks for the p99 of `quote` between 08:40 and 09:10 and gets 31 rows. Two turns later it sends the same query with the same window, gets the same rows, and notes again that latency rose at 08:50.',
    nearMiss:
      'Polling something that can change, or trying again after a fix, is no repetition. Going on after the goal is met or is known to be out of reach is 1.5.',
  },
  {
    id: 'FM-1.4',
    code: '1.4',
    category: 'FC1',
    name: 'Loss of Conversation History',
    definition:
      'Something said or found earlier is gone from what the agent works with: it asks for it again, contradicts it, or returns to a state that was left behind.',
    example:
      'The customer gives the booking code in her second message and the agent reads it back. Forty lines of fare rules later it asks for the booking code, and then looks her up by surname.',
    nearMiss:
      'When the whole dialogue begins anew, with greeting and first plan, it is 2.1. Input from another agent that was just read and is passed over is 2.5.',
  },
  {
    id: 'FM-1.5',
    code: '1.5',
    category: 'FC1',
    name: 'Unaware of Termination Conditions',
    definition:
      'The condition that should end the work holds (the goal is met, is out of reach, or the agreed sign was given) and the agent goes on.',
    example:
      'The group is to stop when the Checker writes AGREED. The Checker writes it in turn 6. For nine more turns the others restate the answer and thank each other, until the turn limit cuts them off.',
    nearMiss: 'Going in circles while the goal is still open is 1.3. Ending while work is still open is the opposite error: 3.1.',
  },
]
