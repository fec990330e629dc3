import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { DealSearch } from '~/features/catalog/deals/list/deal-search'
import { iterateDeals } from '~/features/catalog/deals/list/iterate-deals.server'
import { refundDays } from '~/features/catalog/deals/refund-days.server'
import { shownStatus } from '~/features/catalog/deals/shown-status.server'
import { writeCsv } from '~/http/files.server'
import { siteUrl } from '~/http/page.server'

const COLUMNS = [
  'title',
  'slug',
  'vendor_name',
  'category',
  'platform',
  'summary',
  'original_price',
  'deal_price',
  'deal_price_period',
  'discount_percent',
  'currency',
  'regular_price_period',
  'break_even_months',
  'coupon_code',
  'coupon_note',
  'refund_days',
  'stackable',
  'start_date',
  'end_date',
  'seen_on',
  'status',
  'tags',
  'rating_average',
  'review_count',
  'url',
] as const

/** All deals that match a search as CSV, in its order. The page of the search is ignored. */
export function writeDealCsv(search: DealSearch) {
  return writeCsv(COLUMNS, listRows(search))
}

async function* listRows(search: DealSearch) {
  for await (const ids of iterateDeals(search)) yield readRows(ids)
}

async function readRows(ids: string[]) {
  const rows = await db
    .selectFrom('deals')
    .innerJoin('categories', 'categories.id', 'deals.category_id')
    .innerJoin('platforms', 'platforms.id', 'deals.platform_id')
    .select([
      'deals.id',
      'title',
      'deals.slug',
      'vendor_name',
      'categories.slug as category',
      'platforms.slug as platform',
      'summary',
      'original_price',
      'deal_price',
      'deal_price_period',
      'discount_percent',
      'currency',
      'regular_price_period',
      'break_even_months',
      'coupon_code',
      'coupon_note',
      refundDays.as('refund_days'),
      sql<string | null>`case when stackable then 'yes' when not stackable then 'no' end`.as('stackable'),
      'start_date',
      'end_date',
      'seen_on',
      shownStatus().as('status'),
      'tags',
      'rating_average',
      'review_count',
    ])
    .where('deals.id', 'in', ids)
    .where('published', '=', true)
    .execute()
  const order = new Map(ids.map((id, index) => [id, index]))
  return rows
    .sort((a, b) => order.get(a.id)! - order.get(b.id)!)
    .map((row) => ({ ...row, tags: row.tags.join('|'), url: siteUrl(`/deals/${row.slug}`) }))
}
