import type { Warning } from './model.ts'

/** Collects warnings; the same code and message again only raises the count, and the first line stays. */
export class WarningList {
  readonly #byKey = new Map<string, Warning>()

  add(code: string, message: string, line: number | null = null, count = 1): void {
    const key = `${code}\n${message}`
    const known = this.#byKey.get(key)
    this.#byKey.set(key, { code, message, count: (known?.count ?? 0) + count, line: known === undefined ? line : known.line })
  }

  addAll(warnings: Iterable<Warning>): void {
    for (const warning of warnings) this.add(warning.code, warning.message, warning.line, warning.count)
  }

  list(): Warning[] {
    return [...this.#byKey.values()]
  }

  /** What was collected so far; afterwards there is nothing. */
  take(): Warning[] {
    const taken = this.list()
    this.#byKey.clear()
    return taken
  }
}
