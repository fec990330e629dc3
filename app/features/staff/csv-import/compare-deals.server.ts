import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import { DEAL_FIELDS } from '~/features/catalog/deals/deal-fields'
import type { ImportColumn } from './csv-import'
import type { TouchedDeals } from './import-options'
import { IMPORTED_COLUMNS, incomingRows } from './import-rows.server'

export type WrittenFile = {
  importId: string
  /** The columns of the file. Others stay unchanged in existing deals. */
  present: ReadonlySet<ImportColumn>
}
export type Writing = WrittenFile & {
  /** Imported deals are drafts unless this is set (spec §4). */
  publish: boolean
  /** Whether public deals stay public and keep their status. */
  keepsLive: boolean
}

/** The deal columns that a file with these columns writes. The others of an existing deal stay unchanged. */
export function writtenColumns(present: WrittenFile['present']) {
  return IMPORTED_COLUMNS.filter((column) => DEAL_FIELDS[column].csv.some((name) => present.has(name)))
}

export function columnsOf(table: string, columns: readonly string[]) {
  return sql.join(columns.map((column) => sql.ref(`${table}.${column}`)))
}

/** Whether the row `incoming` names a vendor that shut down. A new deal of it is Expired, and an import reopens none. */
export const isOfClosedVendor = sql`exists (
  select from vendor_names join vendors on vendors.id = vendor_id
  where key = left(coalesce(nullif(incoming.vendor_key, ''), lower(incoming.vendor_name)), 200) and vendors.status = 'SHUT_DOWN')`

/** The stored plans of a deal as in a row. */
export const storedPlans = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('name', name, 'price', price::text, 'codes', codes) order by position), '[]')
  from deal_plans where deal_id = deals.id)`

/** Whether the row has pros, cons and plans that differ from the stored ones. */
const hasNew = sql`(
  select ${hasNewOf('PRO')} as pros, ${hasNewOf('CON')} as cons,
    jsonb_array_length(incoming.plans) > 0 and incoming.plans <> ${storedPlans} as plans
  ) has_new`

function hasNewOf(type: 'PRO' | 'CON') {
  const entries = sql.ref(type === 'PRO' ? 'incoming.pros' : 'incoming.cons')
  return sql`cardinality(${entries}) > 0 and ${entries} <> array(
    select text from deal_pros_cons where deal_id = deals.id and type = ${sql.lit(type)} order by position)`
}

/** Whether the row says that the offer was confirmed later than known. An earlier day changes nothing. */
const WAS_CONFIRMED_LATER = sql`coalesce(incoming.confirmed_on > deals.confirmed_on, incoming.confirmed_on is not null)`

/**
 * Common table expressions about the rows of `incoming`: `former`, the existing deals and whether their rows change
 * nothing, including `published`; `by_row`, the outcome of each row of the file.
 *
 * @param isExisting a condition on `deals` by which their rows are found in an index
 */
export function compareRows({ present, publish }: Writing, isExisting: RawBuilder<unknown>) {
  const columns = writtenColumns(present)
  return sql`
    former as materialized (
      select deals.id, deals.slug, deals.published, deals.status, has_new.pros as has_new_pros, has_new.cons as has_new_cons,
        has_new.plans as has_new_plans, deals.status = 'EXPIRED' and ${isOfClosedVendor} as stays_expired,
        row(${columnsOf('deals', columns)}) is not distinct from row(${columnsOf('incoming', columns)})
          and (deals.published or not ${publish}::boolean)
          and not has_new.pros and not has_new.cons and not has_new.plans and not ${WAS_CONFIRMED_LATER} as is_same
      from incoming join deals using (slug) cross join lateral ${hasNew}
      where ${isExisting}
    ),
    by_row as materialized (
      select "row", slug,
        case when is_same then 'unchanged' when is_same is null then 'created' else 'updated' end::import_outcome as outcome
      from incoming left join former using (slug)
    )`
}

/** What the compared rows do to existing deals, by `former`: how many of them are live, and which become Active again. */
export const touchedDeals = sql<TouchedDeals>`(
  select jsonb_build_object(
    'live', count(*) filter (where published),
    'ending_soon', count(*) filter (where status = 'ENDING_SOON'),
    'expired', count(*) filter (where status = 'EXPIRED' and not stays_expired),
    'upcoming', count(*) filter (where status = 'UPCOMING'))
  from former where not is_same)`

type Difference = { column: string; before: string; after: string }

/** In characters; longer texts are cut. */
const TEXT_LENGTH = 160

/** The changes that rows would make to existing deals, by row number. Texts are cut to 160 characters. */
export async function listDifferences({ importId, present }: WrittenFile, rows: number[]) {
  if (rows.length === 0) return new Map<number, Difference[]>()
  const fields = [
    ...writtenColumns(present).map((column) => ({
      name: column.replace(/_id$/, ''),
      before: asText('deals', column),
      after: asText('incoming', column),
      differs: sql`${sql.ref(`deals.${column}`)} is distinct from ${sql.ref(`incoming.${column}`)}`,
    })),
    ...(['PRO', 'CON'] as const).map((type) => ({
      name: `${type.toLowerCase()}s`,
      before: sql`(select string_agg(text, ' | ' order by position) from deal_pros_cons
        where deal_id = deals.id and type = ${sql.lit(type)})`,
      after: sql`array_to_string(${sql.ref(`incoming.${type.toLowerCase()}s`)}, ' | ')`,
      differs: sql.ref(`has_new.${type.toLowerCase()}s`),
    })),
    {
      name: 'plans',
      before: plansAsText(storedPlans),
      after: plansAsText(sql.ref('incoming.plans')),
      differs: sql`has_new.plans`,
    },
    {
      name: 'confirmed_on',
      before: sql`deals.confirmed_on::text`,
      after: sql`incoming.confirmed_on::text`,
      differs: WAS_CONFIRMED_LATER,
    },
  ]
  const lines = fields.map(
    ({ name, before, after, differs }, index) => sql`(${sql.lit(index)}, ${sql.lit(name)},
      left(${before}, ${sql.lit(TEXT_LENGTH)}), left(${after}, ${sql.lit(TEXT_LENGTH)}), ${differs})`,
  )
  const { rows: found } = await sql<Difference & { row: number }>`
    select incoming."row", field.name as "column", coalesce(field.before, '') as before, coalesce(field.after, '') as after
    from ${incomingRows({ importId })} as incoming join deals using (slug) cross join lateral ${hasNew}
      cross join lateral (values ${sql.join(lines)}) as field (ordinal, name, before, after, differs)
    where incoming."row" = any(${rows}::int4[]) and field.differs
    order by incoming."row", field.ordinal`.execute(db)
  return Map.groupBy(found, ({ row }) => row)
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
function plansAsText(plans: RawBuilder<unknown>) {
  return sql`(
    select string_agg(concat_ws(' ', plan ->> 'name', plan ->> 'price'), ' | ' order by index)
    from jsonb_array_elements(${plans}) with ordinality as _(plan, index))`
}
