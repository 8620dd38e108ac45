/** A place in a text that looks like a key or token: half-open, in UTF-16 units. The value itself is never reported. */
export type SecretFound = { readonly kind: string; readonly start: number; readonly end: number }

type Pattern = {
  readonly kind: string
  /** Letters without which the pattern cannot match: looked for first, since most texts hold none. */
  readonly hints: readonly string[]
  /** Group 1, where there is one, is the secret, else the whole match. */
  readonly pattern: RegExp
}

/**
 * Keys with a shape of their own, then words that announce one. Order matters: an earlier kind claims its place. Quantifiers are bounded
 * and have no ambiguity, so that a long text costs time in proportion to its length.
 */
const PATTERNS: readonly Pattern[] = [
  {
    kind: 'private key',
    hints: ['PRIVATE KEY-----'],
    pattern: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY-----[\s\S]{20,20000}?-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY-----/g,
  },
  { kind: 'Anthropic key', hints: ['sk-ant-'], pattern: /\bsk-ant-[A-Za-z0-9_-]{20,200}/g },
  { kind: 'OpenAI key', hints: ['sk-'], pattern: /\bsk-(?:(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,250}|[A-Za-z0-9]{32,64})\b/g },
  { kind: 'OpenRouter key', hints: ['sk-or-'], pattern: /\bsk-or-(?:v1-)?[a-f0-9]{32,80}\b/g },
  { kind: 'AWS access key', hints: ['AKIA', 'ASIA'], pattern: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g },
  {
    kind: 'GitHub token',
    hints: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{40,255})\b/g,
  },
  { kind: 'GitLab token', hints: ['glpat-'], pattern: /\bglpat-[A-Za-z0-9_-]{20,64}/g },
  { kind: 'Slack token', hints: ['xox'], pattern: /\bxox[abeprs]-[A-Za-z0-9-]{10,250}/g },
  { kind: 'Slack webhook', hints: ['hooks.slack.com'], pattern: /https:\/\/hooks\.slack\.com\/services\/T[A-Za-z0-9_/]{20,100}/g },
  { kind: 'Google key', hints: ['AIza'], pattern: /\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g },
  { kind: 'Stripe key', hints: ['k_live_', 'k_test_'], pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,120}\b/g },
  { kind: 'Hugging Face token', hints: ['hf_'], pattern: /\bhf_[A-Za-z0-9]{30,60}\b/g },
  { kind: 'npm token', hints: ['npm_'], pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: 'PyPI token', hints: ['pypi-'], pattern: /\bpypi-AgE[A-Za-z0-9_-]{50,300}/g },
  { kind: 'SendGrid key', hints: ['SG.'], pattern: /\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}(?![A-Za-z0-9_-])/g },
  { kind: 'JSON web token', hints: ['eyJ'], pattern: /\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,8000}\.[A-Za-z0-9_-]{10,2000}/g },
  { kind: 'password in an address', hints: ['://'], pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/?#@'"]{1,100}:([^\s/?#@'"]{4,200})@/g },
  { kind: 'bearer token', hints: ['earer '], pattern: /\b[Bb]earer ([A-Za-z0-9._~+/-]{20,4000}={0,2})/g },
  {
    kind: 'assigned secret',
    hints: ['key', 'Key', 'KEY', 'token', 'Token', 'TOKEN', 'secret', 'Secret', 'SECRET', 'passw', 'Passw', 'PASSW'],
    pattern:
      /(?:api[_-]?key|access[_-]?key|secret[_-]?key|auth[_-]?token|access[_-]?token|client[_-]?secret|private[_-]?token|password|passwd)["'\\]{0,3}\s{0,3}[=:]\s{0,3}["'\\]{0,3}([A-Za-z0-9_+/.-]{16,200}={0,2})(?![A-Za-z0-9_(])/gi,
  },
]

/** No secret that is known is shorter. */
const SHORTEST = 8

/** One pass over the text instead of one per hint: nearly all texts end here. */
const ANY_HINT = new RegExp(
  [...new Set(PATTERNS.flatMap(({ hints }) => hints))].map((hint) => hint.replace(/[^A-Za-z0-9]/g, '\\$&')).join('|'),
)

/** Every place of a text that looks like a secret, in order and without overlap. Pure; costs time in proportion to the length. */
export function findSecrets(text: string): SecretFound[] {
  if (text.length < SHORTEST || !ANY_HINT.test(text)) return []
  const found: SecretFound[] = []
  for (const { kind, hints, pattern } of PATTERNS) {
    if (!hints.some((hint) => text.includes(hint))) continue
    for (const match of text.matchAll(pattern)) {
      const secret = match[1] ?? match[0]
      const start = match.index + match[0].lastIndexOf(secret)
      const end = start + secret.length
      if (isPlaceholder(kind, secret)) continue
      // Of two that overlap one is left, over the whole: neither may show its end.
      const others = found.filter((one) => one.start < end && start < one.end)
      for (const other of others) found.splice(found.indexOf(other), 1)
      const [first] = others
      found.push({
        kind: first?.kind ?? kind,
        start: Math.min(start, ...others.map((one) => one.start)),
        end: Math.max(end, ...others.map((one) => one.end)),
      })
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

/** Examples in documentation, and names of variables, are no secrets. */
function isPlaceholder(kind: string, secret: string): boolean {
  if (/^(.)\1+$/.test(secret) || /(?:x{6}|X{6}|\*{4}|\.{4}|your[_-]|example|EXAMPLE|placeholder|redacted)/.test(secret)) return true
  if (kind !== 'assigned secret') return false
  // A word, a path or a name of a setting: a key has letters and digits.
  return !/\d/.test(secret) || !/[A-Za-z]/.test(secret) || /^[a-z]+(?:[._/-][a-z0-9]+)+$/.test(secret)
}
