import { type RawBuilder, sql } from 'kysely'
import { DEAL_FIELDS } from '~/features/catalog/deals/deal-fields'
import type { ImportColumn } from './csv-import'
import { IMPORTED_COLUMNS } from './staged-columns'

/** The deal columns that a file with these columns writes. The others of an existing deal stay unchanged. */
export function writtenColumns(present: ReadonlySet<ImportColumn>) {
  return IMPORTED_COLUMNS.filter((column) => DEAL_FIELDS[column].csv.some((name) => present.has(name)))
}

export function columnsOf(table: string, columns: readonly string[]) {
  return sql.join(columns.map((column) => sql.ref(`${table}.${column}`)))
}

/** Whether the row `incoming` changes nothing in the deal, including `published`. The query needs a join with `hasNew`. */
export function isSame(present: ReadonlySet<ImportColumn>, publish: boolean): RawBuilder<boolean> {
  const columns = writtenColumns(present)
  return sql`row(${columnsOf('deals', columns)}) is not distinct from row(${columnsOf('incoming', columns)})
    and (deals.published or not ${publish}::boolean) and not has_new.pros and not has_new.cons
    and not has_new.plans`
}

/** Whether the row `incoming` names a vendor that shut down. A new deal of it is Expired, and an import reopens none. */
export const isOfClosedVendor = sql`exists (
  select from vendor_names join vendors on vendors.id = vendor_id
  where key = left(coalesce(nullif(incoming.vendor_key, ''), lower(incoming.vendor_name)), 200) and vendors.status = 'SHUT_DOWN')`

/** The stored plans of a deal as in the staging table. */
export const storedPlans = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('name', name, 'price', price::text, 'codes', codes) order by position), '[]')
  from deal_plans where deal_id = deals.id)`

/** Whether the row has pros, cons and plans that differ from the stored ones. */
export const hasNew = sql`(
  select ${hasNewOf('PRO')} as pros, ${hasNewOf('CON')} as cons,
    jsonb_array_length(incoming.plans) > 0 and incoming.plans <> ${storedPlans} as plans
  ) has_new`

function hasNewOf(type: 'PRO' | 'CON') {
  const entries = sql.ref(type === 'PRO' ? 'incoming.pros' : 'incoming.cons')
  return sql`cardinality(${entries}) > 0 and ${entries} <> array(
    select text from deal_pros_cons where deal_id = deals.id and type = ${sql.lit(type)} order by position)`
}

/**
 * The outcome of each row of the file. Duplicates were merged into one staged row: the first of them gets its outcome,
 * each later one counts as an update unless its content repeats the one before.
 */
export const rowOutcomes = sql`
  select each."row", slug, case
      when ordinal = 1 or outcome = 'unchanged' then outcome
      when differs[ordinal] then 'updated' else 'unchanged'
    end::import_outcome as outcome
  from outcomes cross join lateral unnest(coalesce("rows", array["row"])) with ordinality as each ("row", ordinal)`
