import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { ImportColumn } from './csv-import'
import { NAMED_ROWS, type RowWarnings } from './row-warnings'

/** Problems of staged rows that do not prevent the import. */
export async function findRowWarnings(importId: string, present: ReadonlySet<ImportColumn>): Promise<RowWarnings> {
  const [repeated, overpriced] = await Promise.all([findRepeated(importId), findOverpriced(importId, present)])
  return { repeated, overpriced }
}

/** Slugs of several rows, which are merged into one staged row with all their numbers. */
async function findRepeated(importId: string) {
  const { rows } = await sql<{ total: number; slug: string; rows: number[]; row_count: number }>`
    select count(*) over () as total, slug, "rows"[:${sql.lit(NAMED_ROWS)}] as "rows", cardinality("rows") as row_count
    from import_staging where import_id = ${importId} and "rows" is not null
    order by "rows" limit ${NAMED_ROWS}`.execute(db)
  return {
    count: rows[0]?.total ?? 0,
    slugs: rows.map(({ slug, rows: first, row_count }) => ({ slug, rows: first, rowCount: row_count })),
  }
}

/**
 * Deals with a price above their original price, unless that is paid again and again. What is missing in the file is
 * that of the existing deal.
 */
async function findOverpriced(importId: string, present: ReadonlySet<ImportColumn>) {
  const stated = (column: 'original_price' | 'deal_price' | 'regular_price_period') =>
    sql.ref(present.has(column) ? `incoming.${column}` : `deals.${column}`)
  const { rows } = await sql<{ total: number; row: number }>`
    select count(*) over () as total, "row"
    from import_staging incoming left join deals using (slug)
    where import_id = ${importId} and ${stated('deal_price')} > ${stated('original_price')}
      and coalesce(${stated('regular_price_period')}, 'ONCE') = 'ONCE'
    order by "row" limit ${NAMED_ROWS}`.execute(db)
  return { count: rows[0]?.total ?? 0, rows: rows.map(({ row }) => row) }
}
