import type { AgreementReport } from '../report/agreement-report.ts'

/** What a report was made from. */
export interface Provenance {
  readonly file: string
  readonly bootstrap: { readonly replicates: number; readonly seed: number } | null
}

/** A paragraph that says how the figures were made, fit for a paper. */
export function methodsParagraph(report: AgreementReport, { bootstrap }: Provenance): string {
  const { raters, items, itemsUsed, clusters, categories, modes } = report
  const study = `${raters.length} raters labelled ${items} items (${itemsUsed} by at least two) with ${categories.length} categories`
  const perMode =
    modes === undefined
      ? ''
      : ` for each of ${Object.keys(modes).length} modes; figures are given per mode, and means over modes leave out modes in which a coefficient is undefined`
  const binary =
    clusters === null
      ? 'Intervals of binary kappas are goodness-of-fit intervals (Donner & Eliasziw 1992)'
      : `Intervals of binary kappas are goodness-of-fit intervals (Donner & Eliasziw 1992) on counts divided by the design effect of ${clusters} clusters (linearised cluster-robust variance, Student's t)`
  const resampled =
    bootstrap === null
      ? ''
      : ` Intervals of coefficients over all raters are BCa bootstrap intervals from ${bootstrap.replicates} resamples of ${clusters === null ? 'items' : 'whole clusters'} (seed ${bootstrap.seed}).`
  return `${study}${perMode}. Pairs of raters are compared on the items both labelled; missing labels enter no pair. Chance-corrected agreement is Cohen's kappa (Cohen 1960; standard errors Fleiss, Cohen & Everitt 1969), Scott's pi (1955), Krippendorff's alpha (2004), Fleiss' kappa in Gwet's form for missing labels (Gwet 2014), Conger's kappa (1980) and Gwet's AC1 (2008), beside raw and category-specific agreement. ${binary}; others use Student's t on linearised standard errors.${resampled} Coefficients that are 0/0 are reported as undefined with the reason.`
}
