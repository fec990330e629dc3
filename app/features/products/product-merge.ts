/** Offers that one merge moves at most. It is one transaction, and every moved offer has the others looked at again. */
export const PRODUCT_MERGE_MAX = 1_000

/** One of the two products of a merge. */
export type ProductSide = {
  id: string
  name: string
  slug: string
  website_url: string | null
  vendor_id: string
  vendor: string
  /** The day when its first offer began; null without any. */
  since: string | null
  /** Drafts included. */
  offers: number
  /** Published ones that can be bought today. */
  open: number
  /** Approved ones of all offers, with the sum of their ratings. */
  reviews: number
  rating_sum: number
}

/** The pairs of the two products of a merge, that of the two themselves apart. */
export type MergePairs = {
  /** How alike the names of the two are, and whether staff decided that they are not the same; null if never compared. */
  similarity: number | null
  are_different: boolean
  /** Suggestions that wait for a decision. */
  stays: number
  goes: number
  after: number
  /** What staff decided about the one that goes. */
  decided: number
}

type Side = Pick<ProductSide, 'id' | 'name' | 'offers'>

/** Why a product cannot be merged into another one; undefined if it can. */
export function reasonAgainst(from: Side, into: Side): string | undefined {
  if (from.id === into.id) return 'A product cannot be merged into itself.'
  if (from.offers <= PRODUCT_MERGE_MAX) return undefined
  return `${from.name} has more than ${PRODUCT_MERGE_MAX.toLocaleString('en-US')} offers. Keep it, and merge the other one into it.`
}

/** What the offers are rated on average, with one decimal as on their pages; null without reviews. */
export function averageOf(...sides: Pick<ProductSide, 'reviews' | 'rating_sum'>[]): string | null {
  const reviews = sides.reduce((sum, side) => sum + side.reviews, 0)
  const ratings = sides.reduce((sum, side) => sum + side.rating_sum, 0)
  return reviews === 0 ? null : (ratings / reviews).toFixed(1)
}
