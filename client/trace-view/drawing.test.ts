import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePointLength } from '../../shared/segments/segment-text.ts'
import { terminalLines } from './ansi.ts'
import { jsonLines } from './json-lines.ts'
import { CLAMPED_LINES, outputOf } from './output.ts'
import { proseBlocks } from './prose.ts'
import { type Line, piecesOf, type Run } from './runs.ts'
import { plainRuns } from './signs.ts'

const shown = (runs: readonly Run[]) => runs.map((run) => run.text).join('')
const shownLines = (lines: readonly Line[]) => lines.map((line) => shown(line.runs))
const ESC = '\u001b'

/** Every verbatim run must be found at its place in the text. */
function expectPlaces(text: string, start: number, runs: readonly Run[]) {
  const points = Array.from(text)
  for (const run of runs) {
    if (run.kind === 'verbatim') expect(points.slice(run.start - start, run.end - start).join('')).toBe(run.text)
  }
}

describe('unseen characters', () => {
  it('become signs that keep their place, and leave the rest as it is', () => {
    const runs = plainRuns('a\u202eb\u200bc\u0000', 10)
    expect(shown(runs)).toBe('aRLObZWSPc␀')
    expect(runs.map((run) => [run.start, run.end])).toEqual([
      [10, 11],
      [11, 12],
      [12, 13],
      [13, 14],
      [14, 15],
      [15, 16],
    ])
  })

  it('leave emoji, joined scripts and Windows line ends alone', () => {
    expect(shown(plainRuns('👩‍💻 می‌خواهم\r\nb', 0))).toBe('👩‍💻 می‌خواهم\nb')
  })

  it('show half of a pair as a replacement and count it as one', () => {
    expect(plainRuns('\ud800x', 0).map((run) => [run.text, run.start])).toEqual([
      ['�', 0],
      ['x', 1],
    ])
  })
})

describe('terminal output', () => {
  it('shows the last state of a line that was written over', () => {
    expect(shownLines(terminalLines(`10%\r20%\r100%\nab\r${ESC}[Kc`, 0).lines)).toEqual(['100%', 'c'])
  })

  it('keeps colours over lines and drops titles, links and cut escapes', () => {
    const { lines, style } = terminalLines(`${ESC}]0;title\u0007${ESC}[31mred\nstill${ESC}[0m plain${ESC}[38;5;196m!${ESC}[`, 0)
    expect(shownLines(lines)).toEqual(['red', 'still plain!'])
    expect(lines[0]?.runs[0]?.tone).toBe('ink-red')
    expect(lines[1]?.runs[0]?.tone).toBe('ink-red')
    expect(lines[1]?.runs[1]?.tone).toBeUndefined()
    expect(lines[1]?.runs[2]?.colour).toEqual({ ink: 'rgb(255 0 0)' })
    expect(style).toEqual({ ink: 'rgb(255 0 0)' })
  })

  it('keeps every character in its place', () => {
    const unit = fc.constantFrom('a', '💩', '\n', '\r', '\b', ESC, '[', '3', '1', 'm', 'K', ']', '\u0007', '\u200b')
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        for (const line of terminalLines(text, 5).lines) expectPlaces(text, 5, line.runs)
      }),
    )
  })
})

describe('JSON', () => {
  it('is laid out with digits, order and repeated keys as written', () => {
    const text = '{"id":107505301260286111,"a":[1,2],"a":{"b":{"c":null}},"e":[]}'
    expect(shownLines(jsonLines(text, 0) ?? [])).toEqual([
      '{',
      '  "id": 107505301260286111,',
      '  "a": [1, 2],',
      '  "a": {',
      '    "b": {"c": null}',
      '  },',
      '  "e": []',
      '}',
    ])
  })

  it('reads line ends inside of strings', () => {
    const lines = shownLines(jsonLines('{"patch":"a\\n\\tb"}', 0) ?? [])
    expect(lines).toEqual(['{', '  "patch": ', '    "a', '    \tb"', '}'])
  })

  it('is no JSON when brackets do not fit, something follows, or a word is unknown', () => {
    for (const text of ['{"a":1', '{"a":1]', '{} {}', '{a:1}', 'plain', '']) expect(jsonLines(text, 0)).toBeNull()
  })

  it('lays out a nesting of thousands without a deep stack', () => {
    expect(jsonLines('['.repeat(3_000) + ']'.repeat(3_000), 0)?.length).toBeGreaterThan(3_000)
  })

  it('keeps every token in its place', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        for (const line of jsonLines(json, 3) ?? []) expectPlaces(json, 3, line.runs)
      }),
    )
  })
})

describe('prose', () => {
  it('sets code in backticks as code and leaves all other markup as text', () => {
    const blocks = proseBlocks('Use `ls` and **not** <b>rm</b>\n```sh\nls -l\n```\nDone.', 0)
    expect(blocks.map((block) => block.kind)).toEqual(['text', 'code', 'text'])
    expect(blocks.flatMap((block) => (block.kind === 'text' ? [shown(block.runs)] : shownLines(block.lines)))).toEqual([
      'Use ls and **not** <b>rm</b>',
      'ls -l',
      'Done.',
    ])
  })

  it('sets strong words as strong where the source says Markdown', () => {
    const [block] = proseBlocks('It is **not `a**b**`.** 2 ** 3.', 0, true)
    expect(block?.kind === 'text' && block.runs.map((run) => [run.text, run.tone])).toEqual([
      ['It is ', undefined],
      ['not ', 'strong'],
      ['a**b**', 'code-in strong'],
      ['.', 'strong'],
      [' 2 ** 3.', undefined],
    ])
  })

  it('keeps every character in its place', () => {
    const unit = fc.constantFrom('a', '`', '\n', ' ', '💩', '```\n', '~~~\n', '**')
    fc.assert(
      fc.property(fc.string({ unit }), fc.boolean(), (text, isMarkdown) => {
        for (const block of proseBlocks(text, 7, isMarkdown)) {
          for (const line of block.kind === 'code' ? block.lines : [block]) expectPlaces(text, 7, line.runs)
        }
      }),
    )
  })
})

describe('long output', () => {
  const text = Array.from({ length: 1_204 }, (_, index) => `line ${index} 💩`).join('\n')

  it('shows head and tail and says exactly what lies between', () => {
    const output = outputOf(text, 0, { rendered: true, lines: CLAMPED_LINES })
    expect(output.head.length + output.folded + output.tail.length).toBe(1_204)
    expect(output.total).toBe(1_204)
    expect(shownLines(output.tail).at(-1)).toBe('line 1203 💩')
    for (const line of output.tail) expectPlaces(text, 0, line.runs)
  })

  it('shows all when asked', () => {
    expect(outputOf(text, 0, { rendered: true, lines: 3_000 })).toMatchObject({ folded: 0, tail: [] })
  })

  it('cuts a line of a megabyte', () => {
    const output = outputOf('x'.repeat(1_000_000), 0, { rendered: true, lines: CLAMPED_LINES })
    expect(output).toMatchObject({ cutsLine: true, bytes: 1_000_000 })
    expect(codePointLength(shown(output.head[0]?.runs ?? []))).toBe(1_200)
  })

  it('colours a diff by its lines', () => {
    const { head } = outputOf('@@ -1 +1 @@\n-a\n+b\n c', 0, { rendered: true, lines: CLAMPED_LINES })
    expect(head.map((line) => line.tone)).toEqual(['m', 'del', 'add', undefined])
  })
})

describe('evidence', () => {
  it('cuts runs by code points and says where each quote ends', () => {
    const pieces = piecesOf(plainRuns('💩💩 it fails', 0), [
      { start: 6, end: 11, tag: '3.2' },
      { start: 3, end: 8, tag: '1.3' },
    ])
    expect(pieces.map((piece) => [piece.run.text, piece.on.length, piece.ending.map((one) => one.tag)])).toEqual([
      ['💩💩 ', 0, []],
      ['it ', 1, []],
      ['fa', 2, ['1.3']],
      ['ils', 1, ['3.2']],
    ])
  })
})
