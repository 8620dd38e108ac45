/** Why there is no number: the closed list, and a sentence for people. */

export const UNDEFINED_REASONS = ['no-items', 'no-pairable-items', 'single-category', 'single-rater', 'no-expected-disagreement'] as const

/** Why a coefficient is 0/0. `no-expected-disagreement` is Krippendorff's word for one value among all pairable labels. */
export type UndefinedReason = (typeof UNDEFINED_REASONS)[number]

/** One sentence per reason, to stand where the number would stand. */
export const REASON_SENTENCES: Readonly<Record<UndefinedReason, string>> = {
  'no-items': 'Nothing has been labelled.',
  'no-pairable-items': 'No item has two labels to compare.',
  'single-category': 'Only one category was used, so chance alone explains the agreement (0/0).',
  'single-rater': 'Only one rater has labelled.',
  'no-expected-disagreement': 'All labels that can be paired have the same value, so no disagreement is expected (0/0).',
}
