/** The longest text of each field, in characters; the database holds the same limits. */
export const PLATFORM_LIMITS = { name: 100, website_url: 2_048, buyer_protection: 200 } as const
