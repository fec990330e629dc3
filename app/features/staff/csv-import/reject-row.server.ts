import { sql } from 'kysely'
import type { WrittenFile } from './compare-deals.server'
import type { ColumnError, RowErrors } from './csv-import'
import { findRepeated } from './identify-deals.server'
import { failRows, incomingRows, inLongTransaction } from './import-rows.server'

const FOREIGN_KEY = '23503'

type DatabaseError = Error & { code?: string; constraint?: string }

/** Fails a row that passed the form's rules but was rejected by the database. */
export async function rejectRow(importId: string, row: number, error: DatabaseError): Promise<RowErrors[]> {
  const failed = [{ row, errors: [describe(error)] }]
  await failRows(importId, failed)
  return failed
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
export async function rejectUnsuitablePrices({ importId, present }: WrittenFile) {
  if (!present.has('deal_price')) return []
  const { rows } = await inLongTransaction((trx) =>
    sql<{ row: number; is_missing: boolean }>`
    select "row", is_missing from ${incomingRows({ importId })} as incoming join deals using (slug)
      cross join lateral (select ${!present.has('deal_price_period')}::boolean
        and incoming.deal_price is null and deals.deal_price_period <> 'ONCE' as is_missing) as price
    where is_missing or (jsonb_array_length(plans) = 0
      and exists (select from deal_plans where deal_id = deals.id)
      and not exists (select from deal_plans where deal_id = deals.id and price = incoming.deal_price))
    order by "row"`.execute(trx),
  )
  const failed = rows.map(({ row, is_missing }) => ({
    row,
    errors: [is_missing ? NO_PRICE_OF_A_SUBSCRIPTION : NO_PRICE_OF_A_PLAN],
  }))
  await failRows(importId, failed)
  return failed
}

/** Fails the rows that are the same offer as a later row. Part of the dry run. */
export async function rejectRepeated(importId: string) {
  const failed = await inLongTransaction((trx) => findRepeated(trx, importId))
  await failRows(importId, failed)
  return failed
}
