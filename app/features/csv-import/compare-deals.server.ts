import { type RawBuilder, sql } from 'kysely'
import { DEAL_FIELDS } from '~/features/deals/deal-fields'
import type { TemplateColumn } from './csv-import'
import { IMPORTED_COLUMNS } from './staged-columns'

/** The columns of a deal that a file with these columns writes. A deal that exists keeps what stands in the others. */
export function writtenColumns(present: ReadonlySet<TemplateColumn>) {
  return IMPORTED_COLUMNS.filter((column) => DEAL_FIELDS[column].csv.some((name) => present.has(name)))
}

export function columnsOf(table: string, columns: readonly string[]) {
  return sql.join(columns.map((column) => sql.ref(`${table}.${column}`)))
}

/** True when the row `incoming` leaves the deal as it is, its published state included. Needs `has_new` from below. */
export function isSame(present: ReadonlySet<TemplateColumn>, publish: boolean): RawBuilder<boolean> {
  const columns = writtenColumns(present)
  return sql`row(${columnsOf('deals', columns)}) is not distinct from row(${columnsOf('incoming', columns)})
    and (deals.published or not ${publish}::boolean) and not has_new.pros and not has_new.cons`
}

/** Whether the row brings pros and cons, and other ones than those that are stored. */
export const hasNew = sql`(select ${hasNewOf('PRO')} as pros, ${hasNewOf('CON')} as cons) has_new`

function hasNewOf(type: 'PRO' | 'CON') {
  const entries = sql.ref(type === 'PRO' ? 'incoming.pros' : 'incoming.cons')
  return sql`cardinality(${entries}) > 0 and ${entries} <> array(
    select text from deal_pros_cons where deal_id = deals.id and type = ${sql.lit(type)} order by position)`
}

/**
 * One line for each row of the file, from lines that stand for one or several: what the first of them did is what
 * became of the deal, each later one updated it unless it said the same again.
 */
export const rowOutcomes = sql`
  select each."row", slug, case
      when place = 1 or outcome = 'unchanged' then outcome
      when differs[place] then 'updated' else 'unchanged'
    end::import_outcome as outcome
  from outcomes cross join lateral unnest(coalesce("rows", array["row"])) with ordinality as each ("row", place)`
