import { averageOf, type MergePairs, type ProductSide } from '~/features/products/product-merge'
import { formatDate } from '~/ui/local-date'
import { MergeLedger } from '~/ui/merge'
import { shortUrl } from '~/ui/outside-link'

type ProductLedgerProps = { from: ProductSide; into: ProductSide; pairs: MergePairs }

export function ProductLedger({ from, into, pairs }: ProductLedgerProps) {
  const vendor = { what: 'Vendors differ', stays: into.vendor, goes: from.vendor, after: into.vendor }
  return (
    <MergeLedger
      stays={headOf(into)}
      goes={headOf(from)}
      caption="What each product holds, and what the merged one will hold"
      rows={[
        counted('Offers', into.offers, from.offers),
        counted('Open offers', into.open, from.open),
        counted('Reviews', into.reviews, from.reviews),
        counted('Suggestions', pairs.stays, pairs.goes, pairs.after),
        ...(into.vendor_id === from.vendor_id ? [] : [vendor]),
      ]}
      result={{ what: 'Rating', stays: ratingOf(into), goes: ratingOf(from), after: ratingOf(into, from) }}
    />
  )
}

function headOf({ name, vendor, since, website_url }: ProductSide) {
  const note = (
    <>
      <span className="small muted">
        <bdi>{vendor}</bdi>
        {since ? `, since ${formatDate(since)}` : null}
      </span>
      <span className="small muted">{website_url ? shortUrl(website_url) : 'No website known'}</span>
    </>
  )
  return { name, note }
}

function ratingOf(...sides: ProductSide[]) {
  return averageOf(...sides) ?? 'None'
}

function counted(what: string, stays: number, goes: number, after = stays + goes) {
  const [staying, going, merged] = [stays, goes, after].map((count) => count.toLocaleString('en-US'))
  return { what, stays: staying!, goes: going!, after: merged! }
}
