import { db } from '~/db/database.server'
import { defuseCell } from '~/features/csv-import/csv-import'
import type { DealSearch } from '~/features/deals/deal-search'
import { walkDeals } from '~/features/deals/walk-deals.server'
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
type Row = Record<(typeof COLUMNS)[number], string | number | null>

/** Every deal that a search asks for, in its order, in pieces (RFC 4180). Pages do not count: a file has no pages. */
export async function* writeDealCsv(search: DealSearch): AsyncGenerator<string> {
  // Spreadsheets take a file without this mark for one in their country's old encoding.
  yield `\ufeff${toLine([...COLUMNS])}`
  for await (const ids of walkDeals(search)) {
    const rows = await readRows(ids)
    yield rows.map((row) => toLine(COLUMNS.map((column) => row[column]))).join('')
  }
}

async function readRows(ids: string[]): Promise<Row[]> {
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

function toLine(cells: (string | number | null)[]) {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(value: string | number | null) {
  const cell = value === null ? '' : defuseCell(String(value))
  return /[",\r\n;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
