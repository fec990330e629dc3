import { db } from '~/db/database.server'
import { BOM, csvLine } from '~/features/csv-import/csv-download.server'
import type { DealSearch } from '~/features/deals/deal-search'
import { iterateDeals } from '~/features/deals/iterate-deals.server'
import { siteUrl } from '~/http/page-head.server'

const COLUMNS = [
  'title',
  'slug',
  'vendor_name',
  'category',
  'platform',
  'summary',
  'original_price',
  'deal_price',
  'currency',
  'start_date',
  'end_date',
  'status',
  'tags',
  'rating_average',
  'review_count',
  'url',
] as const

/** Every deal that a search asks for, in its order, in pieces (RFC 4180). Pages do not count: a file has no pages. */
export async function* writeDealCsv(search: DealSearch): AsyncGenerator<string> {
  yield BOM + csvLine(COLUMNS)
  for await (const ids of iterateDeals(search)) {
    const rows = await readRows(ids)
    yield rows.map((row) => csvLine(COLUMNS.map((column) => String(row[column] ?? '')))).join('')
  }
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
      'currency',
      'start_date',
      'end_date',
      'status',
      'tags',
      'rating_average',
      'review_count',
    ])
    .where('deals.id', 'in', ids)
    .where('published', '=', true)
    .execute()
  const place = new Map(ids.map((id, i) => [id, i]))
  return rows
    .sort((a, b) => place.get(a.id)! - place.get(b.id)!)
    .map((row) => ({ ...row, tags: row.tags.join('|'), url: siteUrl(`/deals/${row.slug}`) }))
}
