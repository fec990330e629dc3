import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import { firstDayOf, RANGES, type Range } from './range'

/** `today` in UTC, and whether the sums of the ranges are of that day: shortly after midnight they are not yet. */
export type Period = { range: Range; today: string; isSummedUp: boolean }

// Each of the queries adds what was clicked since the roll-up, in one statement: a figure is exact whenever it is read.
const RECENT = sql`
  recent as materialized (
    select (created_at at time zone 'UTC')::date as day, deal_id, coalesce(referrer, '') as referrer
    from uncounted_clicks join click_events on click_events.id = click_id
  )`

export async function findPeriod(range: Range): Promise<Period> {
  const { rows } = await sql<{ as_of: string; today: string }>`
    select as_of, (now() at time zone 'UTC')::date as today from click_roll_up`.execute(db)
  const { as_of, today } = rows[0]!
  return { range, today, isSummedUp: as_of === today }
}

export async function countClicks() {
  const { rows } = await sql<{ clicks: number }>`
    select coalesce((select sum(clicks) from click_days), 0)::bigint + (select count(*) from uncounted_clicks) as clicks`.execute(
    db,
  )
  return rows[0]!.clicks
}

export type ClickDay = { day: string; clicks: number; visitors: number }

/** Every day with clicks, oldest first. The visitors of today are counted on the spot. */
export async function listClickDays(period: Period) {
  const { rows } = await sql<ClickDay>`
    with ${RECENT}, counted as (
      select day, clicks, visitors from click_days where ${since(period)}
      union all select day, count(*), 0 from recent where ${since(period)} group by day
    )
    select day, sum(clicks)::bigint as clicks, case day when ${period.today}::date then (
      select count(distinct visitor_key) from click_events where created_at >= day::timestamp at time zone 'UTC'
    ) else sum(visitors)::bigint end as visitors
    from counted group by day having sum(clicks) > 0 order by day`.execute(db)
  return rows
}

export type DealClicks = { title: string; slug: string; clicks: number; saves: number; reviews: number }

/** The deals left for most often, with what people kept and reviewed in the same days. */
export async function listDealClicks(period: Period, limit: number) {
  // Whoever is among the first with recent clicks added is among the first without them, or has recent clicks.
  const { rows } = await sql<DealClicks>`
    with ${RECENT}, fresh as (
      select deal_id, count(*) as clicks from recent where ${since(period)} group by deal_id
    ), sums as not materialized (${dealSums(period)}), first as (
      select deal_id from sums where clicks > 0 order by clicks desc, deal_id limit ${limit}
    ), ranked as (
      select deal_id, coalesce(sums.clicks, 0) + coalesce(fresh.clicks, 0) as clicks
      from (select deal_id from first union select deal_id from fresh) either
      left join sums using (deal_id) left join fresh using (deal_id)
      order by clicks desc, deal_id limit ${limit}
    )
    select title, slug, clicks::bigint,
      (select count(*) from bookmarks where deal_id = deals.id and ${happenedSince(period)}) as saves,
      (select count(*) from reviews where deal_id = deals.id and ${happenedSince(period)}) as reviews
    from ranked join deals on deals.id = deal_id order by clicks desc, deal_id`.execute(db)
  return rows
}

export type PlaceClicks = { name: string; slug: string; clicks: number }

/** Clicks by the category or platform that each deal has today. */
export async function listPlaceClicks(kind: 'category' | 'platform', period: Period, limit: number) {
  const [table, key] = kind === 'category' ? ['categories', 'category_id'] : ['platforms', 'platform_id']
  const column = sql.ref(RANGES[period.range].column)
  const summed = period.isSummedUp
    ? sql`select place_id, ${column} as clicks from place_click_sums`
    : sql`select ${sql.ref(key!)} as place_id, sum(clicks) as clicks
        from (${dealSums(period)}) sums join deals on deals.id = deal_id group by 1`
  const { rows } = await sql<PlaceClicks>`
    with ${RECENT}, counted as (
      ${summed} union all select ${sql.ref(key!)}, count(*) from recent join deals on deals.id = deal_id
      where ${since(period)} group by 1
    )
    select name, slug, sum(clicks)::bigint as clicks
    from counted join ${sql.table(table!)} as place on place.id = place_id
    group by place.id having sum(clicks) > 0 order by clicks desc, name limit ${limit}`.execute(db)
  return rows
}

/** By origin and path; an empty one stands for clicks from our own pages, or from nowhere known. */
export async function listReferrerClicks(period: Period, limit: number) {
  const { rows } = await sql<{ referrer: string; clicks: number }>`
    with ${RECENT}, counted as (
      select referrer, clicks from referrer_click_days where ${since(period)}
      union all select referrer, 1 from recent where ${since(period)}
    )
    select referrer, sum(clicks)::bigint as clicks from counted
    group by referrer having sum(clicks) > 0 order by clicks desc, referrer limit ${limit}`.execute(db)
  return rows
}

function dealSums(period: Period): RawBuilder<unknown> {
  const column = sql.ref(RANGES[period.range].column)
  return period.isSummedUp
    ? sql`select deal_id, ${column} as clicks from deal_click_sums where ${column} > 0`
    : sql`select deal_id, sum(clicks) as clicks from deal_click_days where ${since(period)} group by deal_id`
}

function since({ range, today }: Period) {
  const from = firstDayOf(range, today)
  return from ? sql`day >= ${from}::date` : sql`true`
}

function happenedSince({ range, today }: Period) {
  const from = firstDayOf(range, today)
  return from ? sql`created_at >= ${from}::timestamp at time zone 'UTC'` : sql`true`
}
