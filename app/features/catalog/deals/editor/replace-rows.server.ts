import { sql } from 'kysely'
import type { Trx } from '~/db/executor'

type Table = 'deal_pros_cons' | 'deal_faqs' | 'deal_plans' | 'deal_plan_limits'

/** Pros and cons have positions of their own; in the other tables the position alone is the key. */
const PARTITIONS: Partial<Record<Table, string>> = { deal_pros_cons: 'type' }

/**
 * Replaces the rows of a list of a deal in one statement: positions are overwritten and those beyond the new end deleted.
 * Deleting all of them first would violate the unique positions.
 *
 * @param columns the columns with their PostgreSQL types
 */
export async function replaceRows<Columns extends Record<string, string>>(
  trx: Trx,
  table: Table,
  dealId: string,
  columns: Columns,
  rows: readonly Readonly<Record<keyof Columns, unknown>>[],
) {
  const names = Object.keys(columns)
  const list = sql.join(names.map((name) => sql.ref(name)))
  const typed = sql.join(Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`))
  const partition = PARTITIONS[table]
  const key = sql.join([partition, 'position'].filter((name) => name !== undefined).map((name) => sql.ref(name)))
  const changed = names.filter((name) => name !== partition)
  const ofTable = (source: string) => sql.join(changed.map((name) => sql.ref(`${source}.${name}`)))
  await sql`
    with given as materialized (
      select ${list}, row_number() over (${partition ? sql`partition by ${sql.ref(partition)} ` : sql``}order by index) - 1
        as position
      from rows from (json_to_recordset(${JSON.stringify(rows)}::json) as (${typed}))
        with ordinality as _(${list}, index)
    ),
    surplus as (
      delete from ${sql.table(table)} where deal_id = ${dealId} and (${key}) not in (select ${key} from given)
    )
    insert into ${sql.table(table)} (deal_id, ${list}, position)
    select ${dealId}, ${list}, position from given
    on conflict (deal_id, ${key}) do update
      set ${sql.join(changed.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
      where (${ofTable(table)}) is distinct from (${ofTable('excluded')})`.execute(trx)
}
