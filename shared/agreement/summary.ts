/** The figures a lead watches live: Cohen's kappa per mode, per pair and pooled, or the reason why there is none. */
import * as z from 'zod/mini'
import { ModeId, RoundId, UserId } from '../ids.ts'
import { UNDEFINED_REASONS } from './undefined-reason.ts'

export const UndefinedReason = z.enum(UNDEFINED_REASONS)

/** A coefficient, or "undefined" with its reason; `observed` is raw agreement, beside it in either case where there are pairs. */
export const Figure = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('value'),
    value: z.number(),
    ci95: z.nullable(z.tuple([z.number(), z.number()])),
    n: z.int(),
    observed: z.number(),
    expected: z.number(),
  }),
  z.strictObject({
    kind: z.literal('undefined'),
    reason: UndefinedReason,
    n: z.int(),
    observed: z.nullable(z.number()),
    expected: z.nullable(z.number()),
  }),
])
export type Figure = z.infer<typeof Figure>

/** Counts for one pair of raters and one mode. `bothPresent + onlyA + onlyB + neither` are the pairable segments. */
export const PairFigure = z.strictObject({
  raters: z.tuple([UserId, UserId]),
  bothPresent: z.int(),
  onlyA: z.int(),
  onlyB: z.int(),
  neither: z.int(),
  /** Segments both submitted, where at least one said unsure or not applicable: left out of the table and counted here. */
  setAside: z.int(),
  kappa: Figure,
})
export type PairFigure = z.infer<typeof PairFigure>

export const ModeFigure = z.strictObject({
  mode: ModeId,
  pairs: z.array(PairFigure),
  /** Over all pairs of raters (De Vries et al. 2008); with one pair it is Cohen's kappa. */
  kappa: Figure,
  ac1: Figure,
  /** Segments in which at least one rater of a pair marked the mode present. */
  seen: z.int(),
})
export type ModeFigure = z.infer<typeof ModeFigure>

export const AgreementSummary = z.strictObject({
  roundId: RoundId,
  raters: z.array(z.strictObject({ id: UserId, name: z.string() })),
  segments: z.strictObject({
    /** Segments of the round's traces. */
    total: z.int(),
    /** Submitted by at least two. */
    used: z.int(),
    /** Submitted by one only. */
    incomplete: z.int(),
  }),
  /** Pooled over modes and pairs: (mean observed - mean expected) / (1 - mean expected). */
  pooled: Figure,
  modes: z.array(ModeFigure),
})
export type AgreementSummary = z.infer<typeof AgreementSummary>
