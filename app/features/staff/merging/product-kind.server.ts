import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import { isOpen } from '~/features/catalog/deals/shown-status.server'
import { compareProductsSoon } from '~/features/catalog/products/compare-products.server'
import { lockNewProducts } from '~/features/catalog/products/lock-new-products.server'
import { formatDate } from '~/ui/local-date'
import { shortUrl } from '~/ui/outside-link'
import { formatCount, pluralize } from '~/ui/pluralize'
import { countSql, type MergeKind, type MergeRow } from './merge-kind.server'

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
  combines: ['product_pairs'],
  leaves: [],
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
  lock: (trx, ...ids) => lockProducts(trx, ids),
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

/** Locks offers before products, as the triggers of offers do. Waits for offers that are being added. */
export async function lockProducts(trx: Trx, ids: string[]) {
  await lockNewProducts(trx)
  await trx.selectFrom('deals').select('id').where('product_id', 'in', ids).orderBy('id').forUpdate().execute()
  await trx.selectFrom('products').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
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

/** The pairs of the two products of a merge, without the pair of the two themselves. */
type MergePairs = {
  /** How alike the names of the two are, and whether staff decided that they are not the same; null if never compared. */
  similarity: number | null
  are_different: boolean
  /** Suggestions that wait for a decision. */
  stays: number
  goes: number
  after: number
  /** What staff decided about the one that goes. */
  decided: number
}

/**
 * Gives the pairs of a product to the one that it goes into, except the pair of the two themselves. Where both were
 * compared with the same third product, what staff decided wins over a suggestion. The pairs of the product that goes
 * are deleted with it.
 */
async function carryPairs(trx: Trx, from: string, into: string) {
  await sql`
    insert into product_pairs as existing (product_id, other_id, similarity, is_different, decided_by, decided_at)
    select least(${into}::uuid, third.id), greatest(${into}::uuid, third.id), similarity, is_different, decided_by, decided_at
    from product_pairs
      join products as third on third.id = case product_id when ${from} then other_id else product_id end
    where ${from} in (product_id, other_id) and third.id <> ${into}
    order by third.id
    -- Waits for a decision in progress, and for the deletion of a product, which is then left out.
    for update of product_pairs for key share of third
    on conflict (product_id, other_id) do update set
      similarity = greatest(existing.similarity, excluded.similarity),
      is_different = existing.is_different or excluded.is_different,
      decided_by = case when existing.is_different then existing.decided_by else excluded.decided_by end,
      decided_at = case when existing.is_different then existing.decided_at else excluded.decided_at end`.execute(trx)
}

async function findMergePairs(executor: Executor, from: string, into: string): Promise<MergePairs> {
  const { rows } = await sql<MergePairs>`
    with pairs as (
      select ${from}::uuid as mine, case product_id when ${from} then other_id else product_id end as third,
        similarity, is_different
      from product_pairs where ${from} in (product_id, other_id)
      union all
      select ${into}::uuid, case product_id when ${into} then other_id else product_id end, similarity, is_different
      from product_pairs where ${into} in (product_id, other_id)),
    further as (select * from pairs where third not in (${from}, ${into}))
    select
      (select max(similarity) from pairs where third = ${into}) as similarity,
      coalesce((select bool_or(is_different) from pairs where third = ${into}), false) as are_different,
      (select count(*) from further where mine = ${into} and not is_different) as stays,
      (select count(*) from further where mine = ${from} and not is_different) as goes,
      (select count(*) from (select from further group by third having not bool_or(is_different)) as after) as after,
      (select count(*) from further where mine = ${from} and is_different) as decided`.execute(executor)
  return rows[0]!
}
