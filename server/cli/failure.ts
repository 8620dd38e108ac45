/** Ends a command with exit code 2: it was used in a wrong way. Anything else thrown ends it with 1. */
export class UsageError extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'UsageError'
  }
}
