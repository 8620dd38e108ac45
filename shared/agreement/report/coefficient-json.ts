import type { Coefficient, Interval, PointCoefficient } from '../coefficient.ts'
import type { Note } from '../notes.ts'
import type { UndefinedReason } from '../undefined-reason.ts'
import { waldInterval } from '../wald-interval.ts'

/** How a headline interval was made. */
export type IntervalMethod = 'gof' | 'gof-cluster' | 't' | 'bootstrap'

/** A headline interval. */
export interface HeadlineInterval {
  readonly interval: Interval
  readonly method: IntervalMethod
}

/** A figure of `touchstone.agreement/1`. */
export interface FigureJson {
  readonly value: number
  readonly n: number
  readonly observed?: number
  readonly expected?: number
  readonly se?: number
  readonly wald95?: Interval
  readonly ci95?: Interval
  readonly ciMethod?: IntervalMethod
  readonly notes: readonly Note[]
}

/** One figure per category, in category order, null where it is undefined. */
export interface FigurePerCategoryJson {
  readonly value: readonly (number | null)[]
  readonly n: number
  readonly notes: readonly Note[]
}

/** No figure, and why. */
export interface UndefinedJson {
  readonly undefined: UndefinedReason
  readonly n: number
  readonly observed?: number
  readonly expected?: number
}

export type CoefficientJson = FigureJson | FigurePerCategoryJson | UndefinedJson

/** Coefficients by name, in the order in which they are shown. */
export type Coefficients = Readonly<Record<string, CoefficientJson>>

/** A coefficient with what stands beside it. `raw` figures (percent agreement) have no expected share. */
export function figureJson(
  coefficient: Coefficient | PointCoefficient,
  beside: { readonly headline?: HeadlineInterval | null; readonly notes?: readonly Note[]; readonly isRaw?: boolean } = {},
): FigureJson | UndefinedJson {
  const { observed, expected, n } = coefficient
  const shares = {
    ...(observed === null ? {} : { observed }),
    ...(expected === null || beside.isRaw === true ? {} : { expected }),
  }
  if (coefficient.kind === 'undefined') return { undefined: coefficient.reason, n, ...shares }
  const { headline } = beside
  return {
    value: coefficient.value,
    n,
    ...shares,
    ...('se' in coefficient ? { se: coefficient.se, wald95: waldInterval(coefficient.value, coefficient.se) } : {}),
    ...(headline === undefined || headline === null ? {} : { ci95: headline.interval, ciMethod: headline.method }),
    notes: beside.notes ?? [],
  }
}

/** One value per category, or undefined without an item. */
export function perCategoryJson(
  values: readonly (number | null)[],
  n: number,
  reason: UndefinedReason,
): FigurePerCategoryJson | UndefinedJson {
  return n === 0 ? { undefined: reason, n } : { value: values, n, notes: [] }
}

/** Whether this is a single number. */
export function isFigure(json: CoefficientJson | undefined): json is FigureJson {
  return json !== undefined && 'value' in json && typeof json.value === 'number'
}
