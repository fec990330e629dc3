import type { ShownStatus } from '~/features/catalog/deals/deal'
import type { IconName } from '~/ui/icon'

export const MERGE_KINDS = ['deal', 'product', 'vendor', 'category'] as const
export type MergeKindName = (typeof MERGE_KINDS)[number]

export function mergePath(kind: MergeKindName, id: string, search: { into?: string; q?: string } = {}) {
  const query = new URLSearchParams(search)
  return `/admin/merge/${kind}/${id}${query.size > 0 ? `?${query}` : ''}`
}

/** One of the two records as the head of a column of the ledger. */
export type MergeHead = {
  id: string
  name: string
  notes: string[]
  status?: ShownStatus
  path?: string
  isLinked?: boolean
}

export type LedgerRow = { what: string; stays: string; goes: string; after: string }

/** A sentence; one in parts, of which every second one is the name of a record; or an address and its new target. */
export type FateLine = string | string[] | { from: string; to: string }

/** What happens to some of the data, such as what moves. */
export type Fate = { icon: IconName; title: string; lines: FateLine[] }
