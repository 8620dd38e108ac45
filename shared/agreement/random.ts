/** A source of uniform 32-bit whole numbers. The same seed gives the same numbers on every machine. */
export type RandomSource = () => number

/** The sfc32 generator (PractRand's small fast counter), seeded through splitmix32; passes the usual test batteries, not for secrets. */
export function seededRandom(seed: number): RandomSource {
  const next = splitmix32(seed)
  let a = next()
  let b = next()
  let c = next()
  let counter = 1
  const random = () => {
    const result = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + result) | 0
    return result >>> 0
  }
  // The first outputs of similar seeds resemble each other.
  for (let i = 0; i < 12; i++) random()
  return random
}

function splitmix32(seed: number): RandomSource {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }
}

/** A whole number from 0 to n - 1; its bias is below n / 2^32. */
export function below(random: RandomSource, n: number): number {
  return Math.floor((random() / 0x100000000) * n)
}
