import type { Role } from '../model.ts'

/** What Codex puts into the conversation by itself, in the user's name: project instructions and notes about the machine. */
const INSTRUCTIONS = [
  /^# AGENTS\.md instructions for /,
  /^\s*<user_instructions>/,
  /^\s*<INSTRUCTIONS>/,
  /^\s*<(permissions|skills|collaboration|apps|plugins|model_switch|personality)[ _]?\w*>/,
]
const ENVIRONMENT = [/^\s*<environment_context>/, /^\s*<turn_aborted>/, /^\s*<subagent_notification>/, /^\s*<cwd>/]

/** Whether a text in the user's name was written by the program. */
export function isBoilerplate(text: string): boolean {
  return [...INSTRUCTIONS, ...ENVIRONMENT].some((pattern) => pattern.test(text))
}

/** Who speaks: `developer` is the system, and a user message made only of boilerplate is the program's, not the user's. */
export function codexRole(rawRole: string | null, texts: readonly string[]): Role {
  if (rawRole === 'assistant') return 'agent'
  if (rawRole !== 'user') return 'system'
  if (texts.length === 0 || !texts.every(isBoilerplate)) return 'user'
  return texts.some((text) => INSTRUCTIONS.some((pattern) => pattern.test(text))) ? 'system' : 'environment'
}
