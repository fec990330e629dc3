import { sql } from 'kysely'
import type { Trx } from '~/db/executor'

/**
 * Moves the followers of a vendor or category that is merged into another one, before it is deleted. A
 * member who follows both has one follow afterwards, with the earlier date.
 */
export async function moveFollows(trx: Trx, column: 'vendor_id' | 'category_id', from: string, into: string) {
  const thing = sql.ref(column)
  await sql`
    insert into follows (user_id, ${thing}, created_at)
    select user_id, ${into}, created_at from follows where ${thing} = ${from} order by user_id
    on conflict (${thing}, user_id) where ${thing} is not null
      do update set created_at = least(follows.created_at, excluded.created_at)`.execute(trx)
  await sql`delete from follows where ${thing} = ${from}`.execute(trx)
}
