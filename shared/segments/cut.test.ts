import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Part, Role, Step } from '../traces/model.ts'
import { cutSegments } from './cut.ts'
import { isSegmentPolicy, type SegmentPolicy } from './policy.ts'
import { codePointLength, isHiddenStep, partText, segmentParts, segmentText } from './segment-text.ts'

const visibility = fc.constantFrom('main' as const, 'folded' as const, 'hidden' as const)
const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '💩', 'é', '\ud800', '.', '{') })
const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), visibility, text, format: fc.constant('plain' as const) }),
  fc.record({ kind: fc.constant('reasoning' as const), visibility, text }),
  fc.record({ kind: fc.constant('tool_call' as const), visibility, callId: fc.constant(null), name: text, arguments: text }),
  fc.record({
    kind: fc.constant('tool_result' as const),
    visibility,
    callId: fc.constant(null),
    text,
    isError: fc.constant(null),
    exitCode: fc.constant(null),
    durationMs: fc.constant(null),
  }),
  fc.record({ kind: fc.constant('terminal' as const), visibility, command: fc.option(text), text, exitCode: fc.constant(null) }),
)
const role = fc.constantFrom<Role>('system', 'user', 'agent', 'tool', 'environment')
const steps: fc.Arbitrary<Step[]> = fc
  .array(
    fc.record({
      actor: fc.constantFrom('planner', 'coder'),
      role,
      lane: fc.constantFrom('main', 'side'),
      parts: fc.array(part, { maxLength: 3 }),
    }),
  )
  .map((list) => list.map((made, index) => step(index, made.role, made.actor, made.parts, made.lane)))
const policy = fc.constantFrom<SegmentPolicy>('turn', 'message', 'step', 'user-turn', 'span', 'trace', 'window:1', 'window:3')

function step(index: number, role: Role, actor: string, parts: Part[], lane = 'main'): Step {
  return { index, actor, role, rawRole: null, lane, at: null, model: null, tokens: null, parts, anchors: [], links: [] }
}
const said = (words: string): Part => ({ kind: 'text', visibility: 'main', text: words, format: 'plain' })
const hidden: Part = { kind: 'unknown', visibility: 'hidden', what: 'turn_context', text: '{}' }
const call: Part = { kind: 'tool_call', visibility: 'main', callId: '1', name: 'shell', arguments: '{"command":"ls"}' }
const result: Part = { kind: 'tool_result', visibility: 'folded', callId: '1', text: 'a.txt', isError: false, exitCode: 0, durationMs: 1 }
const bounds = (list: readonly Step[], by: SegmentPolicy = 'turn') =>
  cutSegments(list, by).map((range) => [range.firstStep, range.lastStep])

describe('a turn', () => {
  it('holds what the agent thought, said and called, with the results', () => {
    const list = [
      step(0, 'user', 'user', [said('List.')]),
      step(1, 'agent', 'codex', [said('I will look.')]),
      step(2, 'agent', 'codex', [call]),
      step(3, 'tool', 'shell', [result]),
    ]
    expect(cutSegments(list, 'turn')).toEqual([
      { index: 0, firstStep: 0, lastStep: 0, actor: 'user', role: 'user', title: 'List.', at: null },
      { index: 1, firstStep: 1, lastStep: 3, actor: 'codex', role: 'agent', title: 'I will look.', at: null },
    ])
  })

  it('ends when the agent goes on after results, when another agent speaks and when the lane changes', () => {
    const list = [
      step(0, 'agent', 'a', [call]),
      step(1, 'tool', 'shell', [result]),
      step(2, 'agent', 'a', [said('x')]),
      step(3, 'agent', 'b', [said('y')]),
      step(4, 'agent', 'b', [said('z')], 'side'),
    ]
    expect(bounds(list)).toEqual([
      [0, 1],
      [2, 2],
      [3, 3],
      [4, 4],
    ])
  })

  it('ends after an agent step that carries its own results', () => {
    expect(bounds([step(0, 'agent', 'a', [call, result]), step(1, 'agent', 'a', [said('x')])])).toEqual([
      [0, 0],
      [1, 1],
    ])
  })

  it('starts at every step of a user, the system and the environment', () => {
    expect(
      bounds([
        step(0, 'user', 'user', [said('x')]),
        step(1, 'user', 'user', [said('y')]),
        step(2, 'system', 'system', [said('z')]),
        step(3, 'environment', 'env', [said('z')]),
      ]),
    ).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
    ])
  })
})

describe('folded instructions and log headers', () => {
  const folded = (index: number): Step => step(index, 'system', 'system', [{ ...said('You are careful.'), visibility: 'folded' }])

  it('go with the first turn when they stand at the front, which keeps its own name', () => {
    const list = [folded(0), folded(1), step(2, 'user', 'user', [said('Go.')]), step(3, 'agent', 'a', [said('x')])]
    expect(bounds(list)).toEqual([
      [0, 2],
      [3, 3],
    ])
    expect(cutSegments(list)[0]).toMatchObject({ actor: 'user', role: 'user', title: 'Go.' })
  })

  it('go with the turn before them anywhere else, and are steps like others by step', () => {
    const list = [step(0, 'user', 'user', [said('Go.')]), folded(1), step(2, 'agent', 'a', [said('x')]), folded(3)]
    expect(bounds(list)).toEqual([
      [0, 1],
      [2, 3],
    ])
    expect(bounds(list, 'user-turn')).toEqual([[0, 3]])
    expect(bounds(list, 'step')).toHaveLength(4)
  })
})

describe('cutting', () => {
  it('counts only visible steps in a window', () => {
    const list = [0, 1, 2, 3].map((index) => step(index, 'agent', 'a', [index === 1 ? hidden : said('x')]))
    expect(bounds(list, 'window:2')).toEqual([
      [0, 2],
      [3, 3],
    ])
  })

  it('folds results into the message before them and leaves them alone by step', () => {
    const list = [step(0, 'agent', 'a', [said('x')]), step(1, 'agent', 'a', [call]), step(2, 'tool', 'shell', [result])]
    expect(bounds(list, 'message')).toEqual([
      [0, 0],
      [1, 2],
    ])
    expect(bounds(list, 'step')).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ])
  })

  it('titles a segment without words after its call', () => {
    expect(cutSegments([step(0, 'agent', 'a', [call])])[0]?.title).toBe('shell {"command":"ls"}')
  })

  it('makes no segment of a trace in which everything is hidden', () => {
    expect(cutSegments([step(0, 'agent', 'a', [hidden]), step(1, 'agent', 'a', [])], 'trace')).toEqual([])
  })

  it('partitions the steps under every policy, and each range has something to read', () => {
    fc.assert(
      fc.property(steps, policy, (list, by) => {
        const ranges = cutSegments(list, by)
        expect(ranges.length === 0).toBe(list.every(isHiddenStep))
        if (ranges.length === 0) return
        expect(ranges[0]?.firstStep).toBe(0)
        expect(ranges.at(-1)?.lastStep).toBe(list.length - 1)
        for (const [i, range] of ranges.entries()) {
          expect(range.index).toBe(i)
          if (i > 0) expect(range.firstStep).toBe((ranges[i - 1]?.lastStep ?? Number.NaN) + 1)
          expect(list.slice(range.firstStep, range.lastStep + 1).some((one) => !isHiddenStep(one))).toBe(true)
        }
      }),
    )
  })
})

describe('the text of a segment', () => {
  it("is cut out at each part's code points, also after emoji and lone surrogates", () => {
    fc.assert(
      fc.property(steps, (list) => {
        const points = [...segmentText(list)]
        const placed = segmentParts(list)
        for (const { part, start, end } of placed) expect(points.slice(start, end).join('')).toBe(partText(part))
        const filled = placed.filter(({ start, end }) => end > start)
        for (const [i, { start }] of filled.entries()) expect(start - (filled[i - 1]?.end ?? -2)).toBe(2)
      }),
    )
  })

  it('leaves hidden parts out and keeps folded ones', () => {
    expect(segmentText([step(0, 'agent', 'a', [said('x'), hidden, { ...said('y'), visibility: 'folded' }])])).toBe('x\n\ny')
  })

  it('counts code points as iteration does', () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(codePointLength(one)).toBe([...one].length)
      }),
    )
  })
})

it('knows a policy from a text that is none', () => {
  expect(['turn', 'message', 'step', 'user-turn', 'span', 'trace', 'window:5'].every(isSegmentPolicy)).toBe(true)
  expect(['', 'window:', 'window:0', 'window:-1', 'window:1.5', 'spans', 'Turn'].some(isSegmentPolicy)).toBe(false)
})

it('a span is one stretch of work with all its calls, until somebody else speaks', () => {
  const list = [
    step(0, 'user', 'user', [said('Go.')]),
    step(1, 'agent', 'coder', [call]),
    step(2, 'tool', 'shell', [result]),
    step(3, 'agent', 'coder', [said('Next.'), call]),
    step(4, 'tool', 'shell', [result]),
    step(5, 'agent', 'planner', [said('Mine.')]),
    step(6, 'agent', 'planner', [said('Elsewhere.')], 'side'),
  ]
  expect(bounds(list, 'span')).toEqual([
    [0, 0],
    [1, 4],
    [5, 5],
    [6, 6],
  ])
})

it('a turn ends with the output of a terminal, so that every prompt is a turn', () => {
  const shown: Part = { kind: 'terminal', visibility: 'main', command: 'ls', text: 'a', exitCode: null }
  expect(bounds([step(0, 'agent', 'shell', [shown]), step(1, 'agent', 'shell', [shown])])).toEqual([
    [0, 0],
    [1, 1],
  ])
})
