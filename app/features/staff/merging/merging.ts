export const MERGE_KINDS = ['deal', 'product', 'vendor', 'category'] as const
export type MergeKindName = (typeof MERGE_KINDS)[number]

export function mergePath(kind: MergeKindName, id: string, search: { into?: string; q?: string } = {}) {
  const query = new URLSearchParams(search)
  return `/admin/merge/${kind}/${id}${query.size > 0 ? `?${query}` : ''}`
}

/** One of the two records, with its counts in words: "3 reviews, 1 comment". */
export type MergeHead = { id: string; name: string; note: string | null; counts: string }
