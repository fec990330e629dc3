import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { DEAL_FIELDS } from '~/features/catalog/deals/deal-fields'
import type { ColumnError, ImportColumn } from './csv-import'
import type { ImportSummary } from './import-options'
import { failRows, IMPORTED_COLUMNS, incomingRows, toJson } from './import-rows.server'

export type Writing = {
  importId: string
  /** The columns of the file. Others stay unchanged in existing deals. */
  present: ReadonlySet<ImportColumn>
  /** Imported deals are drafts unless this is set (spec §4). */
  publish: boolean
  /** Whether public deals stay public and keep their status. */
  keepsLive: boolean
  /** The latest start date of the file, at most a year ahead. */
  latestStart?: string
}
type ComparedFile = Pick<Writing, 'importId' | 'present' | 'publish'>

/** The deal columns that a file with these columns writes. The others of an existing deal stay unchanged. */
export function writtenColumns(present: Writing['present']) {
  return IMPORTED_COLUMNS.filter((column) => DEAL_FIELDS[column].csv.some((name) => present.has(name)))
}

/** Whether the row `incoming` names a vendor that shut down. A new deal of it is Expired, and an import reopens none. */
export const isOfClosedVendor = sql`exists (
  select from vendor_names join vendors on vendors.id = vendor_id
  where key = left(coalesce(nullif(incoming.vendor_key, ''), lower(incoming.vendor_name)), 200) and vendors.status = 'SHUT_DOWN')`

/** The stored plans of a deal as in a row. */
export const storedPlans = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('name', name, 'price', price::text, 'codes', codes) order by position), '[]')
  from deal_plans where deal_id = deals.id)`

/** The most rows to list in a warning. */
const NAMED_ROWS = 10

/**
 * Records for each valid row its outcome, its deal with the compared version, and what it would change there. New deals
 * get their ids. The summary of the import gets the warnings and what happens to live deals.
 */
export async function compareDeals(trx: Trx, { importId, present, publish }: ComparedFile) {
  const stated = (column: 'original_price' | 'deal_price' | 'regular_price_period' | 'deal_price_period') =>
    sql.ref(present.has(column) ? `incoming.${column}` : `deals.${column}`)
  // Unless a price is paid again and again. What is missing in the file is that of the existing deal.
  const isOverpriced = sql`${stated('deal_price')} > ${stated('original_price')}
    and coalesce(${stated('regular_price_period')}, 'ONCE') = 'ONCE' and coalesce(${stated('deal_price_period')}, 'ONCE') = 'ONCE'`
  const { rows } = await sql<Pick<ImportSummary, 'touched' | 'warnings' | 'latestStart'>>`
    with incoming as materialized (select * from ${incomingRows({ importId })} as incoming),
    compared as materialized (
      select incoming."row", incoming.start_date, incoming.leaves_out_discount, incoming.credits_others,
        ${isOverpriced} as is_overpriced, deals.id, deals.version, deals.published, deals.status,
        deals.status = 'EXPIRED' and ${isOfClosedVendor} as stays_expired, ${changesOf(present)} as changes
      from incoming left join deals
        on deals.slug = incoming.slug and deals.slug = any(array(select slug from incoming))
    ),
    by_row as materialized (
      select *, case when id is null then 'created' when changes = '{}' and (published or not ${publish}::boolean)
        then 'unchanged' else 'updated' end::import_outcome as outcome
      from compared
    ),
    recorded as (
      update import_rows set outcome = by_row.outcome, version = by_row.version, changes = to_jsonb(by_row.changes),
        deal_id = coalesce(by_row.id, (${idPrefix()} || lpad(to_hex(by_row."row"), 5, '0'))::uuid)
      from by_row where import_id = ${importId} and import_rows."row" = by_row."row"
    )
    select jsonb_build_object('live', ${countUpdated(sql`published`)},
        'ending_soon', ${countUpdated(sql`status = 'ENDING_SOON'`)},
        'expired', ${countUpdated(sql`status = 'EXPIRED' and not stays_expired`)},
        'upcoming', ${countUpdated(sql`status = 'UPCOMING'`)}) as touched,
      jsonb_build_object('overpriced', ${rowsWith('is_overpriced')}, 'discounted', ${rowsWith('leaves_out_discount')},
        'tracking', ${rowsWith('credits_others')}) as warnings,
      least(max(start_date), (now() at time zone 'UTC')::date + 366)::text as "latestStart"
    from by_row`.execute(trx)
  await sql`update imports set summary = summary || ${toJson(rows[0])}::jsonb where id = ${importId}`.execute(trx)
}

/**
 * The common start of the ids of a file's new deals, a UUID of version 7 without the last five digits. Ascending ids are
 * adjacent in the five indexes that contain them; those of version 4 would touch one page per deal.
 */
function idPrefix() {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15, -5)}`
}

const countUpdated = (condition: RawBuilder<unknown>) =>
  sql`count(*) filter (where outcome = 'updated' and ${condition})`

const rowsWith = (condition: string) => sql`
  jsonb_build_object('count', count(*) filter (where ${sql.ref(condition)}), 'rows', coalesce(
    to_jsonb((array_agg("row" order by "row") filter (where ${sql.ref(condition)}))[1:${sql.lit(NAMED_ROWS)}]), '[]'))`

/** In characters; longer texts are cut. */
const TEXT_LENGTH = 160

/** What `incoming` changes in `deals`: an array of {column, before, after}. A row without pros, cons or plans keeps them. */
function changesOf(present: Writing['present']) {
  const entries = (type: 'PRO' | 'CON') => sql`array(
    select text from deal_pros_cons where deal_id = deals.id and type = ${sql.lit(type)} order by position)`
  const list = (name: 'pros' | 'cons', stored: RawBuilder<unknown>) => {
    const given = sql.ref(`incoming.${name}`)
    const differs = sql`cardinality(${given}) > 0 and ${given} <> ${stored}`
    return difference(name, differs, sql`array_to_string(${stored}, ' | ')`, sql`array_to_string(${given}, ' | ')`)
  }
  const isConfirmedLater = sql`coalesce(incoming.confirmed_on > deals.confirmed_on, incoming.confirmed_on is not null)`
  const differences = [
    ...writtenColumns(present).map((column) =>
      difference(
        column.replace(/_id$/, ''),
        sql`${sql.ref(`deals.${column}`)} is distinct from ${sql.ref(`incoming.${column}`)}`,
        asText('deals', column),
        asText('incoming', column),
      ),
    ),
    list('pros', entries('PRO')),
    list('cons', entries('CON')),
    difference(
      'plans',
      sql`jsonb_array_length(incoming.plans) > 0 and incoming.plans <> ${storedPlans}`,
      plansAsText(storedPlans),
      plansAsText(sql`incoming.plans`),
    ),
    difference('confirmed_on', isConfirmedLater, sql`deals.confirmed_on::text`, sql`incoming.confirmed_on::text`),
  ]
  return sql`case when deals.id is not null then array_remove(array[${sql.join(differences)}], null) end`
}

function difference(
  column: string,
  differs: RawBuilder<unknown>,
  before: RawBuilder<unknown>,
  after: RawBuilder<unknown>,
) {
  const cut = (text: RawBuilder<unknown>) => sql`coalesce(left(${text}, ${sql.lit(TEXT_LENGTH)}), '')`
  return sql`case when ${differs}
    then jsonb_build_object('column', ${sql.lit(column)}, 'before', ${cut(before)}, 'after', ${cut(after)}) end`
}

function asText(table: string, column: ReturnType<typeof writtenColumns>[number]) {
  const value = sql.ref(`${table}.${column}`)
  if (column === 'category_id') return sql`(select name from categories where id = ${value})`
  if (column === 'platform_id') return sql`(select name from platforms where id = ${value})`
  if (DEAL_FIELDS[column].kind === 'answer') return sql`case ${value} when true then 'yes' when false then 'no' end`
  if (column === 'tags') return sql`array_to_string(${value}, ' | ')`
  return sql`${value}::text`
}

/** "Tier 1 59.00 | Tier 2 118.00" */
const plansAsText = (plans: RawBuilder<unknown>) => sql`(
  select string_agg(concat_ws(' ', plan ->> 'name', plan ->> 'price'), ' | ' order by index)
  from jsonb_array_elements(${plans}) with ordinality as _(plan, index))`

export const NO_PRICE_OF_A_PLAN: ColumnError = {
  column: 'deal_price',
  message: 'Deal price must equal the price of one of the plans of this deal. Give its plans in the same row.',
}

export const NO_PRICE_OF_A_SUBSCRIPTION: ColumnError = {
  column: 'deal_price',
  message: 'Deal price is required, because this deal is paid every month or year.',
}

/**
 * Fails the rows whose price does not suit what is stored: of a deal with plans none of which has it, or none of a
 * subscription.
 */
export async function rejectUnsuitablePrices(trx: Trx, { importId, present }: ComparedFile) {
  if (!present.has('deal_price')) return []
  const { rows } = await sql<{ row: number; is_missing: boolean }>`
    select "row", is_missing from ${incomingRows({ importId })} as incoming join deals using (slug)
      cross join lateral (select ${!present.has('deal_price_period')}::boolean
        and incoming.deal_price is null and deals.deal_price_period <> 'ONCE' as is_missing) as price
    where is_missing or (jsonb_array_length(plans) = 0
      and exists (select from deal_plans where deal_id = deals.id)
      and not exists (select from deal_plans where deal_id = deals.id and price = incoming.deal_price))
    order by "row"`.execute(trx)
  return failRows(
    trx,
    importId,
    rows.map(({ row, is_missing }) => ({
      row,
      errors: [is_missing ? NO_PRICE_OF_A_SUBSCRIPTION : NO_PRICE_OF_A_PLAN],
    })),
  )
}
