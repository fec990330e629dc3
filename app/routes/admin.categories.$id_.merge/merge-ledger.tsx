import type { MergeSide } from '~/features/categories/merge'
import { MergeLedger } from '~/ui/merge'

type CategoryLedgerProps = { from: MergeSide; into: MergeSide }

export function CategoryLedger({ from, into }: CategoryLedgerProps) {
  // A category that goes into its parent is one subcategory less.
  const isBelow = from.parent_id === into.id
  const rows = [
    { what: 'Deals', stays: into.deals, goes: from.deals, after: into.deals + from.deals },
    {
      what: 'Subcategories',
      stays: into.subcategories,
      goes: from.subcategories,
      after: into.subcategories + from.subcategories - (isBelow ? 1 : 0),
    },
  ]
  const sideOf = ({ full_name, slug }: MergeSide) => ({ name: full_name, path: `/categories/${slug}` })
  return (
    <MergeLedger
      stays={sideOf(into)}
      goes={sideOf(from)}
      caption="What each category holds, and what the merged one will hold"
      rows={rows.map(({ what, stays, goes, after }) => ({
        what,
        stays: stays.toLocaleString('en-US'),
        goes: goes.toLocaleString('en-US'),
        after: after.toLocaleString('en-US'),
      }))}
    />
  )
}
