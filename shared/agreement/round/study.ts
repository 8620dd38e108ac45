/** What stands beside the figures of a round: who agrees with themselves, which modes are taken for each other, and how figures move. */
import * as z from 'zod/mini'
import { ModeId, RoundId, SegmentId, TraceId, UserId } from '../../ids.ts'
import { Figure } from '../summary.ts'

const count = z.int().check(z.nonnegative())

/** Two modes that stood against each other: one rater marked the first and not the second, another the second and not the first. */
export const Confusion = z.strictObject({ modes: z.tuple([ModeId, ModeId]), segments: count, traces: count })
export type Confusion = z.infer<typeof Confusion>

export const AnnotatorStudy = z.strictObject({
  id: UserId,
  /** Pooled kappa over modes between the first look and a hidden second one. */
  self: Figure,
  segments: count,
  /** Time between submits, each gap counted up to five minutes. */
  activeMinutes: count,
})
export type AnnotatorStudy = z.infer<typeof AnnotatorStudy>

export const RoundPoint = z.strictObject({
  roundId: RoundId,
  number: count,
  name: z.string(),
  codebook: z.strictObject({ id: z.string(), version: z.string() }),
  pooled: Figure,
})
export type RoundPoint = z.infer<typeof RoundPoint>

/** One week of a control chart; `z` is the smoothed value, `isSignal` says that it left its limits. */
export const WeekPoint = z.strictObject({
  /** The Monday it starts with, YYYY-MM-DD. */
  week: z.string(),
  value: z.number(),
  n: count,
  z: z.number(),
  lower: z.number(),
  upper: z.number(),
  isSignal: z.boolean(),
})
export const Drift = z.strictObject({
  /** Null: raw agreement. Else the share of this annotator's values that are present. */
  rater: z.nullable(UserId),
  /** Empty with fewer than three weeks: there is nothing yet to compare with. */
  weeks: z.array(WeekPoint),
})
export type Drift = z.infer<typeof Drift>

export const AgreementStudy = z.strictObject({
  roundId: RoundId,
  annotators: z.array(AnnotatorStudy),
  confusions: z.array(Confusion),
  trend: z.array(RoundPoint),
  drift: z.array(Drift),
})
export type AgreementStudy = z.infer<typeof AgreementStudy>

export const CellName = z.enum(['both', 'onlyA', 'onlyB', 'neither'])
export type CellName = z.infer<typeof CellName>

/** One answer of a pair: quotes for the mode in question, and all modes marked present. */
const Side = z.strictObject({ quotes: z.array(z.string()), present: z.array(ModeId) })

/** The segments (or traces) that make a number of a pair's 2 x 2 table. */
export const CellsBehind = z.strictObject({
  mode: ModeId,
  raters: z.tuple([UserId, UserId]),
  cell: CellName,
  total: count,
  /** The first 200, in the order of the round. */
  items: z.array(
    z.strictObject({
      traceId: TraceId,
      traceTitle: z.string(),
      /** Null where whole traces are compared. */
      segmentId: z.nullable(SegmentId),
      segmentIndex: z.nullable(count),
      a: Side,
      b: Side,
    }),
  ),
  /** What the one who did not mark the mode marked, and the other did not: most frequent first. */
  instead: z.array(z.strictObject({ mode: ModeId, items: count })),
})
export type CellsBehind = z.infer<typeof CellsBehind>
