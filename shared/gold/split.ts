import type { Split } from './gold-record.ts'

/** Share of the keys that fall into each split. */
export const SPLIT_SHARES = { calibration: 0.5, dev: 0.2, heldout: 0.3 } as const satisfies Record<Split, number>

/** Width of the part of the hash that is read as a fraction: 48 bits, exact in a double. */
const HEX_DIGITS = 12

/**
 * The split a key (task or incident where known, else trace) falls into: fixed by its hash before anything is labelled, so that all
 * runs of one incident stay together. `sha256` is a hex digest of the keyed text.
 */
export function splitOf(sha256: string): Split {
  const fraction = Number.parseInt(sha256.slice(0, HEX_DIGITS), 16) / 16 ** HEX_DIGITS
  if (fraction < SPLIT_SHARES.calibration) return 'calibration'
  return fraction < SPLIT_SHARES.calibration + SPLIT_SHARES.dev ? 'dev' : 'heldout'
}
