import { type RawBuilder, sql } from 'kysely'
import { COUNT_CAP } from '~/ui/pluralize'

/** A column that counts rows; one more than COUNT_CAP stands for any number above it. */
export function countCapped(rows: RawBuilder<unknown>) {
  return sql<number>`(select count(*) from (select ${rows} limit ${COUNT_CAP + 1}) counted)`
}
