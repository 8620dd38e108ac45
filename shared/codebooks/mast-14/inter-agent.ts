import type { ModeInput } from './mode-input.ts'

/** FC2: what goes wrong between agents, or between an agent and the person it works for. */
export const interAgent: ModeInput[] = [
  {
    id: 'FM-2.1',
    code: '2.1',
    category: 'FC2',
    name: 'Conversation Reset',
    definition:
      'The dialogue falls back to its beginning without cause: an agent greets, plans or takes up the task as if nothing had been said yet.',
    example:
      'Three sources are read and a draft stands. The next message of the Orchestrator opens with “Let us start by collecting the facts” and hands out the first search again. Nothing of the draft is mentioned afterwards.',
    nearMiss:
      'A single forgotten fact in a thread that goes on is 1.4. A new plan that names what failed in the old one is a change of mind, not a reset.',
  },
  {
    id: 'FM-2.2',
    code: '2.2',
    category: 'FC2',
    name: 'Fail to Ask for Clarification',
    definition:
      'The next step hangs on something unclear, missing or contradictory, somebody could be asked, and the agent goes ahead on a guess.',
    example:
      'The customer wants to move “the Friday flight”. There are two bookings with a flight on Friday. The agent changes the first one it finds and charges the fee.',
    nearMiss:
      'A guess the task permits, said aloud and easy to take back, is sound. An agent that works out the right course and then takes another one is 2.6.',
  },
  {
    id: 'FM-2.3',
    code: '2.3',
    category: 'FC2',
    name: 'Task Derailment',
    definition: 'The effort goes into something the task did not ask for, and the goal drops out of sight.',
    example:
      'Asked why nightly imports fail, the agent notices that the log format is untidy. It spends eleven steps on a structured logger, with tests, and closes the task when those pass. Imports still fail.',
    nearMiss:
      'Work that still serves the goal and breaks one of its terms is 1.1. A detour that is needed to get on, such as installing a missing tool, is none.',
  },
  {
    id: 'FM-2.4',
    code: '2.4',
    category: 'FC2',
    name: 'Information Withholding',
    definition: 'An agent holds something another agent or the user needs for the next step, and does not pass it on.',
    example:
      'The Observer’s query shows `quote` waiting on its connection pool for four seconds. Its report to the Diagnoser lists the OOM kill and two restarts, and leaves the pool out. The Diagnoser settles on memory.',
    nearMiss: 'Passed on and then not used is 2.5: look at the receiving side first. Leaving out what nobody needs is a good summary.',
  },
  {
    id: 'FM-2.5',
    code: '2.5',
    category: 'FC2',
    name: 'Ignored Other Agent’s Input',
    definition:
      'A finding, correction or objection from another agent has reached this one and bears on its step, and it goes on as if it had not been said.',
    example:
      'The Tester reports that `parse_rate("")` raises IndexError and names the line. The Programmer’s next version changes two docstrings and says that all comments are addressed.',
    nearMiss: 'Weighing the input and rejecting it with a reason is disagreement, not this. If the input never reached the agent, see 2.4.',
  },
  {
    id: 'FM-2.6',
    code: '2.6',
    category: 'FC2',
    name: 'Reasoning-Action Mismatch',
    definition: 'What the agent does is not what it has just concluded or announced.',
    example:
      'The reasoning says that the 08:50 change cut the pool from 40 to 4, and that memory is a side effect. The call that follows raises the memory limit.',
    nearMiss:
      'A step that follows from a wrong conclusion is consistent, however bad. An agent that lacked a piece of information and did not ask for it is 2.2.',
  },
]
