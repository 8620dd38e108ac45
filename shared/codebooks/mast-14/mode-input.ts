import type * as z from 'zod/mini'
import type { Confusion, Mode } from '../codebook.ts'

/** A mode as written down here, before the codebook schema has checked it and branded its id. */
export type ModeInput = z.input<typeof Mode>
export type ConfusionInput = z.input<typeof Confusion>
