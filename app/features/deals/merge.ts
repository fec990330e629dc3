import type { DealStatus } from './deal'

/** One of the two deals of a merge, with the number of rows that belong to it. */
export type MergeSide = {
  id: string
  title: string
  slug: string
  published: boolean
  vendor_name: string
  platform: string
  shown_status: DealStatus
  product_id: string
  rating_sum: number
  review_count: number
  deal_price: string | null
  currency: string
  end_date: string | null
  rating_average: string | null
  former_slugs: string[]
  reviews: number
  comments: number
  change_logs: number
  bookmarks: number
  price_points: number
  clicks: number
}

/** People who did the same with both deals, so that less than the sum remains. */
export type MergeOverlap = { reviews: number; bookmarks: number }

/** Why a deal cannot be merged into another one; undefined if it can. */
export function reasonAgainst(from: Pick<MergeSide, 'id' | 'published'>, into: Pick<MergeSide, 'id' | 'published'>) {
  if (from.id === into.id) return 'A deal cannot be merged into itself.'
  if (from.published && !into.published) {
    return 'The deal that would stay is a draft, and the other one is public. Keep the public one, or publish this one first.'
  }
  return undefined
}

/** A deal that another one can be merged into. */
export type MergeTarget = {
  id: string
  title: string
  slug: string
  published: boolean
  platform: string
  start_date: string
  /** Whether it is an offer of the same product. */
  is_sister: boolean
}
