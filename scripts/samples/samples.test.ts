import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { mast14 } from '../../shared/codebooks/mast-14.ts'
import { checkLabels } from '../../shared/labels/check-labels.ts'
import { cutSegments } from '../../shared/segments/cut.ts'
import { segmentText } from '../../shared/segments/segment-text.ts'
import { Trace } from '../../shared/traces/model.ts'
import { DemoLabels, type DemoRound } from './demo-labels.ts'
import { submitsOf } from './submits.ts'

const folder = new URL('./traces/', import.meta.url)
const readJson = (url: URL): unknown => JSON.parse(readFileSync(url, 'utf8'))
const files = readdirSync(folder).toSorted()
const traces = new Map(files.map((file) => [file, Trace.parse(readJson(new URL(file, folder)))]))
const labels = DemoLabels.parse(readJson(new URL('./labels.json', import.meta.url)))

const textsOf = (file: string): string[] => {
  const steps = traces.get(file)?.steps ?? []
  return cutSegments(steps).map((range) => segmentText(steps.slice(range.firstStep, range.lastStep + 1)))
}
const round = (number: number): DemoRound => {
  const found = labels.rounds.find((candidate) => candidate.number === number)
  if (found === undefined) throw new Error(`There is no round ${number}.`)
  return found
}
/** Every vote of a round: the values by trace, segment and mode, in the order of the annotators. */
function cells(number: number): Map<string, string[]> {
  const votes = new Map<string, string[]>()
  for (const seat of round(number).seats.toSorted((a, b) => (a.annotator < b.annotator ? -1 : 1))) {
    for (const [segment, submit] of submitsOf(seat, textsOf(seat.trace), mast14).entries()) {
      for (const [mode, value] of Object.entries(submit.values)) {
        const key = `${seat.trace} ${segment} ${mode}`
        votes.set(key, [...(votes.get(key) ?? []), value])
      }
    }
  }
  return votes
}
const isDisagreement = (votes: readonly string[]) => votes.includes('present') && votes.includes('absent')

describe.each([...traces])('%s', (file, trace) => {
  it('has 8 to 60 segments, each with something to read', () => {
    const texts = textsOf(file)
    expect(texts.length).toBeGreaterThanOrEqual(8)
    expect(texts.length).toBeLessThanOrEqual(60)
    expect(texts.filter((text) => text.trim() === '')).toEqual([])
  })

  it('numbers its steps, names the lanes they are in and pairs its results with calls', () => {
    expect(trace.steps.map((step) => step.index)).toEqual(trace.steps.map((_, position) => position))
    expect(trace.steps.filter((step) => !trace.lanes.includes(step.lane))).toEqual([])
    const parts = trace.steps.flatMap((step) => step.parts)
    const calls = new Set(parts.flatMap((part) => (part.kind === 'tool_call' ? [part.callId] : [])))
    expect(parts.filter((part) => part.kind === 'tool_result' && !calls.has(part.callId))).toEqual([])
  })

  it('tells its task and outcome, and brings no labels along', () => {
    expect(trace.task).toBeTruthy()
    expect(trace.outcome?.rule).toBeTruthy()
    expect(Object.keys(trace.outcome?.scores ?? {})).not.toEqual([])
    expect(trace.priorLabels).toEqual([])
    expect(trace.nativeIds).toEqual([`sample-${file.replace('.trace.json', '')}`])
  })
})

describe('the samples together', () => {
  const all = [...traces.values()]
  const text = files.flatMap(textsOf).join('\n')

  it('come from several models and frameworks, alone and in groups, with and without success', () => {
    expect(new Set(all.map((trace) => trace.model)).size).toBeGreaterThanOrEqual(4)
    expect(new Set(all.map((trace) => trace.framework)).size).toBeGreaterThanOrEqual(7)
    expect(new Set(all.map((trace) => trace.agents.length > 1))).toEqual(new Set([true, false]))
    expect(new Set(all.map((trace) => trace.outcome?.success))).toEqual(new Set([true, false]))
  })

  it('hold what a reader’s screen must stand: colours, progress bars, other scripts, invisible characters, markup and length', () => {
    const needed = ['\u001b[31m', '\r', '\t', '\u200b', '🎉', '<script>', '\n@@ ', '```', 'ם', 'ة', '志']
    expect(needed.filter((one) => !text.includes(one))).toEqual([])
    expect(files.filter((file) => textsOf(file).some((one) => one.split('\n').length > 200)).length).toBeGreaterThanOrEqual(4)
  })
})

describe('the labels of the demo', () => {
  it('are for the codebook that ships, and put every trace into exactly one round', () => {
    expect(labels.codebook).toEqual({ id: mast14.id, version: mast14.version })
    expect(labels.rounds.flatMap((one) => one.traces).toSorted()).toEqual(files)
  })

  it('are complete and true to the traces: known modes, and every quote in its place', () => {
    for (const seat of labels.rounds.flatMap((one) => one.seats)) {
      const texts = textsOf(seat.trace)
      for (const [segment, submit] of submitsOf(seat, texts, mast14).entries()) checkLabels(submit, mast14, texts[segment] ?? '')
      const listed = [...seat.present, ...seat.unsure, ...seat.notApplicable]
      expect(listed.filter((row) => row.segment >= seat.through)).toEqual([])
      expect(new Set(listed.map((row) => `${row.segment} ${row.mode}`)).size).toBe(listed.length)
    }
  })

  it('find every mode at least once', () => {
    const found = new Set<string>(labels.rounds.flatMap((one) => one.seats).flatMap((seat) => seat.present.map((row) => row.mode)))
    expect(mast14.modes.map((mode) => mode.id).filter((id) => !found.has(id))).toEqual([])
  })

  it('finish round 1 with two votes on every segment', () => {
    const { state, overlap, seats, traces: inRound } = round(1)
    expect(state).toBe('closed')
    expect(seats).toHaveLength(inRound.length * overlap)
    expect(seats.filter((seat) => !seat.isFinished || seat.through !== textsOf(seat.trace).length)).toEqual([])
  })

  it('differ in round 1 as people do: pooled kappa between 0.6 and 0.7, one mode perfect, two without a positive', () => {
    const votes = [...cells(1)]
    expect(kappa(votes.map(([, pair]) => pair))).toBeCloseTo(0.66, 1)
    const perMode = (id: string) => kappa(votes.filter(([key]) => key.endsWith(id)).map(([, pair]) => pair))
    expect(perMode('FM-1.2')).toBe(1)
    expect(mast14.modes.map((mode) => mode.id).filter((id) => perMode(id) === null)).toEqual(['FM-2.1', 'FM-2.4'])
  })

  it('have about a third of the disagreements of round 1 settled, with every reason in use', () => {
    const open = new Set([...cells(1)].filter(([, pair]) => isDisagreement(pair)).map(([key]) => key))
    const { decisions } = round(1)
    expect(decisions.filter((one) => !open.has(`${one.trace} ${one.segment} ${one.mode}`))).toEqual([])
    expect(decisions.length / open.size).toBeGreaterThan(0.25)
    expect(decisions.length / open.size).toBeLessThan(0.45)
    expect(new Set(decisions.map((one) => one.reason)).size).toBe(5)
  })

  it('have begun round 2 in one trace, in which the two already differ', () => {
    const { state, seats, decisions } = round(2)
    expect(state).toBe('open')
    expect(decisions).toEqual([])
    expect(new Set(seats.map((seat) => seat.trace)).size).toBe(1)
    expect(seats.filter((seat) => seat.isFinished)).toEqual([])
    expect([...cells(2).values()].filter(isDisagreement).length).toBeGreaterThanOrEqual(3)
  })
})

/** Cohen's kappa of present against absent, written out here so that the samples do not depend on what they demonstrate. */
function kappa(votes: readonly string[][]): number | null {
  const pairs = votes.filter((pair) => pair.every((value) => value === 'present' || value === 'absent'))
  const share = (test: (pair: string[]) => boolean) => pairs.filter(test).length / pairs.length
  const observed = share(([a, b]) => a === b)
  const a = share(([first]) => first === 'present')
  const b = share(([, second]) => second === 'present')
  const expected = a * b + (1 - a) * (1 - b)
  return expected === 1 ? null : (observed - expected) / (1 - expected)
}
