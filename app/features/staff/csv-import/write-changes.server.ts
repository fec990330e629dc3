import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { recordPresentPrice } from '~/features/catalog/price-history/correct-price-history.server'
import { ROW_OFFSET } from './csv-import'
import { CHANGE_TYPES, incomingRows, inLongTransaction, type Scope } from './import-rows.server'
import { ImportStopped } from './imports.server'
import { listRanges } from './write-deals.server'

/** Whether a change is on record already. */
const isKnown = sql`exists (
  select from change_logs as known
  where known.deal_id = incoming.deal_id and known.kind = incoming.kind and known.effective_on = incoming.effective_on
    and known.title = incoming.title and known.description = incoming.description and known.verified_at is not null
    and (known.old_value, known.new_value) is not distinct from (incoming.old_value, incoming.new_value))`

const outcome = sql`case when ${isKnown} then 'unchanged' else 'created' end::import_outcome`

const changesOf = (scope: Scope) => incomingRows(scope, CHANGE_TYPES)

/** The dry run: records the expected outcome of each change. */
export async function dryRunChanges(trx: Trx, importId: string) {
  await sql`
    update import_rows set outcome = compared.outcome
    from (select "row", ${outcome} as outcome from ${changesOf({ importId })} as incoming) as compared
    where import_id = ${importId} and import_rows."row" = compared."row"`.execute(trx)
}

/** How many of the new changes are prices. */
export const countPriceChanges = (importId: string) => sql<number>`(
  select count(*) from import_rows where import_id = ${importId} and outcome = 'created' and value ->> 'kind' = 'PRICE')`

type Options = { onProgress?: (rows: number) => void; signal?: AbortSignal }

/**
 * Writes the changes in batches, each in a transaction that remembers its last row. They are verified with their own
 * date, so that they stand among the other changes in their order, and notify no one.
 *
 * @throws ImportStopped when the import was canceled
 */
export async function writeChangeRows(importId: string, { onProgress, signal }: Options = {}) {
  let written = 0
  for (const range of await listRanges(importId)) {
    signal?.throwIfAborted()
    written += await inLongTransaction((trx) => writeBatch(trx, { importId, range }))
    onProgress?.(written)
  }
}

async function writeBatch(trx: Trx, scope: Required<Scope>) {
  const { importId, range } = scope
  const found = await sql<{ deal_id: string }>`select deal_id from ${changesOf(scope)} as incoming`.execute(trx)
  const deals = [...new Set(found.rows.map(({ deal_id }) => deal_id))]
  // Another import of the same file waits, and then sees these changes.
  const present = await sql`
    select id from deals where id = any(${deals}::uuid[]) order by id for no key update`.execute(trx)
  if (present.rows.length < deals.length) await failDeletedDeals(trx, scope, deals)
  const day = sql`(effective_on::timestamp at time zone 'UTC')`
  const counted = await sql<{ id: string }>`
    with batch as (
      select incoming.*, ${outcome} as outcome from ${changesOf(scope)} as incoming
    ),
    logged as (
      insert into change_logs (deal_id, title, description, kind, old_value, new_value, effective_on, source_url,
        affects_owners, status, moderated_by, moderated_at, is_silent, is_from_file)
      select deal_id, title, description, batch.kind, old_value, new_value, effective_on, source_url, affects_owners,
        'APPROVED', imports.user_id, ${day}, true, true
      from batch join imports on imports.id = ${importId} where outcome = 'created' order by "row"
    ),
    priced as (
      insert into deal_price_points (deal_id, deal_price, currency, recorded_at, is_from_file)
      select deal_id, price, currency, ${day}, true from batch
      where outcome = 'created' and batch.kind = 'PRICE' and not exists (
        select from deal_price_points as point
        where point.deal_id = batch.deal_id and (point.recorded_at at time zone 'UTC')::date = effective_on
          and (point.deal_price, point.currency) is not distinct from (batch.price, batch.currency))
      order by "row"
    ),
    recorded as (
      update import_rows set outcome = batch.outcome from batch
      where import_rows.import_id = ${importId} and import_rows."row" = batch."row"
    )
    update imports set
      written_row = ${range.last}, progress = least(99, 100 * ${range.last}::int / (row_count + ${ROW_OFFSET}::int))
    where id = ${importId} and status = 'RUNNING' returning id`.execute(trx)
  if (counted.rows.length === 0) throw new ImportStopped('The import was canceled.')
  for (const id of await listOutdated(trx, deals)) await recordPresentPrice(trx, id)
  return found.rows.length
}

/** Deals whose last price on record is now one from a file, such as one of yesterday for a deal that was entered before. */
async function listOutdated(trx: Trx, deals: string[]) {
  const { rows } = await sql<{ deal_id: string }>`
    select deal_id from (
      select distinct on (deal_id) deal_id, is_from_file from deal_price_points
      where deal_id = any(${deals}::uuid[]) order by deal_id, recorded_at desc, id desc) as last
    where is_from_file order by deal_id`.execute(trx)
  return rows.map(({ deal_id }) => deal_id)
}

/** Deals that were deleted since the check: their changes fail. */
async function failDeletedDeals(trx: Trx, scope: Scope, deals: string[]) {
  const errors = [{ column: 'deal_slug', message: 'The deal was deleted in the meantime.' }]
  await sql`
    update import_rows set outcome = 'failed', value = null, errors = ${JSON.stringify(errors)}::jsonb
    where import_id = ${scope.importId} and "row" = any(array(
      select "row" from ${changesOf(scope)} as incoming
      where deal_id = any(${deals}::uuid[]) and not exists (select from deals where deals.id = incoming.deal_id)))`.execute(
    trx,
  )
}
