import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { isOpen } from '~/features/deals/shown-status.server'
import { lockNewProducts } from '~/features/products/lock-new-products.server'
import { formatDate } from '~/ui/local-date'
import { shortUrl } from '~/ui/outside-link'
import { pluralize } from '~/ui/pluralize'
import { countRow, countRows, countSql, type MergeKind, type MergeRow, moving } from './merge-kind.server'
import { carryPairs, findMergePairs, type MergePairs } from './product-pairs.server'

const COUNTS = { offers: 'Offers', open: 'Open offers', reviews: 'Reviews' }

/** Offers include drafts; reviews are approved ones. */
type ProductRow = MergeRow & {
  website_url: string | null
  vendor_id: string
  vendor: string
  /** The day when its first offer began; null without any. */
  since: string | null
  rating_sum: number
} & Record<keyof typeof COUNTS, number>

export const productKind: MergeKind<ProductRow> = {
  kind: 'product',
  plural: 'products',
  table: 'products',
  moves: [['deals', 'product_id']],
  combines: ['follows', 'product_pairs'],
  leaves: [],
  follows: 'product_id',
  counts: COUNTS,
  // Every moved offer has the others looked at again.
  limit: { count: 'offers', max: 1_000, advice: 'Keep it, and merge the other one into it.' },
  async find(executor, id) {
    const { rows } = await sql<ProductRow>`
      select products.id, products.name, products.slug, '{}'::text[] as slugs, products.website_url, vendor_id,
        vendors.name as vendor, totals.*
      from products join vendors on vendors.id = vendor_id
        cross join lateral (
          select min(start_date) as since, count(*) as offers, count(*) filter (where published and ${isOpen()}) as open,
            coalesce(sum(review_count), 0)::int as reviews, coalesce(sum(rating_sum), 0)::int as rating_sum
          from deals where product_id = products.id
        ) as totals
      where products.id = ${id}`.execute(executor)
    return rows[0]
  },
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
      rows: [
        ...countRows(COUNTS, from, into),
        countRow('Suggestions', stays, goes, after),
        ...(isSameVendor
          ? []
          : [{ what: 'Vendors differ', stays: into.vendor, goes: from.vendor, after: into.vendor }]),
      ],
      result: { what: 'Rating', stays: ratingOf(into), goes: ratingOf(from), after: ratingOf(into, from) },
      fates: describeFates(from, into, pairs),
    }
  },
  others: {
    label: 'Products that may be the same',
    columns: ['Product', 'Vendor', 'Offers'],
    joins: sql`join vendors on vendors.id = other.vendor_id`,
    cells: sql`array[vendors.name, ${countSql(sql`deals where product_id = other.id`)}]`,
    text: sql`other.name`,
    suggested: sql`exists (select from product_pairs where not is_different
      and product_id = least(this.id, other.id) and other_id = greatest(this.id, other.id))`,
  },
}

/** The average rating of the offers with one decimal, as on their pages. */
function ratingOf(...rows: ProductRow[]) {
  const [reviews, sum] = rows.reduce(([n, s], row) => [n + row.reviews, s + row.rating_sum], [0, 0])
  return reviews === 0 ? 'None' : (sum / reviews).toFixed(1)
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
  return [
    moving([
      `${pluralize(from.offers, 'offer')}, drafts included, with reviews, prices and clicks`,
      ...(pairs.decided > 0 ? [`${pluralize(pairs.decided, 'decision')} that a pair is not the same`] : []),
      ...(pairs.goes > 0 ? [`${pluralize(pairs.goes, 'suggestion')}, to be decided`] : []),
      ...(takesWebsite ? ['The website, as the one that stays has none'] : []),
    ]),
    {
      icon: 'check' as const,
      title: 'Stays',
      lines: [
        'Every review with the offer that it was written for. The rating counts all of them.',
        'The price record of each offer.',
        [texts, into.name, '. Those of ', from.name, ' are deleted.'],
        ...(into.vendor_id === from.vendor_id ? [] : [[...vendor, '.']]),
      ],
    },
    { icon: 'link' as const, title: 'Redirects', lines: ['Nothing. Every offer keeps its public address.'] },
  ]
}
