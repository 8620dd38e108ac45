import xterm from '@xterm/headless'

/** Longer output of one command loses its first lines, as on a screen. */
const SCROLLBACK = 20_000

/**
 * What a screen shows after everything was written to it: lines that were overwritten or erased are gone, colours too, and lines that
 * were broken at the edge are whole again. The end of the text may cut an escape sequence.
 */
export function screenText(output: string, size: { readonly columns: number; readonly rows: number }): string {
  const terminal = new xterm.Terminal({
    cols: size.columns,
    rows: size.rows,
    scrollback: SCROLLBACK,
    allowProposedApi: true,
    convertEol: true,
  })
  writerOf(terminal)(output)
  const buffer = terminal.buffer.active
  const lines: string[] = []
  for (let index = 0; index < buffer.length; index++) {
    const line = buffer.getLine(index)
    if (line === undefined) continue
    // The end of a line is its own white space only when the next line goes on with it.
    const text = line.translateToString(buffer.getLine(index + 1)?.isWrapped !== true)
    if (line.isWrapped && lines.length > 0) lines[lines.length - 1] += text
    else lines.push(text)
  }
  terminal.dispose()
  return lines.join('\n').replace(/^\n+|\s+$/gu, '')
}

/**
 * The emulator's public `write` answers later, on a timer; importers are pure and answer at once. So its parser, which `write` itself
 * calls, is called directly. The version is pinned, and a test fails if the parser moves.
 */
function writerOf(terminal: object): (text: string) => void {
  const handler = inner(inner(terminal, '_core'), '_inputHandler')
  const parse: unknown = Reflect.get(handler, 'parse')
  if (typeof parse !== 'function') throw new Error('The terminal emulator has no parser where it is looked for.')
  return (text) => void Reflect.apply(parse, handler, [text])
}

function inner(value: object, key: string): object {
  const found: unknown = Reflect.get(value, key)
  if (typeof found !== 'object' || found === null) throw new Error(`The terminal emulator has no ${key}.`)
  return found
}
