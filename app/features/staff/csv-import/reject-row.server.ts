import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import type { EditedDeal } from '~/features/catalog/deals/deal-fields'
import type { StagedFile } from './compare-deals.server'
import { readHeader } from './csv-header.server'
import { type ColumnError, IMPORT_COLUMNS, type ImportColumn, type RowErrors } from './csv-import'
import { dealCells } from './export-deals.server'

const FOREIGN_KEY = '23503'

type DatabaseError = Error & { code?: string; constraint?: string }

/** Moves a row that passed the form's rules but was rejected by the database to the failed rows, with the reason. */
export async function rejectRow(importId: string, row: number, error: DatabaseError): Promise<RowErrors[]> {
  return failRow(importId, row, describe(error), { written_count: sql<number>`written_count + 1` })
}

function describe({ code, constraint, message }: DatabaseError): ColumnError {
  if (code === FOREIGN_KEY) {
    return { column: 'row', message: "This row's category or platform was deleted in the meantime." }
  }
  if (constraint === 'deal_price_is_that_of_a_plan') return NO_PRICE_OF_A_PLAN
  if (constraint === 'a_subscription_has_a_price') return NO_PRICE_OF_A_SUBSCRIPTION
  return { column: 'row', message: `The database refused this row: ${message}.` }
}

const NO_PRICE_OF_A_PLAN: ColumnError = {
  column: 'deal_price',
  message: 'Deal price must equal the price of one of the plans of this deal. Give its plans in the same row.',
}

const NO_PRICE_OF_A_SUBSCRIPTION: ColumnError = {
  column: 'deal_price',
  message: 'Deal price is required, because this deal is paid every month or year.',
}

/**
 * Fails the rows whose price does not suit what is stored: of a deal with plans none of which has it, or none of a
 * subscription. Part of the dry run.
 */
export async function rejectUnsuitablePrices({ importId, present }: StagedFile) {
  if (!present.has('deal_price')) return []
  const { rows } = await sql<{ row: number; is_missing: boolean }>`
    select "row", is_missing from import_staging incoming join deals using (slug)
      cross join lateral (select ${!present.has('deal_price_period')}::boolean
        and incoming.deal_price is null and deals.deal_price_period <> 'ONCE' as is_missing) as price
    where import_id = ${importId} and (is_missing or jsonb_array_length(plans) = 0
      and exists (select from deal_plans where deal_id = deals.id)
      and not exists (select from deal_plans where deal_id = deals.id and price = incoming.deal_price))
    order by "row"`.execute(db)
  const failed: RowErrors[] = []
  for (const { row, is_missing } of rows) {
    const error = is_missing ? NO_PRICE_OF_A_SUBSCRIPTION : NO_PRICE_OF_A_PLAN
    failed.push(...(await failRow(importId, row, error, { staged_count: sql<number>`staged_count - 1` })))
  }
  return failed
}

type Counted = { written_count: RawBuilder<number> } | { staged_count: RawBuilder<number> }

/** Moves a staged row to the failed rows. If duplicates were merged into it, all of them fail. */
async function failRow(importId: string, row: number, error: ColumnError, counted: Counted): Promise<RowErrors[]> {
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
  const errors = [error]

  await inTransaction(async (trx) => {
    const { header } = await trx
      .updateTable('imports')
      .set({
        failed_count: sql`failed_count + ${rows.length}::int`,
        ...counted,
      })
      .where('id', '=', importId)
      .returning('header')
      .executeTakeFirstOrThrow()
    const cells = staged
      ? inHeaderOrder(dealCells({ ...staged, plans: staged.plans as EditedDeal['plans'] }), header)
      : []
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
function inHeaderOrder(cells: Record<ImportColumn, string>, header: string[]) {
  const { columns } = readHeader(header, { known: IMPORT_COLUMNS, required: [] })
  return columns.map((column) => (column ? cells[column] : ''))
}
