import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { type RowErrors, TEMPLATE_COLUMNS, type TemplateColumn } from './csv-import'
import { dealCells } from './deal-cells.server'
import { readHeader } from './header.server'

const FOREIGN_KEY = '23503'

/**
 * Moves a row that passed the form's rules but was rejected by the database from staging to the failed rows, with the
 * reason. If duplicates were merged into it, all of them fail.
 */
export async function rejectRow(importId: string, row: number, error: Error & { code?: string }): Promise<RowErrors[]> {
  const message =
    error.code === FOREIGN_KEY
      ? "This row's category or platform was deleted in the meantime."
      : `The database refused this row: ${error.message}.`
  const staged = await db
    .selectFrom('import_staging as deals')
    .leftJoin('categories', 'categories.id', 'category_id')
    .leftJoin('platforms', 'platforms.id', 'platform_id')
    .selectAll('deals')
    .select(['categories.slug as category', 'platforms.slug as platform'])
    .where('import_id', '=', importId)
    .where('row', '=', row)
    .executeTakeFirst()
  const rows = staged?.rows ?? [row]
  const errors = [{ column: 'row', message }]

  await inTransaction(async (trx) => {
    const { header } = await trx
      .updateTable('imports')
      .set({
        failed_count: sql`failed_count + ${rows.length}::int`,
        written_count: sql`written_count + 1`,
      })
      .where('id', '=', importId)
      .returning('header')
      .executeTakeFirstOrThrow()
    const cells = staged ? inHeaderOrder(dealCells(staged), header) : []
    await trx.deleteFrom('import_staging').where('import_id', '=', importId).where('row', '=', row).execute()
    await trx
      .insertInto('import_cells')
      .values(rows.map((each) => ({ import_id: importId, row: each, cells, errors: JSON.stringify(errors) })))
      .onConflict((conflict) =>
        conflict.columns(['import_id', 'row']).doUpdateSet({ errors: (eb) => eb.ref('excluded.errors') }),
      )
      .execute()
    await trx
      .updateTable('import_rows')
      .set({ outcome: 'failed' })
      .where('import_id', '=', importId)
      .where('row', 'in', rows)
      .execute()
  })
  return rows.map((each) => ({ row: each, errors }))
}

/** The cells in the order of the file's header. */
function inHeaderOrder(cells: Record<TemplateColumn, string>, header: string[]) {
  const { columns } = readHeader(header, { known: TEMPLATE_COLUMNS, required: [] })
  return columns.map((column) => (column ? cells[column] : ''))
}
