import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import { COUNT_CAP } from '~/ui/pluralize'
import type { Kind } from './queue'

/** Pending items by kind, counted up to COUNT_CAP + 1. */
export async function countPending(): Promise<Record<Kind, number>> {
  return db
    .selectNoFrom([
      countCapped(sql`from reviews where status = 'PENDING'`).as('review'),
      countCapped(sql`from comments where status = 'PENDING'`).as('comment'),
      countCapped(sql`from change_logs where status = 'PENDING'`).as('change_log'),
    ])
    .executeTakeFirstOrThrow()
}

/** A column that counts rows; one more than COUNT_CAP stands for any number above it. */
export function countCapped(rows: RawBuilder<unknown>) {
  return sql<number>`(select count(*) from (select ${rows} limit ${COUNT_CAP + 1}) counted)`
}
