import { describe, expect, it } from 'vitest'
import { csvRecords } from '../../../shared/agreement/render/csv.ts'
import { AgreementDocument } from '../../../shared/agreement/report/schema.ts'
import { UsageError } from '../failure.ts'
import type { AgreementOptions } from './options.ts'
import { runAgreement } from './run-agreement.ts'

/** Runs the command on one file and collects what it wrote. */
async function run(text: string, options: AgreementOptions = {}) {
  const output = { printed: '', warnings: [] as string[], files: new Map<string, string>() }
  await runAgreement('ratings.csv', options, {
    read: async () => text,
    writeFile: async (path, content) => {
      output.files.set(path, content)
    },
    print: (content) => {
      output.printed += content
    },
    warn: (sentence) => {
      output.warnings.push(sentence)
    },
  })
  return output
}

const json = async (text: string, options: AgreementOptions = {}) => JSON.parse((await run(text, { json: true, ...options })).printed)
const failing = async (text: string, options: AgreementOptions = {}) => {
  const error = await run(text, { json: true, ...options }).then(
    () => null,
    (reason: unknown) => reason,
  )
  return error instanceof Error ? error.message : 'it did not fail'
}

const SMALL = 'item,rater,label\ns1,ann,1\ns1,bob,1\ns2,ann,0\ns2,bob,1\ns3,ann,0\ns3,bob,0\n'

describe('reading a ratings file', () => {
  it('reads CSV and JSONL alike, whatever the order of lines and columns', async () => {
    const jsonl = '{"rater":"bob","item":"s2","label":1}\n{"rater":"ann","item":"s1","label":1}\n{"rater":"bob","item":"s1","label":true}'
    const turned = `label,item,rater\r\n${SMALL.trim()
      .split('\n')
      .slice(1)
      .reverse()
      .map((line) => line.split(','))
      .map(([i, r, l]) => `${l},${i},${r}`)
      .join('\r\n')}`
    expect(await json(turned)).toEqual(await json(SMALL))
    expect(await failing(jsonl)).toBe('it did not fail')
    expect((await json('{"item":"s1","rater":"ann","label":true}\n{"item":"s1","rater":"bob","label":false}')).categories).toEqual([
      'true',
      'false',
    ])
  })

  it('keeps commas, quotes and line breaks inside quoted fields (RFC 4180), and skips a byte order mark', () => {
    const records = [...csvRecords('\uFEFFa,"b ""x"", c"\r\n"line\nbreak",2\n\n3,""')]
    expect(records).toEqual([
      { line: 1, fields: ['a', 'b "x", c'] },
      { line: 2, fields: ['line\nbreak', '2'] },
      { line: 5, fields: ['3', ''] },
    ])
  })

  it('takes empty, blank and null labels for missing: the row still names the item and the rater', async () => {
    const report = await json('item,rater,label\ns1,ann,1\ns1,bob,\ns2,ann," "\ns2,bob,0\ns3,cat,\n')
    expect(report).toMatchObject({
      items: 3,
      raters: ['ann', 'bob', 'cat'],
      missing: 7,
      itemsUsed: 0,
      itemsIncomplete: 3,
      categories: ['1', '0'],
    })
    expect(report.pairs).toHaveLength(3)
    expect(report.pairs[0]).toMatchObject({ raters: ['ann', 'bob'], n: 0, cohen_kappa: { undefined: 'no-pairable-items', n: 0 } })
  })

  it('puts present first, sorts numbers as numbers, and takes the given order and domain', async () => {
    const of = (...labels: string[]) => `item,rater,label\n${labels.map((label, i) => `s${i},ann,${label}\ns${i},bob,${label}`).join('\n')}`
    expect((await json(of('no', 'yes'))).categories).toEqual(['yes', 'no'])
    expect((await json(of('absent', 'present'))).categories).toEqual(['present', 'absent'])
    expect((await json(of('10', '9', '0.5'))).categories).toEqual(['0.5', '9', '10'])
    expect((await json(of('low', 'high', 'mid'))).categories).toEqual(['high', 'low', 'mid'])
    expect((await json(of('low', 'high'), { categories: 'low,mid,high' })).categories).toEqual(['low', 'mid', 'high'])
  })

  it('gives weighted and ordinal coefficients only where the order means something, interval and ratio only for numbers', async () => {
    const words = 'item,rater,label\ns1,ann,low\ns1,bob,mid\ns2,ann,high\ns2,bob,high\ns3,ann,low\ns3,bob,low\n'
    expect((await json(words)).pairs[0]).not.toHaveProperty('weighted_kappa_linear')
    expect((await json(words)).overall).not.toHaveProperty('alpha_ordinal')
    const ordered = await json(words, { categories: 'low,mid,high' })
    expect(ordered.pairs[0]).toHaveProperty('weighted_kappa_quadratic')
    expect(ordered.overall).toHaveProperty('alpha_ordinal')
    expect(ordered.overall).not.toHaveProperty('alpha_interval')
    expect((await json(words.replaceAll('low', '-1').replaceAll('mid', '0').replaceAll('high', '2'))).overall).not.toHaveProperty(
      'alpha_ratio',
    )
    expect(ordered.pairs[0]).not.toHaveProperty('pabak')
  })

  it('warns about an identical duplicate and refuses a differing one', async () => {
    expect((await run(`${SMALL}s1,ann,1\n`, { json: true })).warnings).toEqual([
      '1 row repeats an earlier one word for word and was left out.',
    ])
    expect(await failing(`${SMALL}s1,ann,0\n`)).toBe(
      'Line 8: rater "ann" labels item "s1" differently than on line 2. Keep one of the two.',
    )
  })

  it.each([
    ['', 'The file is empty.'],
    ['item,rater\ns1,ann', 'The header needs item, rater and label; "label" is not among: item, rater.'],
    ['item,rater,label\ns1,ann', 'Line 2: 2 fields, but the header has 3.'],
    ['item,rater,label\n,ann,1', 'Line 2: the item is empty.'],
    ['item,rater,label\ns1,ann,"1', 'Line 2: a quoted field is not closed.'],
    ['{"item":"s1"}', 'Line 1: the rater is empty.'],
    ['{"item":"s1","rater":"ann","label":1}\n{oops', 'Line 2 is not JSON.'],
    ['[{"item":"s1"}]', 'A ratings file is CSV, or JSONL with one object per line; this one starts with "[".'],
    ['item,rater,label,mode\ns1,ann,1,1.1\ns1,bob,1,', 'Line 3: the mode is empty, but other lines have one.'],
    ['item,rater,label,cluster\ns1,ann,1,t1\ns1,bob,1,t2', 'Line 3: item "s1" is in cluster "t2", but was in "t1" before.'],
    ['item,rater,label,cluster\ns1,ann,1,t1\ns2,bob,1,', 'Item "s2" has no cluster, but others have. Give it one, or use --no-cluster.'],
  ])('refuses %j with a sentence', async (text, sentence) => {
    expect(await failing(text)).toBe(sentence)
  })

  it('refuses a label outside of the given categories', async () => {
    expect(await failing(SMALL, { categories: '1,2' })).toBe('Line 4: the label "0" is not among the categories 1, 2.')
  })

  it.each<[AgreementOptions, RegExp]>([
    [{ categories: 'a,a' }, /twice/],
    [{ bootstrap: 'many' }, /--bootstrap is a whole number/],
    [{ bootstrap: '0' }, /--bootstrap is a whole number/],
    [{ seed: '3' }, /--seed goes with --bootstrap/],
    [{ json: true, csv: true }, /Choose one/],
  ])('takes %j for wrong usage', async (options, sentence) => {
    await expect(run(SMALL, options)).rejects.toThrow(UsageError)
    await expect(run(SMALL, options)).rejects.toThrow(sentence)
  })
})

describe('what the command writes', () => {
  const MODES = `item,rater,mode,label,cluster
${[1, 2, 3, 4, 5, 6]
  .flatMap((item) => [
    `s${item},ann,1.1,1,t${item % 3}`,
    `s${item},bob,1.1,0,t${item % 3}`,
    `s${item},ann,3.3,${item % 2},t${item % 3}`,
    `s${item},bob,3.3,${item % 2},t${item % 3}`,
  ])
  .join('\n')}`

  it('gives every mode its result, and macro means that say how many modes', async () => {
    const report = await json(MODES)
    expect(Object.keys(report.modes)).toEqual(['1.1', '3.3'])
    expect(report.modes['1.1'].positives).toEqual({ ann: 6, bob: 0 })
    expect(report.modes['1.1'].pairs[0].cohen_kappa).toMatchObject({ value: 0, n: 6 })
    expect(report.modes['3.3'].pairs[0].cohen_kappa).toMatchObject({ value: 1, ciMethod: 'gof-cluster' })
    expect(report.macro.cohen_kappa).toEqual({ value: 0.5, modes: 2, of: 2 })
    expect(report.micro).toEqual(report.overall)
    expect(report).toMatchObject({ schema: 'touchstone.agreement/1', items: 6, clusters: 3, missing: 0 })
  })

  it('prints a table with reasons and notes', async () => {
    const { printed } = await run(SMALL)
    expect(printed).toMatch(/3 items, 3 with two labels or more, 0 incomplete, 0 labels missing/)
    expect(printed).toMatch(/Cohen's kappa +0\.400 +\[/)
    expect(printed).toMatch(/few-positives: Not enough positives \(ann 1, bob 2; 10 each are wanted\)/)
    expect((await run(MODES)).printed).toMatch(/Mean over modes/)
    const one = await run('item,rater,label\ns1,ann,0\ns1,bob,0\n', { categories: '1,0' })
    expect(one.printed).toMatch(/Cohen's kappa +- .*\n/)
    expect(one.printed).toMatch(/single-category: Only one category was used/)
  })

  it('prints CSV that can be read back', async () => {
    const records = [...csvRecords((await run(MODES, { csv: true })).printed)]
    expect(new Set(records.map(({ fields }) => fields.length))).toEqual(new Set([16]))
    const macro = records.find(({ fields }) => fields[0] === 'macro' && fields[4] === 'cohen_kappa')
    expect(macro?.fields[6]).toBe('0.5')
  })

  it('prints the same bytes for the same file and seed, and says how the bootstrap was made', async () => {
    const first = await run(MODES, { json: true, bootstrap: '200', seed: '7' })
    expect((await run(MODES, { json: true, bootstrap: '200', seed: '7' })).printed).toBe(first.printed)
    const report = JSON.parse(first.printed)
    expect(AgreementDocument.safeParse(report).error).toBeUndefined()
    expect(report.modes['3.3'].overall.alpha_nominal.notes.at(-1).message).toMatch(/200 resamples of 3 traces, seed 7/)
  })

  it('writes a report that needs nothing else', async () => {
    const { files, printed } = await run(MODES, { html: 'report.html' })
    const html = files.get('report.html') ?? ''
    expect(printed).toMatch(/report\.html/)
    expect(html).toMatch(/^<!doctype html>/)
    expect(html).toMatch(/<svg/)
    expect(html).toMatch(/Methods/)
    expect(html).not.toMatch(/https?:\/\/(?!www\.w3\.org)|<script|@import|url\(/)
  })
})
