/** An offer in the schema.org or OpenGraph data of a page. The price is decimal text, as in `deals`. */
export type PageOffer = {
  price: string | null
  /** Three letters (ISO 4217); null where the page names none. */
  currency: string | null
  availability: 'AVAILABLE' | 'UNAVAILABLE' | null
  /** Where it was found, in words for staff. */
  source: 'JSON-LD' | 'OpenGraph'
}

/** Whether two visits found the same offer. Its source on the page does not matter. */
export function isSameOffer(one: PageOffer, other: PageOffer) {
  return one.price === other.price && one.currency === other.currency && one.availability === other.availability
}
