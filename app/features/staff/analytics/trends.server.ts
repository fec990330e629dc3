import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { CONTRIBUTION_KINDS } from '~/features/contributions/kinds/kinds'

/** Weeks are seven days in UTC; the last one ends today. */
const WEEKS = 8
const DAYS = 7 * WEEKS
const TODAY = sql`(now() at time zone 'UTC')::date`

export type ClickDay = { day: string; clicks: number }

/** The clicks of the last 14 days, today included, the oldest first. */
export async function listClicksOfTwoWeeks() {
  const { rows } = await sql<ClickDay>`
    select ${TODAY} - before as day, coalesce(sum(count), 0)::int as clicks
    from generate_series(0, 13) as before
    left join daily_metrics on metric = 'clicks' and day = ${TODAY} - before
    group by before order by before desc`.execute(db)
  return rows
}

export type Week = {
  /** Its first day. */
  from: string
  /** Contributions sent in it, also those that wait or were decided later. */
  sent: number
  /** Contributions decided in it, and the median hours they waited; null without any. */
  decided: number
  hours: number | null
}

const isContribution = sql`kind in (${sql.join(CONTRIBUTION_KINDS.map((kind) => sql.lit(kind)))})`

/** Contributions and decisions of the last eight weeks, the oldest first. */
export async function listWeeks() {
  const { rows } = await sql<Week>`
    with decided as materialized (
      select decided_at, waiting_since from decisions
      where undone_at is null and ${isContribution} and decided_at >= ${START}
    ), by_decision as (
      select ${weekOf('decided_at')} as week, count(*) as decided,
        percentile_cont(0.5) within group
          (order by date_part('epoch', decided_at - waiting_since)) / 3600 as hours
      from decided group by 1
    ), by_sending as (
      select ${weekOf('waiting_since')} as week, count(*) as sent
      from (
        select waiting_since from decided
        union all select waiting_since from queue_items where ${isContribution}
      ) as all_sent
      where waiting_since >= ${START} group by 1
    )
    select (${FIRST_DAY} + 7 * week) as "from", coalesce(sent, 0)::int as sent, coalesce(decided, 0)::int as decided, hours
    from generate_series(0, ${WEEKS - 1}) as week
    left join by_decision using (week) left join by_sending using (week)
    order by week`.execute(db)
  return rows
}

const FIRST_DAY = sql`${TODAY} - ${sql.lit(DAYS - 1)}`
// A subquery is evaluated once, an expression for each row.
const START = sql`(select (${FIRST_DAY})::timestamp at time zone 'UTC')`

function weekOf(column: string) {
  return sql`floor(date_part('epoch', ${sql.ref(column)} - ${START}) / ${sql.lit(7 * 86_400)})::int`
}
