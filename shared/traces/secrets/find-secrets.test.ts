import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSecrets } from './find-secrets.ts'
import { redactText } from './redact-trace.ts'

/** Made of pieces, so that this file holds no key that a scanner of repositories would report. */
const letters = (n: number) => 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0z'.repeat(10).slice(0, n)
const SECRETS: readonly (readonly [string, string])[] = [
  ['Anthropic key', `sk-ant-${letters(40)}`],
  ['OpenAI key', `sk-proj-${letters(48)}`],
  ['OpenAI key', `sk-${letters(48)}`],
  ['OpenRouter key', `sk-or-v1-${'0123456789abcdef'.repeat(4)}`],
  ['AWS access key', `AKIA${'ABCDEFGH23456723'}`],
  ['GitHub token', `ghp_${letters(36)}`],
  ['GitHub token', `github_pat_${letters(60)}`],
  ['GitLab token', `glpat-${letters(20)}`],
  ['Slack token', `xoxb-${letters(30)}`],
  ['Google key', `AIza${letters(35)}`],
  ['Stripe key', `sk_live_${letters(24)}`],
  ['Hugging Face token', `hf_${letters(34)}`],
  ['npm token', `npm_${letters(36)}`],
  ['JSON web token', `eyJ${letters(20)}.eyJ${letters(30)}.${letters(40)}`],
  ['private key', `-----BEGIN RSA PRIVATE KEY-----\n${letters(100)}\n-----END RSA PRIVATE KEY-----`],
]

describe('secrets', () => {
  it.each(SECRETS)('finds a %s wherever it stands', (kind, secret) => {
    for (const text of [secret, `key: ${secret}\nnext`, `{"a":"${secret}"}`, `💩 ${secret} 💩`]) {
      const found = findSecrets(text)
      expect(found.map((one) => one.kind)).toEqual([kind])
      expect(redactText(text, new Map())).not.toContain(secret.slice(8, 30))
    }
  })

  it('finds what is announced as one, and only the secret itself', () => {
    const value = letters(32)
    for (const text of [`API_KEY=${value}`, `"apiKey": "${value}"`, `{\\"client_secret\\":\\"${value}\\"}`, `password = '${value}'`])
      expect(redactText(text, new Map())).toBe(text.replace(value, '[redacted: assigned secret]'))
    expect(redactText(`Authorization: Bearer ${value}`, new Map())).toBe('Authorization: Bearer [redacted: bearer token]')
    expect(redactText('postgres://ann:hunter22@db/x', new Map())).toBe('postgres://ann:[redacted: password in an address]@db/x')
  })

  it('leaves examples, names and plain words alone', () => {
    for (const text of [
      'sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      `AKIA${'IOSFODNN7'}EXAMPLE`,
      'api_key = os.environ["OPENAI_API_KEY"]',
      'password: process.env.DATABASE_PASSWORD',
      'token_count=123456',
      'the secret of the key is a token',
      'sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      'apiKey={config.services.openai.key}',
    ])
      expect([text, findSecrets(text)]).toEqual([text, []])
  })

  it('gives places in order, without overlap, and redacting again changes nothing', () => {
    const piece = fc.oneof(
      fc.constantFrom(...SECRETS.map(([, secret]) => secret)),
      fc.string(),
      fc.constantFrom(' ', '"', 'Bearer ', 'password='),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        // Real keys have something between them.
        const text = pieces.join(' ')
        let last = 0
        for (const { start, end } of findSecrets(text)) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          last = end
        }
        const once = redactText(text, new Map())
        expect(redactText(once, new Map())).toBe(once)
      }),
    )
  })

  it('takes time in proportion to the length of hostile text', () => {
    for (const unit of ['sk-', 'eyJ', '://a:', 'password=', '-----BEGIN PRIVATE KEY-----', 'Bearer ', 'a'])
      expect(findSecrets(unit.repeat(Math.ceil(300_000 / unit.length))).length).toBeLessThan(100_000)
  })
})
