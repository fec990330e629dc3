/** In characters, as in the database's constraints; `links` is their number. */
export const SITE_LIMITS = { name: 60, tagline: 200, links: 6, label: 40 } as const
