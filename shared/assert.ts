/** Says that a value is there; the sentence names what was expected when it is not. */
export function must<T>(value: T | null | undefined, expectation: string): T {
  if (value === null || value === undefined) throw new Error(`Expected ${expectation}.`)
  return value
}

/** Marks the branch that the compiler has shown to be empty. */
export function unreachable(value: never): never {
  throw new Error(`Unreachable: ${JSON.stringify(value)}`)
}
