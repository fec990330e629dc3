import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import type { EditedDeal } from '~/features/catalog/deals/deal-fields'
import { exactMapping, type Mapping } from './columns'
import type { StagedFile } from './compare-deals.server'
import type { ColumnError, RowErrors } from './csv-import'
import { dealCells } from './export-deals.server'
import { findRepeated } from './identify-deals.server'
import type { ImportOptions } from './import-options'
import { inLongTransaction } from './staging.server'

const FOREIGN_KEY = '23503'

type DatabaseError = Error & { code?: string; constraint?: string }

/** Moves a row that passed the form's rules but was rejected by the database to the failed rows, with the reason. */
export async function rejectRow(importId: string, row: number, error: DatabaseError): Promise<RowErrors[]> {
  const failed = [{ row, errors: [describe(error)] }]
  return failRows(importId, failed, { written_count: sql<number>`written_count + 1` })
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
  const failed = rows.map(({ row, is_missing }) => ({
    row,
    errors: [is_missing ? NO_PRICE_OF_A_SUBSCRIPTION : NO_PRICE_OF_A_PLAN],
  }))
  return failStaged(importId, failed)
}

/** Fails the rows that are the same offer as a later row. Part of the dry run. */
export async function rejectRepeated(importId: string) {
  return failStaged(importId, await inLongTransaction((trx) => findRepeated(trx, importId)))
}

const failStaged = (importId: string, failed: RowErrors[]) =>
  failRows(importId, failed, { staged_count: sql<number>`staged_count - ${failed.length}::int` })

type Counted = { written_count: RawBuilder<number> } | { staged_count: RawBuilder<number> }

/** Moves staged rows to the failed rows. */
async function failRows(importId: string, failed: RowErrors[], counted: Counted): Promise<RowErrors[]> {
  if (failed.length === 0) return failed
  await inLongTransaction(async (trx) => {
    const { header, options } = await trx
      .updateTable('imports')
      .set({ failed_count: sql`failed_count + ${failed.length}::int`, ...counted })
      .where('id', '=', importId)
      .returning(['header', 'options'])
      .executeTakeFirstOrThrow()
    for (let from = 0; from < failed.length; from += BATCH_ROWS) {
      const { columns = exactMapping(header, 'deals') } = options as ImportOptions
      await moveRows(trx, importId, failed.slice(from, from + BATCH_ROWS), { header, columns })
    }
  })
  return failed
}

const BATCH_ROWS = 2_000

async function moveRows(trx: Trx, importId: string, failed: RowErrors[], file: FileColumns) {
  const isOne = sql<boolean>`import_id = ${importId} and "row" = any(${failed.map(({ row }) => row)}::int4[])`
  const staged = await trx
    .selectFrom('import_staging as deals')
    .leftJoin('categories', 'categories.id', 'category_id')
    .leftJoin('platforms', 'platforms.id', 'platform_id')
    .selectAll('deals')
    .select(['categories.slug as category', 'platforms.slug as platform'])
    .where(isOne)
    .execute()
  const stagedByRow = new Map(staged.map((deal) => [deal.row, deal]))
  await trx.deleteFrom('import_staging').where(isOne).execute()
  await trx
    .insertInto('import_cells')
    .values(
      failed.map(({ row, errors }) => {
        const deal = stagedByRow.get(row)
        return {
          import_id: importId,
          row,
          cells: deal ? cellsOf(deal, file) : [],
          errors: JSON.stringify(errors),
        }
      }),
    )
    .onConflict((conflict) =>
      conflict.columns(['import_id', 'row']).doUpdateSet({ errors: (eb) => eb.ref('excluded.errors') }),
    )
    .execute()
  await trx.updateTable('import_rows').set({ outcome: 'failed' }).where(isOne).execute()
}

type StagedDeal = Omit<Parameters<typeof dealCells>[0], 'plans'> & { has_slug: boolean; plans: unknown }

type FileColumns = { header: string[]; columns: Mapping }

/** The cells in the order of the file's header. A slug that the row did not have stays out. */
function cellsOf({ has_slug, plans, ...deal }: StagedDeal, { header, columns }: FileColumns) {
  const cells = dealCells({ ...deal, slug: has_slug ? deal.slug : null, plans: plans as EditedDeal['plans'] })
  const byIndex = new Map(Object.entries(columns).map(([column, index]) => [index, column as keyof typeof cells]))
  return header.map((_, index) => cells[byIndex.get(index)!] ?? '')
}
