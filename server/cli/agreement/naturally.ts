const collator = new Intl.Collator('en', { numeric: true })

/** Natural order (`s2` before `s10`), the same on every machine; names that it holds to be equal stand by their code units. */
export function naturally(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
}
