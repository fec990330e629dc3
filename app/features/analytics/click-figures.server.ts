import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { DEALS, REFERRERS, type Summed } from './click-sums.server'
import { firstDayOf, RANGES, type Range } from './range'
import { DAYS_REMEMBERED } from './visitors.server'

/** With `today` in UTC. */
export type Period = { range: Range; today: string }

export async function findPeriod(range: Range): Promise<Period> {
  const { rows } = await sql<{ today: string }>`select (now() at time zone 'UTC')::date as today`.execute(db)
  return { range, today: rows[0]!.today }
}

export async function countClicks() {
  const { rows } = await sql<{ clicks: number }>`
    select coalesce((select sum(clicks) from click_days), 0)::bigint + (select count(*) from uncounted_clicks) as clicks`.execute(
    db,
  )
  return rows[0]!.clicks
}

export type ClickDay = { day: string; clicks: number; visitors: number }

/** Every day with clicks, oldest first. Visitors are exact as long as they are remembered, else as of the roll-up. */
export async function listClickDays(period: Period) {
  const { rows } = await sql<ClickDay>`
    with counted as (
      select day, clicks, visitors from click_days where ${since(period)}
      union all select day, count(*), 0 from uncounted_clicks where ${since(period)} group by day
      union all select day, 0, count(*) from (
        select distinct day, visitor_key from uncounted_clicks
        where ${since(period)} and visitor_key is not null and day > ${period.today}::date - ${DAYS_REMEMBERED}::int
      ) recent where not exists (select from day_visitors known where (known.day, known.visitor_key) = (recent.day, recent.visitor_key))
      group by day
    )
    select day, sum(clicks)::bigint as clicks, sum(visitors)::bigint as visitors
    from counted group by day having sum(clicks) > 0 order by day`.execute(db)
  return rows
}

export type DealClicks = { title: string; slug: string; clicks: number; saves: number; reviews: number }

/** The deals left for most often, with what people kept and reviewed in the same days. */
export async function listDealClicks(period: Period, limit: number) {
  const { rows } = await sql<DealClicks>`
    with ${firstBy(DEALS, period, limit)}
    select title, slug, clicks::bigint,
      (select count(*) from bookmarks where deal_id = deals.id and ${happenedSince(period)}) as saves,
      (select count(*) from reviews where deal_id = deals.id and ${happenedSince(period)}) as reviews
    from first join deals on deals.id = deal_id order by clicks desc, deal_id`.execute(db)
  return rows
}

export type PlaceClicks = { name: string; slug: string; clicks: number }

/** Clicks by the category and the platform that each deal has today: both of one look at the deals. */
export async function listPlaceClicks(period: Period, limit: number) {
  const { rows } = await sql<PlaceClicks & { kind: 'category' | 'platform' }>`
    with ${changesOf(DEALS, period)}, counted as (
      select place_id, ${columnOf(period)} as clicks from place_click_sums
      union all select place_id, clicks from changes join deals on deals.id = deal_id,
        lateral (values (category_id), (platform_id)) as place (place_id)
    ), places as (
      select id, name, slug, 'category' as kind from categories
      union all select id, name, slug, 'platform' from platforms
    )
    select kind, name, slug, sum(clicks)::bigint as clicks from counted join places on id = place_id
    group by id, kind, name, slug having sum(clicks) > 0 order by clicks desc, name`.execute(db)
  const first = (asked: 'category' | 'platform'): PlaceClicks[] =>
    rows
      .filter(({ kind }) => kind === asked)
      .slice(0, limit)
      .map(({ name, slug, clicks }) => ({ name, slug, clicks }))
  return { categories: first('category'), platforms: first('platform') }
}

/** By origin and path; an empty one stands for clicks from our own pages, or from nowhere known. */
export async function listReferrerClicks(period: Period, limit: number) {
  const { rows } = await sql<{ referrer: string; clicks: number }>`
    with ${firstBy(REFERRERS, period, limit)}
    select referrer, clicks::bigint from first order by clicks desc, referrer`.execute(db)
  return rows
}

/** Whose sum nothing has changed since is ranked by the index of the sums; the others are few. */
function firstBy(summed: Summed, period: Period, limit: number) {
  const [key, sums, column] = [sql.ref(summed.key), sql.table(summed.sums), columnOf(period)]
  return sql`
    ${changesOf(summed, period)}, first as (
      select * from (
        (select ${key}, ${column}::bigint as clicks from ${sums}
          where ${column} > 0 and ${key} not in (select ${key} from changes)
          order by ${column} desc, ${key} limit ${limit})
        union all
        select ${key}, coalesce(${column}, 0) + clicks from changes left join ${sums} using (${key})
      ) either where clicks > 0 order by clicks desc, ${key} limit ${limit}
    )`
}

/**
 * What the sums of a range lack: the clicks since the roll-up, less those of the days that the range has left since.
 * Every figure adds it in the statement that reads the sums, so it is exact whenever it is read.
 */
function changesOf({ key, days }: Summed, period: Period) {
  const leaving =
    period.range === 'all'
      ? sql``
      : sql`
    union all select ${sql.ref(key)}, -clicks from ${sql.table(days)}
    where day > (select as_of from click_roll_up) - ${sql.lit(Number(period.range))}
      and day < ${firstDayOf(period.range, period.today)}::date`
  return sql`
    changes as materialized (
      select ${sql.ref(key)}, sum(clicks)::bigint as clicks from (
        select ${sql.ref(key)}, 1 as clicks from uncounted_clicks where ${since(period)} ${leaving}
      ) each group by 1
    )`
}

function columnOf({ range }: Period) {
  return sql.ref(RANGES[range].column)
}

function since({ range, today }: Period) {
  const from = firstDayOf(range, today)
  return from ? sql`day >= ${from}::date` : sql`true`
}

function happenedSince({ range, today }: Period) {
  const from = firstDayOf(range, today)
  return from ? sql`created_at >= ${from}::timestamp at time zone 'UTC'` : sql`true`
}
