import type { Offer } from '~/features/catalog/products/offer'

/** The limits of a suggestion. The database has the same. */
export const SUGGESTION_LIMITS = { title: 100, vendor: 100, reasonMin: 10, reason: 500, aDay: 5 } as const

export const KARMA_OF_SUGGESTION = 3

/** Published deals that a link belongs to; `product` is set when all of them are offers of one. */
export type KnownOffers = { product: string | null; offers: Offer[]; more: number }

/** The value of the button that looks the link up without sending the suggestion. */
export const LOOK_UP = 'look'
