import { describe, expect, it } from 'vitest'
import { segmentText } from '../../segments/segment-text.ts'
import { logSteps } from './logs.ts'

const read = (text: string) => {
  const log = logSteps(text, [{ start: 0, end: 1 }])
  if (log === null) throw new Error('No log was recognised.')
  return log
}
const outline = (text: string): string[][] =>
  read(text)
    .steps.filter((step) => step.role !== 'environment')
    .map((step) => [
      step.role,
      step.actor,
      step.parts.map((part) => ('text' in part ? part.text : part.kind === 'tool_call' ? `${part.name} ${part.arguments}` : '')).join('|'),
    ])

describe('a ChatDev log', () => {
  const prompt = '[ChatDev is a company.\nYou are a programmer.]'
  const log = `[2025-28-07 00:03:06 INFO] **[Preprocessing]**

**task_prompt**: Write a clock

[2025-28-07 00:03:07 INFO] HTTP Request: POST https://example.org "HTTP/1.1 200 OK"
[2025-28-07 00:03:08 INFO] Programmer: **Programmer<->Reviewer on : Coding, turn 0**

${prompt}

clock.py
[2025-28-07 00:03:09 INFO] Programmer: **Programmer<->Reviewer on : Coding, turn 1**

${prompt}

clock.py, again
[2025-28-07 00:03:10 INFO] **[Seminar Conclusion]**:

done`

  it('has one agent step per role turn and the task as the word of the user', () => {
    expect(read(log).framework).toBe('ChatDev')
    expect(outline(log).map((row) => row.slice(0, 2))).toEqual([
      ['user', 'user'],
      ['agent', 'Programmer'],
      ['agent', 'Programmer'],
    ])
  })

  it('dates year-day-month and knows no date where that cannot be', () => {
    expect(read(log).steps.find((step) => step.actor === 'Programmer')?.at).toBe('2025-07-28T00:03:08')
    expect(read(log.replaceAll('2025-28-07', '2025-07-28')).steps.every((step) => step.at === null)).toBe(true)
  })

  it('shows a role prompt once and the requests never', () => {
    const text = segmentText(read(log).steps)
    expect(text.split('You are a programmer.')).toHaveLength(2)
    expect(text).not.toContain('HTTP Request')
    expect(text).toContain('clock.py, again')
    expect(text).toContain('[Seminar Conclusion]')
  })
})

it('a HyperAgent log is regrouped by its headers, and an entry logged twice in a row is one', () => {
  const head = 'HyperAgent_x - INFO - '
  const response = `${head}Planner's Response: Thought: look\n\nSubgoal: find it`
  expect(outline(`${head}Initialized tools\n${response}\n${response}\n${head}Navigator->Planner: found\nit\r\n`)).toEqual([
    ['agent', 'Planner', 'Thought: look\n\nSubgoal: find it'],
    ['agent', 'Navigator', 'found\nit'],
  ])
})

it('an AppWorld log nests app agents by indentation', () => {
  const log = `*************** Task 1/2 (a_1) ***************
Rate my songs.
Response from Supervisor Agent
    send_message('spotify')

Code Execution Output
    ok
Entering spotify Agent message loop
    Message to spotify Agent
        Get my playlists

    Response from spotify Agent
        if x:
            print(1)
Exiting Spotify Agent message loop`
  expect(outline(log)).toEqual([
    ['user', 'user', 'Rate my songs.'],
    ['agent', 'Supervisor', "send_message('spotify')"],
    ['tool', 'code', 'ok'],
    ['agent', 'Supervisor', 'Get my playlists'],
    ['agent', 'spotify', 'if x:\n    print(1)'],
  ])
})

it('an OpenManus log gives thoughts, calls and results', () => {
  const at = (place: string): string => `2025-03-27 02:34:20.958 | INFO     | app.agent.toolcall:${place} - `
  const log = `Enter your prompt: ${at('run:1')}Executing step 1/20
${at('think:80')}✨ Manus's thoughts: I will look
at it
${at('think:90')}🔧 Tool arguments: {"code": "1"}
${at('act:10')}🔧 Activating tool: 'python'...
${at('act:20')}🎯 Tool 'python' completed its mission! Result: 1
done`
  expect(outline(log)).toEqual([
    ['agent', 'Manus', 'I will look\nat it'],
    ['agent', 'Manus', 'python {"code": "1"}'],
    ['tool', 'python', '1\ndone'],
  ])
})

it('rounds of reasoners keep reasoners and verifier apart', () => {
  const rule = '*'.repeat(50)
  const log = ` ########## Round 1 ##########
***** Reasoner 1 output: *****
It is 5.
${rule}
Reasoner 1: Answer: 5, Verified: True
Verifier response:
Good.
${rule}
Final Answer: 5`
  expect(outline(log)).toEqual([
    ['agent', 'Reasoner 1', 'It is 5.'],
    ['agent', 'Verifier', 'Reasoner 1: Answer: 5, Verified: True\nVerifier response:\nGood.'],
  ])
})

it("AutoGen's console gives messages, calls and results", () => {
  const log = `---------- TextMessage (user) ----------
Find it.
---------- WebAgent ----------
[FunctionCall(id='c1', arguments='{"q":"it\\'s"}', name='search')]
---------- WebAgent ----------
[FunctionExecutionResult(content='a\\nb', name='search', call_id='c1', is_error=False)]
---------- WebAgent ----------
Found.`
  expect(outline(log)).toEqual([
    ['user', 'user', 'Find it.'],
    ['agent', 'WebAgent', 'search {"q":"it\'s"}'],
    ['tool', 'WebAgent', 'a\nb'],
    ['agent', 'WebAgent', 'Found.'],
  ])
})

it('other texts are no log', () => {
  for (const text of ['', 'hello', '# Title\n\nUser: hi', '[2025-01-01 00:00:00] A: hi']) expect(logSteps(text, [])).toBeNull()
})
