/** The longest text of each field, in characters; the database holds the same limits. */
export const CATEGORY_LIMITS = { name: 100, description: 1_000 } as const
