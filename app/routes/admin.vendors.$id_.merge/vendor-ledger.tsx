import type { VendorSide } from '~/features/vendors/vendor-merge'
import { MergeLedger } from '~/ui/merge'

const LABELS = { deals: 'Deals', products: 'Products', names: 'Names that lead here' }

export function VendorLedger({ from, into }: { from: VendorSide; into: VendorSide }) {
  const sideOf = ({ name, slug }: VendorSide) => ({ name, note: <code className="small">{`/vendors/${slug}`}</code> })
  return (
    <MergeLedger
      stays={sideOf(into)}
      goes={sideOf(from)}
      caption="What each vendor holds, and what the merged one will hold"
      rows={(['deals', 'products', 'names'] as const).map((what) => ({
        what: LABELS[what],
        stays: into[what].toLocaleString('en-US'),
        goes: from[what].toLocaleString('en-US'),
        after: (into[what] + from[what]).toLocaleString('en-US'),
      }))}
    />
  )
}
