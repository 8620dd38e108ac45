import { screenText } from './screen.ts'

/** One prompt: what was typed at it (null before the first prompt), and what the screen showed until the next one. */
export type Command = { readonly command: string | null; readonly output: string; readonly from: number; readonly to: number }

/** Shells say that a line may be pasted when they show a prompt. */
const PROMPT_MARK = '\u001b[?2004h'
/** `user@host:path$ `, `[user@host path]# `, `(env) $ `, `bash-5.1$ `, `PS C:\> `, at the start of a line. */
const PROMPT = String.raw`(?:\([\w.-]+\) )?(?:[\w.-]+@[\w.-]+:[^\n$#]{0,200}[$#]|\[[\w.-]+@[\w.-]+ [^\n\]]{0,200}\][$#]|(?:bash|sh)-\d[\d.]*[$#]|PS [A-Z]:\\[^\n>]{0,200}>|[$#]) `
const PROMPTS = new RegExp(`^${PROMPT}`, 'gmu')
const AT_START = new RegExp(`^${PROMPT}`, 'u')

/** Whether a text is what a terminal showed, and where its prompts are. At least two prompts, or the mark that shells write. */
export function promptsOf(text: string): number[] {
  const marks: number[] = []
  for (let at = text.indexOf(PROMPT_MARK); at >= 0; at = text.indexOf(PROMPT_MARK, at + 1)) marks.push(at)
  if (marks.length > 0) return marks
  // Carriage returns come before the prompt as after it.
  const plain = [...text.matchAll(PROMPTS)].map((match) => match.index)
  // A lone `#` or `$` may open a comment or a price; a name before it does not.
  return plain.length >= 2 && plain.some((at) => /^\S*@|^\[|^(bash|sh)-|^PS /.test(text.slice(at, at + 40))) ? plain : []
}

/** Cuts what a terminal wrote at its prompts. `from` and `to` are indices into the text. */
export function commandsOf(text: string, size: { readonly columns: number; readonly rows: number }): Command[] {
  const prompts = promptsOf(text)
  const cuts = [...new Set([0, ...prompts])]
  return cuts.flatMap((from, index): Command[] => {
    const to = cuts[index + 1] ?? text.length
    const shown = screenText(text.slice(from, to), size)
    if (shown.trim() === '') return []
    const [line = '', ...rest] = shown.split('\n')
    // White space at the end of a line is no text: the space after a bare prompt is put back.
    const prompt = AT_START.exec(`${line} `)
    if (prompt === null) return [{ command: null, output: shown, from, to }]
    const command = line.slice(prompt[0].length).trim()
    // A prompt at which nothing was typed and that showed nothing is no event.
    return command === '' && rest.length === 0 ? [] : [{ command, output: rest.join('\n').trimEnd(), from, to }]
  })
}
