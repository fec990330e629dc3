import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import { isOpen } from '~/features/catalog/deals/shown-status.server'
import { compareProductsSoon } from '~/features/catalog/products/compare-products.server'
import { lockNewProducts } from '~/features/catalog/products/lock-new-products.server'
import { formatDate } from '~/ui/local-date'
import { shortUrl } from '~/ui/outside-link'
import { formatCount, pluralize } from '~/ui/pluralize'
import { countSql, type MergeKind, type MergeRow } from './merge-kind.server'
import { carryPairs, findMergePairs, type MergePairs } from './product-pairs.server'

type ProductRow = MergeRow & {
  website_url: string | null
  vendor_id: string
  vendor: string
  /** The day when its first offer began; null without any. */
  since: string | null
  rating_sum: number
}

const ofOffers = (value: RawBuilder<unknown>) => sql`(select ${value} from deals where product_id = products.id)`

export const productKind: MergeKind<ProductRow> = {
  kind: 'product',
  plural: 'products',
  table: 'products',
  moves: [['deals', 'product_id']],
  combines: ['follows', 'product_pairs'],
  leaves: [],
  follows: 'product_id',
  columns: sql`products.website_url, products.vendor_id, vendors.name as vendor,
    ${ofOffers(sql`min(start_date)`)} as since, ${ofOffers(sql`coalesce(sum(rating_sum), 0)::int`)} as rating_sum`,
  joins: sql`join vendors on vendors.id = products.vendor_id`,
  counts: {
    offers: {
      label: 'Offers',
      of: ofOffers(sql`count(*)`),
      moves: (count) => `${pluralize(count, 'offer')}, drafts included, with reviews, prices and clicks`,
    },
    open: { label: 'Open offers', of: ofOffers(sql`count(*) filter (where published and ${isOpen()})`) },
    reviews: { label: 'Reviews', of: ofOffers(sql`coalesce(sum(review_count), 0)::int`) },
  },
  // Each moved offer is compared with the others again.
  limit: { count: 'offers', max: 1_000, advice: 'Keep it, and merge the other one into it.' },
  /** Offers before products, as the triggers of offers do. Waits for offers that are being added. */
  async lock(trx, ...ids) {
    await lockNewProducts(trx)
    await trx.selectFrom('deals').select('id').where('product_id', 'in', ids).orderBy('id').forUpdate().execute()
    await trx.selectFrom('products').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  },
  async beforeMove(trx, from, into) {
    const { decided } = await findMergePairs(trx, from.id, into.id)
    await carryPairs(trx, from.id, into.id)
    // The offers that it gets may be like those of other products.
    const changed = { website_url: into.website_url ?? from.website_url, compared_at: null }
    await trx.updateTable('products').set(changed).where('id', '=', into.id).execute()
    await compareProductsSoon(trx)
    return { vendor: from.vendor, decided_pairs: decided }
  },
  head: ({ vendor, since, website_url }) => ({
    notes: [
      since ? `${vendor}, since ${formatDate(since)}` : vendor,
      website_url ? shortUrl(website_url) : 'No website known',
    ],
  }),
  async describe(from, into) {
    const pairs = await findMergePairs(db, from.id, into.id)
    const isSameVendor = from.vendor_id === into.vendor_id
    const { similarity, are_different: isDifferent, stays, goes, after } = pairs
    const vendors = isSameVendor ? 'same vendor' : 'different vendors'
    const alike = similarity === null ? vendors : `${Math.round(similarity * 100)}% alike, ${vendors}`
    return {
      lead: `${alike.charAt(0).toUpperCase()}${alike.slice(1)}`,
      pair: { isSuggested: similarity !== null && !isDifferent, isDifferent },
      further: [
        { what: 'Suggestions', stays: formatCount(stays), goes: formatCount(goes), after: formatCount(after) },
        ...(isSameVendor
          ? []
          : [{ what: 'Vendors differ', stays: into.vendor, goes: from.vendor, after: into.vendor }]),
      ],
      result: { what: 'Rating', stays: ratingOf(into), goes: ratingOf(from), after: ratingOf(into, from) },
      ...describeFates(from, into, pairs),
    }
  },
  others: {
    label: 'Products that may be the same',
    columns: ['Product', 'Vendor', 'Offers'],
    joins: sql`join vendors on vendors.id = other.vendor_id`,
    cells: sql`array[vendors.name, ${countSql(sql`deals where product_id = other.id`)}::text]`,
    suggested: sql`exists (select from product_pairs where not is_different
      and product_id = least(this.id, other.id) and other_id = greatest(this.id, other.id))`,
  },
}

/** The average rating of the offers with one decimal, as on their pages. */
function ratingOf(...rows: ProductRow[]) {
  const reviews = rows.reduce((sum, row) => sum + row.counts.reviews!, 0)
  const ratings = rows.reduce((sum, row) => sum + row.rating_sum, 0)
  return reviews === 0 ? 'None' : (ratings / reviews).toFixed(1)
}

function describeFates(from: ProductRow, into: ProductRow, pairs: MergePairs) {
  const takesWebsite = !into.website_url && from.website_url
  const texts = takesWebsite ? 'Name and vendor of ' : 'Name, vendor and website of '
  const vendor = [
    'The vendor name on each offer. The product belongs to ',
    into.vendor,
    ', and no longer to ',
    from.vendor,
  ]
  return {
    moves: [
      ...(pairs.decided > 0 ? [`${pluralize(pairs.decided, 'decision')} that a pair is not the same`] : []),
      ...(pairs.goes > 0 ? [`${pluralize(pairs.goes, 'suggestion')}, to be decided`] : []),
      ...(takesWebsite ? ['The website, as the one that stays has none'] : []),
    ],
    stays: {
      icon: 'check' as const,
      title: 'Stays',
      lines: [
        'Every review with the offer that it was written for. The rating counts all of them.',
        'The price record of each offer.',
        [texts, into.name, '. Those of ', from.name, ' are deleted.'],
        ...(into.vendor_id === from.vendor_id ? [] : [[...vendor, '.']]),
      ],
    },
    redirects: ['Nothing. Every offer keeps its public address.'],
  }
}
