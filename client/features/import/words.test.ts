import { describe, expect, it } from 'vitest'
import { FileReport } from '../../../shared/traces/import-report.ts'
import { added } from './picked.ts'
import { fileCounts, fileSign, sureness } from './words.ts'

function fileOf(statuses: string[], change: Record<string, unknown> = {}): FileReport {
  const trace = {
    id: 't',
    title: 'Run',
    steps: 1,
    segments: 1,
    agents: [],
    toolCalls: 0,
    toolResults: 0,
    rawBytes: 1,
    textChars: 1,
    success: null,
  }
  const traces = statuses.map((status) => ({ ...trace, status, priorLabels: { human: 0, judge: 0 } }))
  const file = {
    file: 'a.json',
    format: 'codex',
    formatVersion: null,
    score: 0.95,
    runnerUp: null,
    result: 'imported',
    reason: null,
    warnings: [],
  }
  return FileReport.parse({ ...file, traces, ...change })
}

describe('a file of the report', () => {
  it('is named after the most telling of its traces', () => {
    expect(fileSign(fileOf(['identical', 'identical'])).word).toBe('identical')
    expect(fileSign(fileOf(['identical', 'new'])).word).toBe('new')
    expect(fileSign(fileOf(['changed', 'new'])).word).toBe('changed')
    expect(fileSign(fileOf([], { result: 'refused' })).word).toBe('refused')
  })

  it('counts its traces only where one word does not say it', () => {
    expect(fileCounts(fileOf(['new', 'new']))).toBe('')
    expect(fileCounts(fileOf(['new', 'identical', 'new']))).toBe('2 new, 1 identical')
  })

  it('wants a look when the runner-up is close', () => {
    expect(sureness(fileOf(['new'])).wantsLook).toBe(false)
    expect(sureness(fileOf(['new'], { runnerUp: { format: 'mast', score: 0.9 } })).wantsLook).toBe(true)
    expect(sureness(fileOf(['new'], { score: 0.4 })).wantsLook).toBe(true)
  })
})

describe('picking files', () => {
  it('lets a file that comes again take the place of the one before', () => {
    const one = (path: string, text: string) => ({ path, file: new File([text], path) })
    const list = added([one('a', '1'), one('b', '22')], [one('a', '333')])
    expect(list.map(({ path, file }) => [path, file.size])).toEqual([
      ['b', 2],
      ['a', 3],
    ])
  })
})
