import { DealStatusBadge } from '~/features/deals/deal-status-badge'
import type { MergeOverlap, MergeSide } from '~/features/deals/merge'
import { formatDate } from '~/ui/local-date'
import { MergeLedger } from '~/ui/merge'
import { formatMoney } from '~/ui/money'

type DealLedgerProps = { from: MergeSide; into: MergeSide; overlap: MergeOverlap }

const COUNTED = {
  reviews: 'Reviews',
  comments: 'Comments',
  change_logs: 'Change reports',
  bookmarks: 'Bookmarks',
  price_points: 'Price points',
  clicks: 'Clicks',
} as const

/** What the two deals hold, drafts of contributions included. */
export function DealLedger({ from, into, overlap }: DealLedgerProps) {
  const same = { reviews: overlap.reviews, bookmarks: overlap.bookmarks } as Partial<
    Record<keyof typeof COUNTED, number>
  >
  const counts = (Object.keys(COUNTED) as (keyof typeof COUNTED)[]).map((name) => ({
    what: COUNTED[name],
    stays: into[name].toLocaleString('en-US'),
    goes: from[name].toLocaleString('en-US'),
    after: (into[name] + from[name] - (same[name] ?? 0)).toLocaleString('en-US'),
  }))
  return (
    <MergeLedger
      stays={headOf(into)}
      goes={headOf(from)}
      caption="What each deal holds, and what the merged one will hold"
      rows={[
        fact('Deal price', priceOf, into, from),
        fact('Platform', ({ platform }) => platform, into, from),
        fact('Ends', ({ end_date }) => (end_date ? formatDate(end_date) : 'Not stated'), into, from),
        ...counts,
      ]}
    />
  )
}

function headOf({ title, slug, published, shown_status }: MergeSide) {
  return {
    name: title,
    path: published ? `/deals/${slug}` : undefined,
    note: published ? <DealStatusBadge status={shown_status} /> : <span className="small muted">Draft</span>,
  }
}

/** Facts of the deal that stays do not change. */
function fact(what: string, of: (side: MergeSide) => string, into: MergeSide, from: MergeSide) {
  return { what, stays: of(into), goes: of(from), after: of(into) }
}

function priceOf({ deal_price, currency }: MergeSide) {
  return deal_price === null ? 'Not listed' : formatMoney(deal_price, currency)
}
