import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { recordPresentPrice } from '~/features/catalog/price-history/correct-price-history.server'
import { ImportStopped } from './imports.server'
import { inLongTransaction } from './staging.server'

/** Whether a staged change is on record already. */
const isKnown = sql`exists (
  select from change_logs as known
  where known.deal_id = staged.deal_id and known.kind = staged.kind and known.effective_on = staged.effective_on
    and known.title = staged.title and known.description = staged.description and known.verified_at is not null
    and (known.old_value, known.new_value) is not distinct from (staged.old_value, staged.new_value))`

const outcome = sql`case when ${isKnown} then 'unchanged' else 'created' end::import_outcome`

/** The dry run: records the expected outcome of each staged change, and the totals. */
export async function dryRunChanges(importId: string) {
  await inLongTransaction(async (trx) => {
    const { rows } = await sql`
      with recorded as (
        insert into import_rows (import_id, "row", slug, outcome)
        select import_id, "row", slug, ${outcome} from change_staging as staged where import_id = ${importId}
        returning outcome
      )
      update imports set status = 'CHECKED', progress = 100,
        created_count = (select count(*) from recorded where outcome = 'created'),
        unchanged_count = (select count(*) from recorded where outcome = 'unchanged')
      where id = ${importId} and status = 'CHECKING' returning id`.execute(trx)
    if (rows.length === 0) throw new ImportStopped('The import was canceled.')
  })
}

/** How many of the new changes are prices, while they are staged. */
export const countStagedPrices = (importId: string) => sql<number>`(
  select count(*) from change_staging as staged
  where import_id = ${importId} and staged.kind = 'PRICE' and not ${isKnown})`

const BATCH_ROWS = 2_000

type Options = { onProgress?: (rows: number) => void; signal?: AbortSignal }

/**
 * Writes the staged changes in batches, each in a transaction with the counts. They are verified with their own date, so
 * that they stand among the other changes in their order, and notify no one.
 *
 * @throws ImportStopped when the import was canceled
 */
export async function writeStagedChanges(importId: string, { onProgress, signal }: Options = {}) {
  for (let written = 0; ; ) {
    signal?.throwIfAborted()
    const rows = await inLongTransaction((trx) => writeBatch(trx, importId))
    if (rows === 0) return
    written += rows
    onProgress?.(written)
  }
}

async function writeBatch(trx: Trx, importId: string) {
  const staged = await sql<{ row: number; deal_id: string }>`
    select "row", deal_id from change_staging where import_id = ${importId} order by "row" limit ${BATCH_ROWS}`.execute(
    trx,
  )
  const last = staged.rows.at(-1)
  if (!last) return 0
  const deals = [...new Set(staged.rows.map(({ deal_id }) => deal_id))]
  // Another import of the same file waits, and then sees these changes.
  const present = await sql`
    select id from deals where id = any(${deals}::uuid[]) order by id for no key update`.execute(trx)
  if (present.rows.length < deals.length) await dropDeletedDeals(trx, importId, deals)
  const day = sql`(effective_on::timestamp at time zone 'UTC')`
  const counted = await sql<{ id: string }>`
    with batch as (
      select staged.*, ${outcome} as outcome from change_staging as staged
      where import_id = ${importId} and "row" <= ${last.row}
    ),
    logged as (
      insert into change_logs (deal_id, title, description, kind, old_value, new_value, effective_on, source_url,
        affects_owners, status, moderated_by, moderated_at, is_silent, is_from_file)
      select deal_id, title, description, batch.kind, old_value, new_value, effective_on, source_url, affects_owners,
        'APPROVED', imports.user_id, ${day}, true, true
      from batch join imports on imports.id = import_id where outcome = 'created' order by "row"
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
    ),
    taken as (
      delete from change_staging where import_id = ${importId} and "row" <= ${last.row}
    )
    update imports set
      written_count = written_count + (select count(*) from batch)::int,
      created_count = created_count + (select count(*) from batch where outcome = 'created')::int,
      unchanged_count = unchanged_count + (select count(*) from batch where outcome = 'unchanged')::int,
      progress = least(100, 100 * (written_count + (select count(*) from batch)::int) / greatest(staged_count, 1))
    where id = ${importId} and status = 'RUNNING' returning id`.execute(trx)
  if (counted.rows.length === 0) throw new ImportStopped('The import was canceled.')
  for (const id of await listOutdated(trx, deals)) await recordPresentPrice(trx, id)
  return staged.rows.length
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

/** Deals that were deleted since the check: their changes count as failed. */
async function dropDeletedDeals(trx: Trx, importId: string, deals: string[]) {
  await sql`
    with dropped as (
      delete from change_staging as staged
      where import_id = ${importId} and deal_id = any(${deals}::uuid[])
        and not exists (select from deals where deals.id = staged.deal_id)
      returning "row"
    ),
    failed as (
      update import_rows set outcome = 'failed' from dropped
      where import_rows.import_id = ${importId} and import_rows."row" = dropped."row"
    )
    update imports set failed_count = failed_count + (select count(*) from dropped)::int,
      staged_count = staged_count - (select count(*) from dropped)::int
    where id = ${importId}`.execute(trx)
}
