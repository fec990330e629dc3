import { averageOf, type MergePairs, type ProductSide } from '~/features/products/product-merge'
import { formatDate } from '~/ui/local-date'
import { MergeLedger } from '~/ui/merge'
import { shortUrl } from '~/ui/outside-link'

type ProductLedgerProps = { from: ProductSide; into: ProductSide; pairs: MergePairs }

export function ProductLedger({ from, into, pairs }: ProductLedgerProps) {
  return (
    <MergeLedger
      stays={headOf(into)}
      goes={headOf(from)}
      caption="What each product holds, and what the merged one will hold"
      rows={[
        counted('Offers', into.offers, from.offers),
        counted('Open offers', into.open, from.open),
        counted('Reviews of all offers', into.reviews, from.reviews),
        counted('Suggestions', pairs.stays, pairs.goes, pairs.after),
        {
          what: into.vendor_id === from.vendor_id ? 'Vendor' : 'Vendor, not the same',
          stays: into.vendor,
          goes: from.vendor,
          after: into.vendor,
        },
        {
          what: 'Website',
          stays: websiteOf(into.website_url),
          goes: websiteOf(from.website_url),
          after: websiteOf(into.website_url ?? from.website_url),
        },
      ]}
      result={{ what: 'Rating', stays: ratingOf(into), goes: ratingOf(from), after: ratingOf(into, from) }}
    />
  )
}

function headOf({ name, vendor, since }: ProductSide) {
  const text = since ? `${vendor}, since ${formatDate(since)}` : vendor
  return { name, note: <span className="small muted">{text}</span> }
}

function ratingOf(...sides: ProductSide[]) {
  return averageOf(...sides) ?? 'None'
}

function counted(what: string, stays: number, goes: number, after = stays + goes) {
  const [staying, going, merged] = [stays, goes, after].map((count) => count.toLocaleString('en-US'))
  return { what, stays: staying!, goes: going!, after: merged! }
}

function websiteOf(url: string | null) {
  return url ? shortUrl(url) : 'Not known'
}
