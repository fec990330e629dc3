import { sql, type Transaction } from 'kysely'
import { db } from '~/db/database.server'
import type { DB } from '~/db/schema'

/** Who came is remembered for so many days, today among them, so that a new click adds to their visitors at once. */
export const DAYS_REMEMBERED = 2

/** So many clicks are read at once when days are counted anew, and so many visitors are forgotten at once. */
const CLICKS_AT_ONCE = 300_000
const FORGOTTEN_AT_ONCE = 200_000

/**
 * Counts visitors anew where clicks were deleted or came days late, the newest days first. Visitors cannot be added or
 * taken off when nobody remembers them, so the clicks themselves decide.
 *
 * @returns whether any day was counted, and whether it was the last one
 */
export async function recountVisitors(trx: Transaction<DB>, today: string) {
  // Whoever deletes clicks meanwhile waits here, and marks the days again.
  const { rows: changed } = await sql<{ day: string; clicks: number }>`
    select day, clicks from click_days where visitors_changed order by day desc for update`.execute(trx)
  let clicks = 0
  const rows = changed.filter((row, i) => {
    clicks += row.clicks
    return i === 0 || clicks <= CLICKS_AT_ONCE
  })
  const days = rows.map(({ day }) => day)
  if (days.length > 0) await recount(trx, days, today)
  return { isAnyChanged: days.length > 0, isLast: days.length === changed.length }
}

async function recount(trx: Transaction<DB>, days: string[], today: string) {
  const visitors = sql`
    select distinct visitor_key from click_events
    where created_at >= day::timestamp at time zone 'UTC' and created_at < (day + 1)::timestamp at time zone 'UTC'
      and visitor_key is not null`
  await sql`delete from day_visitors where day = any(${days}::date[])`.execute(trx)
  await sql`
    insert into day_visitors select day, visitor_key from unnest(${days}::date[]) as day, lateral (${visitors}) visitors
    where day > ${today}::date - ${DAYS_REMEMBERED}::int`.execute(trx)
  await sql`
    update click_days set visitors_changed = false, visitors = (select count(*) from (${visitors}) visitors)
    where day = any(${days}::date[])`.execute(trx)
}

export async function forgetOldVisitors() {
  await sql`
    delete from day_visitors where ctid = any(array(
      select ctid from day_visitors where day <= (now() at time zone 'UTC')::date - ${DAYS_REMEMBERED}::int
      limit ${FORGOTTEN_AT_ONCE}))`.execute(db)
}
