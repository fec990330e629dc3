/** The longest text of each field, in characters; the database holds the same limits. */
export const PRODUCT_LIMITS = { name: 200, url: 2_048 } as const
