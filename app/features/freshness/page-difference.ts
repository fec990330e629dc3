import type { PageDifferenceDetails, PageOffer } from './alert'

/** What "Apply" does about a difference. A price in another currency is a matter for the editor. */
export type PageRemedy = 'SET_PRICE' | 'SET_EXPIRED' | 'OPEN_EDITOR'

export function remedyOf({ found, recorded }: Pick<PageDifferenceDetails, 'found' | 'recorded'>): PageRemedy {
  if (found.price !== null) return found.currency === recorded.currency ? 'SET_PRICE' : 'OPEN_EDITOR'
  return found.availability === 'UNAVAILABLE' ? 'SET_EXPIRED' : 'OPEN_EDITOR'
}

/** Whether two visits found the same, wherever on the page it stood. */
export function isSameOffer(one: PageOffer, other: PageOffer) {
  return one.price === other.price && one.currency === other.currency && one.availability === other.availability
}
