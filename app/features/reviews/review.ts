export const REVIEW_LIMITS = { title: 100, body: 1_000, minRating: 1, maxRating: 5 } as const
export const REVIEWS_PER_PAGE = 20
