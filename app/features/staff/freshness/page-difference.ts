import type { PageOffer } from './alert'

/** Whether two visits found the same, wherever on the page it stood. */
export function isSameOffer(one: PageOffer, other: PageOffer) {
  return one.price === other.price && one.currency === other.currency && one.availability === other.availability
}
