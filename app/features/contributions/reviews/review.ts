export const REVIEW_LIMITS = { title: 100, body: 1_000, minRating: 1, maxRating: 5 } as const
export const REVIEWS_PER_PAGE = 20

/** The earliest day of a purchase. */
export const FIRST_PURCHASE = '1990-01-01'

/** The answer to "Your connection to the vendor" that ends the review; it is never stored. */
export const WORKS_THERE = 'VENDOR'

export const WORKS_THERE_REFUSAL =
  'People who work for the vendor or a competitor cannot review a deal. You can answer as the vendor in the comments.'

/** Asked before a save that deletes a decided proof. */
export const LOSES_PROOF =
  'With another day or none, your proof and our decision on it are deleted. To go on, tick the box below.'

export const SIGN_IN_TO_REVIEW = 'Please sign in to submit a review'

/**
 * The average of `counts` of 5, 4, 3, 2 and 1 stars; undefined without reviews. Rounded to hundredths like the average in
 * the database, so that both show the same decimal.
 */
export function averageOf(counts: readonly number[]) {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const stars = counts.reduce((sum, count, index) => sum + count * (5 - index), 0)
  return total === 0 ? undefined : Math.round((stars * 100) / total) / 100
}
