/** Strings that say whose they are: found in the bytes of anybody else, they are a leak. */
let count = 0

export function canary(userId: string): string {
  count += 1
  return `canary:${userId}:${count}`
}

export function resetCanaries(): void {
  count = 0
}

/** The owners of all canaries in a text. */
export function ownersOf(text: string): string[] {
  return [...text.matchAll(/canary:(u-[a-z]+):/g)].map((match) => match[1] ?? '')
}
