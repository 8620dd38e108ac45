import type { ModeFigure } from '../summary.ts'
import { presentCountProbabilities } from './common-correlation.ts'
import { itemsForInterval } from './kappa-precision.ts'

/** What a mode still costs until its interval is as narrow as wanted. */
export type HowManyMore =
  | { readonly kind: 'reached'; readonly half: number }
  | { readonly kind: 'more'; readonly half: number | null; readonly segments: number; readonly traces: number; readonly share: number }
  /** Nothing to plan with: too few segments in which anybody saw it, or no figure. */
  | { readonly kind: 'unknown'; readonly seen: number }

/** Below this many segments in which anybody saw the mode its prevalence is a guess. */
const ENOUGH_SEEN = 5

/**
 * Segments and traces still to be labelled by as many people as now, so that the interval of a mode is its kappa -/+ `half`: items of the
 * common-correlation model for the prevalence and kappa seen so far, times the design effect. Where the model is content already and the
 * interval is not, the interval itself is scaled with the root of n. `share` is how far it has come, 0..1.
 * Source: Donner & Eliasziw (1992) Stat. Med. 11:1511-1519; Kish (1965).
 */
export function howManyMore(mode: ModeFigure, half: number): HowManyMore {
  const { kappa, seen, prevalence, valuesPerSegment, traces } = mode
  const segments = mode.ac1.n
  if (kappa.kind === 'undefined' || prevalence === null || valuesPerSegment === null || seen < ENOUGH_SEEN || prevalence === 1) {
    return { kind: 'unknown', seen }
  }
  const now = kappa.ci95 === null ? null : (kappa.ci95[1] - kappa.ci95[0]) / 2
  if (now !== null && now <= half) return { kind: 'reached', half: now }
  const study = { prevalence, raters: Math.max(2, Math.round(valuesPerSegment)) }
  const isAdmitted = (limit: number) => presentCountProbabilities(limit, study).every((probability) => probability > 0)
  const limits = [kappa.value - half, kappa.value + half].map((limit) => (limit < 1 && isAdmitted(limit) ? limit : null))
  const [lower = null, upper = null] = limits
  const model = lower === null && upper === null ? 0 : itemsForInterval(kappa.value, { lower, upper }, study).exact * designEffectOf(mode)
  const scaled = now === null ? 0 : segments * (now / half) ** 2
  const wanted = Math.ceil(model > segments ? model : scaled)
  const more = Math.max(1, wanted - segments)
  return { kind: 'more', half: now, segments: more, traces: Math.ceil((more * traces) / segments), share: segments / (segments + more) }
}

/** Mean over pairs, weighted by their segments; at least 1, so that luck is not planned with. */
function designEffectOf({ pairs }: ModeFigure): number {
  let weighted = 0
  let n = 0
  for (const { designEffect, kappa } of pairs) {
    if (designEffect === null) continue
    weighted += designEffect * kappa.n
    n += kappa.n
  }
  return n === 0 ? 1 : Math.max(1, weighted / n)
}
