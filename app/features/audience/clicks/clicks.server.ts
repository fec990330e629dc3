import { sql } from 'kysely'
import { db } from '~/db/database.server'

export type Click = {
  deal_id: string
  /** What earns: "own" for the affiliate link of the deal, the id of a program, or null for the plain address. */
  link: string | null
  user_id: string | null
  referrer: string | null
  visitor_key: Buffer
  /** Equal for all clicks of a visitor on a deal. */
  repeat_key: Buffer
}

/** A visitor's clicks on a deal within this time count once (decisions, "Get Deal"). */
const REPEAT = sql`interval '30 minutes'`

/**
 * Counts clicks with distinct `repeat_key`s in one statement. Clicks on deleted deals are ignored; those on a deal merged
 * meanwhile belong to the one that stays. A row per key deduplicates across processes: the second waits for the first and then sees its count. Keys are inserted in order, to
 * avoid deadlocks.
 */
export async function insertClicks(clicks: Click[]) {
  const column = <Name extends keyof Click>(name: Name) => clicks.map((click) => click[name])
  await sql`
    with clicks as (
      select * from unnest(
        ${column('repeat_key')}::bytea[], ${column('deal_id')}::uuid[], ${column('link')}::text[],
        ${column('user_id')}::uuid[], ${column('referrer')}::text[], ${column('visitor_key')}::bytea[]
      ) as click (key, deal_id, link, user_id, referrer, visitor_key)
    ), counted as (
      insert into click_dedup (key) select key from clicks order by key
      on conflict (key) do update set counted_at = excluded.counted_at
        where click_dedup.counted_at <= excluded.counted_at - ${REPEAT}
      returning key
    )
    insert into click_events (deal_id, link, user_id, referrer, visitor_key)
    select click_targets.id, link, profiles.id, referrer, visitor_key
    from clicks join counted using (key)
    join click_targets on click_targets.id = clicks.deal_id left join profiles on profiles.id = user_id`.execute(db)
}

/** Deletes keys that are too old to deduplicate clicks. */
export async function deleteOldClickKeys() {
  await db.deleteFrom('click_dedup').where('counted_at', '<', sql<Date>`now() - ${REPEAT}`).execute()
}
