import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { fetchPicturesSoon } from '~/features/catalog/pictures/fetch-pictures.server'
import { followVendorNames } from '~/features/catalog/products/find-or-create-vendors.server'
import { joinProducts } from '~/features/catalog/products/join-products.server'
import { lockNewProducts } from '~/features/catalog/products/lock-new-products.server'
import type { ProductKeys } from '~/features/catalog/products/product-key'
import { noteDeals } from '~/features/catalog/record/changed-deals.server'
import { restartLinkChecks } from '~/features/staff/freshness/due-links.server'
import {
  isOfClosedVendor,
  NO_PRICE_OF_A_PLAN,
  NO_PRICE_OF_A_SUBSCRIPTION,
  type Writing,
  writtenColumns,
} from './compare-deals.server'
import { type ColumnError, MAX_ROWS, type RowErrors } from './csv-import'
import {
  failRows,
  IMPORTED_COLUMNS,
  incomingRows,
  inLongTransaction,
  KEY_COLUMNS,
  KEY_SOURCES,
  type RowRange,
  recordWritten,
} from './import-rows.server'

const BATCH_ROWS = 2_000

export type WriteOptions = {
  onErrors?: (errors: RowErrors) => void
  /** Called after each batch with the number of processed rows. */
  onProgress?: (rows: number) => void
  /** Stops after the current batch. */
  signal?: AbortSignal
}

/** Writes a range of rows in a transaction, and returns the rows that failed. */
type WriteBatch = (trx: Trx, range: RowRange) => Promise<RowErrors[]>

/**
 * Writes the rows in batches, one after the other, because new products are made under one lock. Each batch is one
 * transaction that also remembers its last row, so that the next worker goes on after it.
 *
 * @throws ImportStopped when the import was canceled
 */
export async function writeInBatches(importId: string, write: WriteBatch, options: WriteOptions = {}) {
  const { onErrors, onProgress, signal } = options
  const { rows: ranges } = await sql<RowRange>`
    select min("row") as first, max("row") as last from (
      select "row", (row_number() over (order by "row") - 1) / ${BATCH_ROWS}::int as batch
      from import_rows where import_id = ${importId} and value is not null
        and "row" > (select written_row from imports where id = ${importId})
    ) numbered group by batch order by batch`.execute(db)
  for (const [index, range] of ranges.entries()) {
    signal?.throwIfAborted()
    for (const failed of await writeRange(importId, write, range)) onErrors?.(failed)
    onProgress?.((index + 1) * BATCH_ROWS)
  }
}

/** Splits the range in halves when the database rejects a row, until only that row fails. */
async function writeRange(importId: string, write: WriteBatch, range: RowRange): Promise<RowErrors[]> {
  try {
    return await inLongTransaction((trx) => write(trx, range))
  } catch (error) {
    if (!isRowError(error)) throw error
    const { first, last } = range
    if (first === last) return failRows(db, importId, [{ row: first, errors: [rowErrorOf(error)] }])
    const middle = Math.floor((first + last) / 2)
    const failed = await writeRange(importId, write, { first, last: middle })
    return [...failed, ...(await writeRange(importId, write, { first: middle + 1, last }))]
  }
}

type RowError = Error & { code: string; constraint?: string }

// SQLSTATE classes: 22 bad data, 23 a constraint.
function isRowError(error: unknown): error is RowError {
  return /^2[23]...$/.test((error as { code?: string }).code ?? '')
}

function rowErrorOf({ constraint, message }: RowError): ColumnError {
  if (constraint === 'deals_slug_key') return { column: 'row', message: SAVED_SINCE }
  if (constraint === 'deal_price_is_that_of_a_plan') return NO_PRICE_OF_A_PLAN
  if (constraint === 'a_subscription_has_a_price') return NO_PRICE_OF_A_SUBSCRIPTION
  return { column: 'row', message: `The database refused this row: ${message}.` }
}

const SAVED_SINCE = 'Someone else saved this deal after the check.'
const NO_CATEGORY = 'The category of this row was deleted or merged after the check.'
const NO_PLATFORM = 'The platform of this row was deleted or merged after the check.'

/** Writes a range of checked rows, as the check has compared them. Unchanged deals are not written. */
export async function writeDeals(trx: Trx, writing: Writing, range: RowRange) {
  const { importId, present, publish } = writing
  // New products are made under this lock. Taken first, it cannot be part of a deadlock with the locks of deals.
  await lockNewProducts(trx)
  const failed = await failOutdated(trx, importId, range)
  const { rows } = await sql<NewDeal & { outcome: string; deal_id: string }>`
    select slug, outcome, deal_id, title, vendor_name, title_key, vendor_key, link_key
    from ${incomingRows({ importId, range })} as incoming where outcome <> 'unchanged' order by "row"`.execute(trx)
  const idsOf = (outcome: string) => rows.filter((row) => row.outcome === outcome).map(({ deal_id }) => deal_id)
  const [created, updated] = [idsOf('created'), idsOf('updated')]
  await noteDeals(trx, updated)
  await insertDeals(
    trx,
    writing,
    range,
    rows.filter(({ outcome }) => outcome === 'created'),
  )
  await updateDeals(trx, writing, range, updated)
  await writeLists(trx, importId, range, updated)
  await writePlans(trx, importId, range, updated)
  await recordWritten(trx, importId, range)
  const columns = writtenColumns(present)
  if (columns.includes('vendor_name')) await followVendorNames(trx, updated)
  if (columns.includes('cta_url')) await restartLinkChecks(trx, updated)
  if (columns.includes('hero_image_url')) await fetchPicturesSoon(trx)
  if (publish) await noteDeals(trx, created, { isNew: true })
  return failed
}

/** Fails the rows whose deal, category or platform changed since the check. Locks those of the others. */
async function failOutdated(trx: Trx, importId: string, range: RowRange) {
  const batch = sql`import_id = ${importId} and "row" between ${range.first} and ${range.last}`
  const isWritten = sql`outcome in ('created', 'updated')`
  const named = (column: string) => sql`array(
    select (value ->> ${sql.lit(column)})::uuid from import_rows where ${batch} and ${isWritten})`
  // Locks are taken by slug here and below, to avoid deadlocks between imports. These are separate statements, so that
  // the next one sees what the previous lock owner wrote.
  await sql`
    select from deals where id = any(array(select deal_id from import_rows where ${batch} and outcome = 'updated'))
    order by slug for no key update`.execute(trx)
  await sql`select from categories where id = any(${named('category_id')}) order by id for key share`.execute(trx)
  await sql`select from platforms where id = any(${named('platform_id')}) order by id for key share`.execute(trx)
  const { rows } = await sql<{ row: number; message: string }>`
    with found as (
      select "row", case
        when outcome = 'created' and slug = any(array(
          select slug from deals where slug = any(array(select slug from import_rows where ${batch})))) then ${SAVED_SINCE}
        when outcome = 'updated' and not exists (
          select from deals where deals.id = deal_id and deals.version = import_rows.version) then ${SAVED_SINCE}
        when not exists (select from categories where id = (value ->> 'category_id')::uuid) then ${NO_CATEGORY}
        when not exists (select from platforms where id = (value ->> 'platform_id')::uuid) then ${NO_PLATFORM}
        end as message
      from import_rows where ${batch} and ${isWritten}
    )
    select "row", message from found where message is not null order by "row"`.execute(trx)
  return failRows(
    trx,
    importId,
    rows.map(({ row, message }) => ({ row, errors: [{ column: 'row', message }] })),
  )
}

type NewDeal = ProductKeys & { slug: string; title: string; vendor_name: string }

const refs = (table: string, columns: readonly string[]) =>
  sql.join(columns.map((column) => sql.ref(`${table}.${column}`)))

async function insertDeals(trx: Trx, { importId, publish, latestStart }: Writing, range: RowRange, deals: NewDeal[]) {
  const joined = await joinProducts(
    trx,
    deals.map((deal) => ({ ...deal, published: publish })),
  )
  const columns = [...IMPORTED_COLUMNS, ...KEY_COLUMNS]
  await sql`
    insert into deals (id, slug, published, status, created_at, imported_at, found_on, vendor_id, product_id, is_current,
      ${sql.join(columns.map((column) => sql.ref(column)))})
    select deal_id, slug, ${publish}::boolean,
      case when ${isOfClosedVendor} then 'EXPIRED'::deal_status else 'ACTIVE' end, ${createdAt(importId, latestStart)},
      now(), confirmed_on, joined.vendor_id, joined.product_id, joined.is_current, ${refs('incoming', columns)}
    from ${incomingRows({ importId, range })} as incoming join unnest(
      ${joined.map(({ slug }) => slug)}::text[], ${joined.map(({ vendor_id }) => vendor_id)}::uuid[],
      ${joined.map(({ product_id }) => product_id)}::uuid[], ${joined.map(({ is_current }) => is_current)}::boolean[]
    ) as joined (slug, vendor_id, product_id, is_current) using (slug)
    where outcome = 'created' order by "row"`.execute(trx)
}

/**
 * The row with the latest start date is the newest deal, and rows of one day follow the file, however many batches and
 * interruptions there were. A day counts as many microseconds as a file may have rows.
 */
const createdAt = (importId: string, latestStart: string | undefined) => sql`
  (select started_at from imports where id = ${importId})
    - greatest(${latestStart}::date - start_date, 0) * (${sql.lit(MAX_ROWS)} * interval '1 microsecond')
    - "row" * interval '1 microsecond'`

async function updateDeals(trx: Trx, writing: Writing, range: RowRange, ids: string[]) {
  const { importId, present, publish, keepsLive } = writing
  const isKept = sql`(${keepsLive}::boolean and deals.published)`
  const written = writtenColumns(present)
  const columns = [...written, ...KEY_COLUMNS.filter((key) => written.includes(KEY_SOURCES[key]))]
  const assignments = columns.map((column) => sql`${sql.ref(column)} = incoming.${sql.ref(column)}`)
  await sql`
    update deals set ${sql.join(assignments)}, published = ${publish}::boolean or ${isKept},
      found_on = greatest(deals.found_on, incoming.confirmed_on),
      status = case when ${isKept} then deals.status
        when deals.status = 'EXPIRED' and ${isOfClosedVendor} then 'EXPIRED'::deal_status else 'ACTIVE' end,
      version = deals.version + 1, updated_at = now()
    from ${incomingRows({ importId, range })} as incoming
    where deals.id = any(${ids}::uuid[]) and deals.id = incoming.deal_id`.execute(trx)
}

/** The rows whose pros, cons or plans are new, as entries with their position. */
const newEntries = (importId: string, range: RowRange, columns: Record<string, string>) => sql`(
  select incoming.deal_id, list.type, list.entries
  from ${incomingRows({ importId, range }, LISTS)} as incoming cross join lateral (values ${sql.join(
    Object.entries(columns).map(
      ([column, type]) =>
        sql`(${sql.lit(type)}, to_jsonb(${sql.ref(column)}), ${sql.lit(JSON.stringify([{ column }]))}::jsonb)`,
    ),
  )}) as list (type, entries, change)
  where outcome = 'created' or outcome = 'updated' and changes @> change)`

const LISTS = { pros: 'text[]', cons: 'text[]', plans: 'jsonb' }

/** Existing positions are overwritten, those beyond the new end deleted. */
async function writeLists(trx: Trx, importId: string, range: RowRange, updated: string[]) {
  const lists = newEntries(importId, range, { pros: 'PRO', cons: 'CON' })
  await sql`
    delete from deal_pros_cons using ${lists} as lists
    where deal_pros_cons.deal_id = any(${updated}::uuid[]) and deal_pros_cons.deal_id = lists.deal_id and deal_pros_cons.type::text = lists.type
      and position >= jsonb_array_length(entries)`.execute(trx)
  await sql`
    insert into deal_pros_cons (deal_id, type, text, position)
    select deal_id, type::pro_con_type, entry, position - 1
    from ${lists} as lists, jsonb_array_elements_text(entries) with ordinality as _ (entry, position)
    on conflict (deal_id, type, position) do update set text = excluded.text`.execute(trx)
}

async function writePlans(trx: Trx, importId: string, range: RowRange, updated: string[]) {
  const plans = newEntries(importId, range, { plans: 'PLAN' })
  // A file has no limits of plans. A plan whose name remains has its values preserved.
  await sql`
    update deal_plan_limits set "values" = array(
      select coalesce(
        "values"[(select position + 1 from deal_plans where deal_id = plans.deal_id and name = plan ->> 'name')], '')
      from jsonb_array_elements(entries) with ordinality as _ (plan, index) order by index)
    from ${plans} as plans
    where deal_plan_limits.deal_id = any(${updated}::uuid[]) and deal_plan_limits.deal_id = plans.deal_id`.execute(trx)
  await sql`
    delete from deal_plans using ${plans} as plans
    where deal_plans.deal_id = any(${updated}::uuid[]) and deal_plans.deal_id = plans.deal_id and position >= jsonb_array_length(entries)`.execute(
    trx,
  )
  await sql`
    insert into deal_plans (deal_id, position, name, price, codes)
    select deal_id, index - 1, plan ->> 'name', (plan ->> 'price')::numeric, (plan ->> 'codes')::int2
    from ${plans} as plans, jsonb_array_elements(entries) with ordinality as _ (plan, index)
    on conflict (deal_id, position) do update
      set name = excluded.name, price = excluded.price, codes = excluded.codes`.execute(trx)
}
