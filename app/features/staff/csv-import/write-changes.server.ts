import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { recordPresentPrice } from '~/features/catalog/price-history/correct-price-history.server'
import type { RowErrors } from './csv-import'
import { CHANGE_TYPES, failRows, incomingRows, type RowRange, recordWritten, type Scope } from './import-rows.server'

/** Whether a change is on record already. */
const isKnown = sql`exists (
  select from change_logs as known
  where known.deal_id = incoming.deal_id and known.kind = incoming.kind and known.effective_on = incoming.effective_on
    and known.title = incoming.title and known.description = incoming.description and known.verified_at is not null
    and (known.old_value, known.new_value) is not distinct from (incoming.old_value, incoming.new_value))`

const outcome = sql`case when ${isKnown} then 'unchanged' else 'created' end::import_outcome`

const changesOf = (scope: Scope) => incomingRows(scope, CHANGE_TYPES)

/** Records the expected outcome of each change. Further rows never fail. */
export async function recordChangeOutcomes(trx: Trx, importId: string): Promise<RowErrors[]> {
  await sql`
    update import_rows set outcome = compared.outcome
    from (select "row", ${outcome} as outcome from ${changesOf({ importId })} as incoming) as compared
    where import_id = ${importId} and import_rows."row" = compared."row"`.execute(trx)
  return []
}

/** How many of the new changes are prices. */
export const countPriceChanges = (importId: string) => sql<number>`(
  select count(*) from import_rows where import_id = ${importId} and outcome = 'created' and value ->> 'kind' = 'PRICE')`

/**
 * Writes a range of changes. Each is verified on its own date, which gives it its position in the Change Log. No one is
 * notified.
 */
export async function writeChanges(trx: Trx, importId: string, range: RowRange): Promise<RowErrors[]> {
  const scope = { importId, range }
  const found = await sql<{ row: number; deal_id: string }>`
    select "row", deal_id from ${changesOf(scope)} as incoming order by "row"`.execute(trx)
  const deals = [...new Set(found.rows.map(({ deal_id }) => deal_id))]
  // Another import of the same file waits, and then sees these changes.
  const locked = await sql<{ id: string }>`
    select id from deals where id = any(${deals}::uuid[]) order by id for no key update`.execute(trx)
  const present = new Set(locked.rows.map(({ id }) => id))
  const errors = [{ column: 'deal_slug', message: 'The deal was deleted in the meantime.' }]
  const deleted = found.rows.filter(({ deal_id }) => !present.has(deal_id)).map(({ row }) => ({ row, errors }))
  await failRows(trx, importId, deleted)
  const day = sql`(effective_on::timestamp at time zone 'UTC')`
  await sql`
    with batch as (
      select incoming.*, ${outcome} as new_outcome from ${changesOf(scope)} as incoming
    ),
    logged as (
      insert into change_logs (deal_id, title, description, kind, old_value, new_value, effective_on, source_url,
        affects_owners, status, moderated_by, moderated_at, is_silent, is_from_file)
      select deal_id, title, description, batch.kind, old_value, new_value, effective_on, source_url, affects_owners,
        'APPROVED', imports.user_id, ${day}, true, true
      from batch join imports on imports.id = ${importId} where new_outcome = 'created' order by "row"
    ),
    priced as (
      insert into deal_price_points (deal_id, deal_price, currency, recorded_at, is_from_file)
      select deal_id, price, currency, ${day}, true from batch
      where new_outcome = 'created' and batch.kind = 'PRICE' and not exists (
        select from deal_price_points as point
        where point.deal_id = batch.deal_id and (point.recorded_at at time zone 'UTC')::date = effective_on
          and (point.deal_price, point.currency) is not distinct from (batch.price, batch.currency))
      order by "row"
    )
    update import_rows set outcome = new_outcome from batch
    where import_rows.import_id = ${importId} and import_rows."row" = batch."row"`.execute(trx)
  await recordWritten(trx, importId, range)
  for (const id of await listOutdated(trx, deals)) await recordPresentPrice(trx, id)
  return deleted
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
