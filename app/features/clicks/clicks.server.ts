import { sql } from 'kysely'
import { db } from '~/db/database.server'

export type Click = {
  deal_id: string
  user_id: string | null
  referrer: string | null
  visitor_key: Buffer
  /** The same for every click of one visitor on one deal. */
  repeat_key: Buffer
}

/** Within this time the same visitor counts once for a deal (decisions, "Get Deal"). */
const REPEAT = sql`interval '30 minutes'`

/**
 * Counts clicks, each with another `repeat_key`, in one round trip. A click whose deal has gone meanwhile is left out.
 * Repeats are settled by the key's row: of two processes the second waits for the first and then sees its count. The
 * keys are taken in order, so that they never wait for each other in a circle.
 */
export async function insertClicks(clicks: Click[]) {
  const column = <Name extends keyof Click>(name: Name) => clicks.map((click) => click[name])
  await sql`
    with clicks as (
      select * from unnest(
        ${column('repeat_key')}::bytea[], ${column('deal_id')}::uuid[], ${column('user_id')}::uuid[],
        ${column('referrer')}::text[], ${column('visitor_key')}::bytea[]
      ) as click (key, deal_id, user_id, referrer, visitor_key)
    ), counted as (
      insert into click_dedup (key) select key from clicks order by key
      on conflict (key) do update set counted_at = excluded.counted_at
        where click_dedup.counted_at <= excluded.counted_at - ${REPEAT}
      returning key
    )
    insert into click_events (deal_id, user_id, referrer, visitor_key)
    select deals.id, profiles.id, referrer, visitor_key
    from clicks join counted using (key)
    join deals on deals.id = deal_id left join profiles on profiles.id = user_id`.execute(db)
}

/** What has been counted long enough ago to count again need not be remembered. */
export async function deleteOldClickKeys() {
  await sql`delete from click_dedup where counted_at < now() - ${REPEAT}`.execute(db)
}
