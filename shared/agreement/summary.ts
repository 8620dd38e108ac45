/** The figures a lead watches live: Cohen's kappa per mode, per pair and pooled, or the reason why there is none. */
import * as z from 'zod/mini'
import { ModeId, RoundId, UserId } from '../ids.ts'
import { NOTE_CODES } from './notes.ts'
import { UNDEFINED_REASONS } from './undefined-reason.ts'

export const UndefinedReason = z.enum(UNDEFINED_REASONS)

/** What a reader must know before believing a figure. */
export const FigureNote = z.strictObject({ code: z.enum(NOTE_CODES), message: z.string() })

/** How an interval was made: goodness of fit on counts divided by the design effect, or Student's t on traces (linearised). */
export const IntervalMethodName = z.enum(['gof-cluster', 't'])

/** A coefficient, or "undefined" with its reason; `observed` is raw agreement, beside it in either case where there are pairs. */
export const Figure = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('value'),
    value: z.number(),
    ci95: z.nullable(z.tuple([z.number(), z.number()])),
    ciMethod: z.nullable(IntervalMethodName),
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
  /** Traces with a pairable segment. */
  traces: z.int(),
  /** How much segments of a trace resemble each other: variance by trace over variance as if independent; null where there is none. */
  designEffect: z.nullable(z.number()),
  kappa: Figure,
})
export type PairFigure = z.infer<typeof PairFigure>

export const ModeFigure = z.strictObject({
  mode: ModeId,
  pairs: z.array(PairFigure),
  /** Over all pairs of raters (De Vries et al. 2008); with one pair it is Cohen's kappa. */
  kappa: Figure,
  /** Over all raters, not over pairs; likewise alpha. */
  ac1: Figure,
  alpha: Figure,
  /** 2 x raw agreement - 1. */
  pabak: z.nullable(z.number()),
  /** When one of a pair says present (absent), how often the other does; over all pairs. Null where nobody did. */
  positiveAgreement: z.nullable(z.number()),
  negativeAgreement: z.nullable(z.number()),
  /** Segments with two values or more of which at least one is present. */
  seen: z.int(),
  /** Share of present among the values of segments with two or more, and how many values such a segment has on average; null without one. */
  prevalence: z.nullable(z.number()),
  valuesPerSegment: z.nullable(z.number()),
  /** Values of each rater that took a side, in the order of `raters`: how many said present, of how many. */
  positives: z.array(z.strictObject({ present: z.int(), of: z.int() })),
  traces: z.int(),
  notes: z.array(FigureNote),
})
export type ModeFigure = z.infer<typeof ModeFigure>

/** One annotator against the others, on the segments they share and over all modes. */
export const RaterFigure = z.strictObject({
  /** Pooled over modes and over the pairs that the annotator is part of. */
  kappa: Figure,
  /** Values compared; how many of the annotator's are present, and how many of the others'. */
  of: z.int(),
  present: z.int(),
  othersPresent: z.int(),
})
export type RaterFigure = z.infer<typeof RaterFigure>

export const AgreementSummary = z.strictObject({
  roundId: RoundId,
  raters: z.array(z.strictObject({ id: UserId, name: z.string() })),
  /** In the order of `raters`. */
  annotators: z.array(RaterFigure),
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
  /** Over all (segment, mode) cells; the many absents weigh in, so never without the figures per mode. */
  ac1: Figure,
  alpha: Figure,
  pabak: z.nullable(z.number()),
  /** Traces with a segment that two have submitted; under 30 no interval reaches its 95 %. */
  traces: z.int(),
  notes: z.array(FigureNote),
  modes: z.array(ModeFigure),
})
export type AgreementSummary = z.infer<typeof AgreementSummary>
