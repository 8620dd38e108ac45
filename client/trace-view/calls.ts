/** Calls with what they answered, and a short title for them. */
import type { PartView } from '../../shared/http/api.ts'
import type { Part } from '../../shared/traces/model.ts'

type Of<K extends Part['kind']> = Extract<Part, { kind: K }>
export type Placed<K extends Part['kind'] = Part['kind']> = { readonly part: Of<K>; readonly start: number; readonly index: number }

export type Group =
  | { readonly kind: 'call'; readonly call: Placed<'tool_call'>; readonly results: readonly Placed<'tool_result'>[] }
  | { readonly kind: 'single'; readonly view: Placed }

/** Each call takes the results that carry its id; without ids, the ones that follow it. */
export function groupParts(parts: readonly PartView[]): Group[] {
  const taken = new Set<number>()
  return parts.flatMap((view, index): Group[] => {
    if (taken.has(index)) return []
    const { part } = view
    if (part.kind !== 'tool_call') return [{ kind: 'single', view: { part, start: view.start, index } }]
    const results: Placed<'tool_result'>[] = []
    for (let later = index + 1; later < parts.length; later++) {
      const other = parts[later]
      if (!other || taken.has(later) || other.part.kind !== 'tool_result') {
        if (part.callId === null && other) break
        continue
      }
      if (other.part.callId !== part.callId) continue
      taken.add(later)
      results.push({ part: other.part, start: other.start, index: later })
    }
    return [{ kind: 'call', call: { part, start: view.start, index }, results }]
  })
}

/** Larger arguments are not searched for a title. */
const LONGEST_READ = 100_000

export type CallTitle = {
  readonly text: string
  readonly isShell: boolean
  /** The title says all that the arguments say. */
  readonly isAll: boolean
}

/** The command a shell call runs, else the tool's name. */
export function callTitle(part: Of<'tool_call'>): CallTitle {
  const args = readArguments(part.arguments)
  const command = args && commandIn(args)
  if (!args || !command) return { text: part.name, isShell: false, isAll: part.arguments.trim() === '' || part.arguments.trim() === '{}' }
  const others = Object.keys(args).filter((key) => !['command', 'cmd', 'timeout', 'timeout_ms', 'workdir'].includes(key))
  const firstLine = command.split('\n', 1)[0] ?? ''
  return { text: firstLine, isShell: true, isAll: others.length === 0 && firstLine === command && command.length <= 160 }
}

function readArguments(text: string): Record<string, unknown> | null {
  if (text.length > LONGEST_READ) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function commandIn(args: Record<string, unknown>): string | null {
  const command = args['command'] ?? args['cmd']
  if (typeof command === 'string') return command.trim() || null
  if (!Array.isArray(command) || !command.every((word) => typeof word === 'string')) return null
  // `["bash", "-lc", "ls"]` runs `ls`.
  const isWrapped = /^(?:\/bin\/)?(?:ba|z)?sh$/.test(String(command[0])) && /^-l?c$/.test(String(command[1])) && command.length === 3
  return (isWrapped ? String(command[2]) : command.join(' ')).trim() || null
}
