import * as z from 'zod'
import { WHOLE_ROUND } from '../../../shared/agreement/round/round-ratings.ts'
import type { RatingRequest } from './ratings.ts'

const flag = z.enum(['true', 'false']).default('false')

/** The part of a round that figures are asked about, as it stands in an address; the same words as the command's options. */
export const RatingQuery = z.object({
  level: z.enum(['segment', 'trace']).default('segment'),
  excludeBulk: flag,
  includeLate: flag,
  framework: z.string().optional(),
  model: z.string().optional(),
})
export type RatingQuery = z.infer<typeof RatingQuery>

/** Null where the whole round is meant, by segment and without labels that came late. */
export function requestOf({ level, excludeBulk, includeLate, framework, model }: RatingQuery): RatingRequest | null {
  const isDefault =
    level === 'segment' && excludeBulk === 'false' && includeLate === 'false' && framework === undefined && model === undefined
  return isDefault ? null : fullRequestOf({ level, excludeBulk, includeLate, framework, model })
}

export function fullRequestOf({ level, excludeBulk, includeLate, framework, model }: RatingQuery): RatingRequest {
  return {
    ...WHOLE_ROUND,
    level,
    excludeBulk: excludeBulk === 'true',
    includeLate: includeLate === 'true',
    framework: framework ?? null,
    model: model ?? null,
  }
}
