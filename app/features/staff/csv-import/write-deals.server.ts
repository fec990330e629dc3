import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { isRetryable } from '~/db/db-error.server'
import type { Trx } from '~/db/executor'
import { noteChangedOffers, noteNewOffers, readOffers } from '~/features/catalog/deals/deal-events.server'
import { fetchPicturesSoon } from '~/features/catalog/pictures/fetch-pictures.server'
import { followVendorNames } from '~/features/catalog/products/find-or-create-vendors.server'
import { joinProducts } from '~/features/catalog/products/join-products.server'
import { lockNewProducts } from '~/features/catalog/products/lock-new-products.server'
import type { ProductKeys } from '~/features/catalog/products/product-key'
import { restartLinkChecks } from '~/features/staff/freshness/due-links.server'
import { columnsOf, compareRows, isOfClosedVendor, type Writing, writtenColumns } from './compare-deals.server'
import { MAX_ROWS, ROW_OFFSET, type RowErrors } from './csv-import'
import { assignFreeSlugs, matchDeals } from './identify-deals.server'
import {
  IMPORTED_COLUMNS,
  incomingRows,
  inLongTransaction,
  KEY_COLUMNS,
  KEY_SOURCES,
  type RowRange,
} from './import-rows.server'
import { ImportStopped } from './imports.server'
import { rejectRow } from './reject-row.server'

const BATCH_ROWS = 2_000
const ATTEMPTS = 4

export type WriteOptions = {
  onErrors?: (errors: RowErrors) => void
  /** Called after each batch with the number of processed rows. */
  onProgress?: (rows: number) => void
  /** Stops after the current batch. */
  signal?: AbortSignal
}

/**
 * Writes the rows in batches, one after the other, because new products are made under one lock. Each batch is one
 * transaction that also remembers its last row, so that the next worker goes on after it.
 *
 * @throws ImportStopped when the import was canceled
 */
export async function writeDealRows(writing: Writing, { onErrors, onProgress, signal }: WriteOptions = {}) {
  const { importId } = writing
  const latestStart = await findLatestStart(importId)
  let taken = 0
  for (const range of await listRanges(importId)) {
    signal?.throwIfAborted()
    await writeRange({ ...writing, latestStart }, range, onErrors)
    taken += BATCH_ROWS
    onProgress?.(taken)
  }
}

/** The latest start date of the file, at most a year after its import began. */
async function findLatestStart(importId: string) {
  const { rows } = await inLongTransaction((trx) =>
    sql<{ latest: string | null }>`
    select least(max(value ->> 'start_date')::date,
      (select (started_at at time zone 'UTC')::date + 366 from imports where id = ${importId}))::text as latest
    from import_rows where import_id = ${importId} and value is not null`.execute(trx),
  )
  return rows[0]!.latest
}

/** The rows that are not written yet, in batches. */
export async function listRanges(importId: string): Promise<RowRange[]> {
  const { rows } = await sql<RowRange>`
    select min("row") as first, max("row") as last from (
      select "row", (row_number() over (order by "row") - 1) / ${BATCH_ROWS}::int as batch
      from import_rows where import_id = ${importId} and value is not null
        and "row" > (select written_row from imports where id = ${importId})
    ) numbered group by batch order by batch`.execute(db)
  return rows
}

type DatedWriting = Writing & { latestStart: string | null }

/**
 * Writes a range: retries after a collision with another import, and splits the range in halves when the database
 * rejects a row, until only that row fails.
 */
async function writeRange(
  writing: DatedWriting,
  range: RowRange,
  onErrors: WriteOptions['onErrors'],
  attempt = 1,
): Promise<void> {
  try {
    await inLongTransaction((trx) => writeDeals(trx, writing, range))
  } catch (error) {
    if (isCollision(error) || isRetryable(error)) {
      if (attempt === ATTEMPTS) throw error
      await wait(50 * attempt)
      return writeRange(writing, range, onErrors, attempt + 1)
    }
    if (isRowError(error)) {
      if (range.first === range.last) {
        const rejected = await rejectRow(writing.importId, range.first, error as Error)
        for (const errors of rejected) onErrors?.(errors)
        return
      }
      const middle = Math.floor((range.first + range.last) / 2)
      await writeRange(writing, { first: range.first, last: middle }, onErrors)
      await writeRange(writing, { first: middle + 1, last: range.last }, onErrors)
      return
    }
    throw error
  }
}

// SQLSTATE classes: 22 bad data, 23 a constraint.
function isRowError(error: unknown) {
  return /^2[23]...$/.test((error as { code?: string }).code ?? '')
}

/**
 * Writes a range of rows with set-based statements. Deals that would not change are not written, so they stay
 * published.
 *
 * @throws ImportStopped when the import was canceled
 * @throws an error that `isCollision` recognizes when another transaction creates one of the deals
 */
async function writeDeals(trx: Trx, writing: DatedWriting, range: RowRange) {
  // New products are made under this lock. Taken first, it cannot be part of a deadlock with the locks of deals.
  await lockNewProducts(trx)
  const scope = { importId: writing.importId, range }
  // Deals may have been created since the check.
  await matchDeals(trx, scope)
  await assignFreeSlugs(trx, scope)
  // Locks are taken by slug here and below, to avoid deadlocks between imports. This is a separate statement, so that
  // the next one sees what the previous lock owner wrote.
  const locked = await sql<{ id: string; slug: string }>`
    select id, slug from deals where slug = any(array(
      select slug from import_rows
      where import_id = ${writing.importId} and "row" between ${range.first} and ${range.last} and value is not null))
    order by slug for no key update`.execute(trx)
  const ids = locked.rows.map(({ id }) => id)
  const before = await readOffers(trx, ids)
  const joined = await joinNewDeals(trx, writing, range, new Set(locked.rows.map(({ slug }) => slug)))
  const { rows } = await mergeStatement(writing, range, ids, joined).execute(trx)
  const [written] = rows
  if (!written) throw new ImportStopped('The import was canceled.')
  const columns = writtenColumns(writing.present)
  if (columns.includes('vendor_name')) await followVendorNames(trx, ids)
  if (columns.includes('cta_url')) await restartLinkChecks(trx, ids)
  if (columns.includes('hero_image_url')) await fetchPicturesSoon(trx)
  await noteChangedOffers(trx, before)
  if (writing.publish) await noteNewOffers(trx, written.created)
}

type JoinedDeal = Awaited<ReturnType<typeof joinProducts>>[number]

/** The products of the rows that no deal has yet. */
async function joinNewDeals(trx: Trx, { importId, publish }: DatedWriting, range: RowRange, stored: Set<string>) {
  const { rows } = await sql<ProductKeys & { slug: string; title: string; vendor_name: string }>`
    select slug, title, vendor_name, title_key, vendor_key, link_key from ${incomingRows({ importId, range })} as incoming
    order by slug`.execute(trx)
  const added = rows.filter(({ slug }) => !stored.has(slug))
  return joinProducts(
    trx,
    added.map((row) => ({ ...row, published: publish })),
  )
}

/** Whether another transaction created one of the deals meanwhile. The batch is rolled back and written again. */
function isCollision(error: unknown) {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'deals_slug_key'
}

function mergeStatement(writing: DatedWriting, range: RowRange, ids: string[], joined: JoinedDeal[]) {
  const { importId, present, publish, keepsLive, latestStart } = writing
  const isKept = sql`(${keepsLive}::boolean and deals.published)`
  const all = [...IMPORTED_COLUMNS, ...KEY_COLUMNS]
  const written = writtenColumns(present)
  const keys = KEY_COLUMNS.filter((key) => written.includes(KEY_SOURCES[key]))
  const assignments = sql.join(
    [...written, ...keys].map((column) => sql`${sql.ref(column)} = incoming.${sql.ref(column)}`),
  )
  return sql<{ created: string[] }>`
    with incoming as materialized (select * from ${incomingRows({ importId, range })} as incoming),
    ${compareRows(writing, sql`deals.id = any(${ids}::uuid[])`)},
    joined as (
      select * from unnest(
        ${joined.map(({ slug }) => slug)}::text[], ${joined.map(({ vendor_id }) => vendor_id)}::uuid[],
        ${joined.map(({ product_id }) => product_id)}::uuid[], ${joined.map(({ is_current }) => is_current)}::boolean[])
      as _ (slug, vendor_id, product_id, is_current)
    ),
    created as (
      insert into deals (id, slug, published, status, created_at, imported_at, found_on, vendor_id, product_id, is_current, ${sql.join(all.map((column) => sql.ref(column)))})
      select (${idPrefix()} || lpad(to_hex(row_number() over (order by slug)), 4, '0'))::uuid, slug, ${publish}::boolean,
        case when ${isOfClosedVendor} then 'EXPIRED'::deal_status else 'ACTIVE' end, ${createdAt(importId, latestStart)}, now(), confirmed_on, vendor_id, product_id, is_current, ${columnsOf('incoming', all)}
      from incoming join joined using (slug)
      where slug not in (select slug from former)
      order by slug
      returning id, slug
    ),
    updated as (
      update deals set ${assignments},
        published = ${publish}::boolean or ${isKept}, found_on = greatest(deals.found_on, incoming.confirmed_on),
        status = case when ${isKept} then deals.status when stays_expired then 'EXPIRED'::deal_status else 'ACTIVE' end, version = deals.version + 1, updated_at = now()
      from incoming join former using (slug)
      where deals.id = any(${ids}::uuid[]) and deals.id = former.id and not former.is_same
    ),
    listed as (
      insert into deal_pros_cons (deal_id, type, text, position)
      select id, type, entry, position - 1
      from created join incoming using (slug)
        cross join lateral (values ('PRO'::pro_con_type, pros), ('CON', cons)) as list (type, entries)
        cross join lateral unnest(entries) with ordinality as _ (entry, position)
    ),
    new_lists as (
      select former.id, 'PRO'::pro_con_type as type, pros as entries from former join incoming using (slug) where has_new_pros
      union all select former.id, 'CON', cons from former join incoming using (slug) where has_new_cons
    ),
    -- Existing positions are overwritten, those beyond the new end deleted.
    shortened as (
      delete from deal_pros_cons using new_lists
      where deal_id = any(${ids}::uuid[]) and deal_id = new_lists.id and deal_pros_cons.type = new_lists.type and position >= cardinality(entries)
    ),
    replaced as (
      insert into deal_pros_cons (deal_id, type, text, position)
      select id, type, entry, position - 1 from new_lists, unnest(entries) with ordinality _(entry, position)
      on conflict (deal_id, type, position) do update set text = excluded.text
    ),
    new_plans as (
      select created.id, plans from created join incoming using (slug)
      union all select former.id, plans from former join incoming using (slug) where has_new_plans
    ),
    fewer_plans as (
      delete from deal_plans using new_plans
      where deal_id = any(${ids}::uuid[]) and deal_id = new_plans.id and position >= jsonb_array_length(plans)
    ),
    written_plans as (
      insert into deal_plans (deal_id, position, name, price, codes)
      select id, index - 1, plan ->> 'name', (plan ->> 'price')::numeric, (plan ->> 'codes')::int2
      from new_plans, jsonb_array_elements(plans) with ordinality _(plan, index)
      on conflict (deal_id, position) do update
        set name = excluded.name, price = excluded.price, codes = excluded.codes
    ),
    -- A file has no limits of plans. A plan whose name remains has its values preserved.
    realigned as (
      update deal_plan_limits set "values" = array(
        select coalesce(
          "values"[(select position + 1 from deal_plans where deal_id = new_plans.id and name = plan ->> 'name')], '')
        from jsonb_array_elements(plans) with ordinality _(plan, index) order by index)
      from new_plans where deal_id = any(${ids}::uuid[]) and deal_id = new_plans.id
    ),
    -- The deal may have changed since the dry run recorded the expected outcome.
    corrected as (
      update import_rows set outcome = by_row.outcome, slug = by_row.slug from by_row
      where import_id = ${importId} and import_rows."row" = any(array(select "row" from by_row))
        and import_rows."row" = by_row."row" and (import_rows.outcome, import_rows.slug) <> (by_row.outcome, by_row.slug)
    )
    update imports set
      written_row = ${range.last}, progress = least(99, 100 * ${range.last}::int / (row_count + ${ROW_OFFSET}::int))
    where id = ${importId} and status = 'RUNNING'
    returning array(select id from created) as created`
}

/**
 * The common start of a batch's ids, a UUID of version 7 without the last four digits. Ascending ids are adjacent in
 * the five indexes that contain them; those of version 4 would touch one page per deal.
 */
function idPrefix() {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15, -4)}`
}

/**
 * The row with the latest start date is the newest deal, and rows of one day follow the file, however many batches and
 * interruptions there were. A day counts as many microseconds as a file may have rows.
 */
const createdAt = (importId: string, latestStart: string | null) => sql`
  (select started_at from imports where id = ${importId})
    - greatest(${latestStart}::date - start_date, 0) * (${sql.lit(MAX_ROWS)} * interval '1 microsecond')
    - "row" * interval '1 microsecond'`
