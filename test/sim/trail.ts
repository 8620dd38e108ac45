/** What happened, in order; printed when a history fails. */
export type Trail = {
  readonly note: (who: string, what: string) => void
  readonly last: (count: number) => string
  /** A number that two histories share only if the same things happened in them. */
  readonly fingerprint: () => number
}

export function makeTrail(now: () => number): Trail {
  const lines: string[] = []
  let hash = 0
  const start = now()
  return {
    note(who, what) {
      const line = `${((now() - start) / 1000).toFixed(3).padStart(9)} s  ${who.padEnd(10)} ${what}`
      for (let i = 0; i < line.length; i++) hash = (Math.imul(hash, 31) + line.charCodeAt(i)) | 0
      lines.push(line)
    },
    last: (count) => lines.slice(-count).join('\n'),
    fingerprint: () => hash,
  }
}
