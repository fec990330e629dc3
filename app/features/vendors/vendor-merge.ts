import type { VendorStatus } from '~/db/schema'

/** Deals that one merge moves at most. It is one transaction, which takes seconds for each thousand. */
export const VENDOR_MERGE_MAX = 10_000

/** One of the two vendors of a merge. */
export type VendorSide = {
  id: string
  name: string
  slug: string
  status: VendorStatus
  /** Drafts included. */
  deals: number
  products: number
  names: number
  former_slugs: string[]
}

/** Why a vendor cannot be merged into another one; undefined if it can. */
export function reasonAgainst(from: VendorSide, into: VendorSide): string | undefined {
  if (from.id === into.id) return 'A vendor cannot be merged into itself.'
  if (from.deals <= VENDOR_MERGE_MAX) return undefined
  return `${from.name} has more than ${VENDOR_MERGE_MAX.toLocaleString('en-US')} deals. Keep it, and merge the other one into it.`
}
