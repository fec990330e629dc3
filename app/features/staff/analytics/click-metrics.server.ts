import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import { nameOrder } from '~/db/name-order.server'
import { utcToday } from '~/http/utc-day'
import { type DayRange, firstDayOf, RANGES } from './range'

/** A range of UTC days that ends today. */
export type ClickPeriod = { range: DayRange; today: string }

export const periodOf = (range: DayRange): ClickPeriod => ({ range, today: utcToday() })

/** Clicks since the day of the last count, which the stored totals lack: those of today, unless a job was missed. */
const recentClicks = (period: ClickPeriod) => sql`(
  select click_targets.deal_id::text as deal_id, coalesce(referrer, '') as referrer, coalesce(link, '') as link,
    visitor_key, (created_at at time zone 'UTC')::date as day
  from click_events join click_targets on click_targets.id = click_events.deal_id
  where created_at >= coalesce((
    select (updated_at at time zone 'UTC')::date::timestamp at time zone 'UTC'
    from metric_totals where metric = 'clicks' and key = ''), '-infinity') and ${happenedSince(period)}
) recent`

export async function countClicks() {
  const { rows } = await sql<{ clicks: number }>`
    select coalesce(sum(clicks), 0)::bigint as clicks from (${totalsOf('clicks', periodOf('all'))}) totals`.execute(db)
  return rows[0]!.clicks
}

export type ClicksOfDay = { day: string; clicks: number; visitors: number }

/** Clicks and visitors of each day with clicks, oldest first. */
export async function listClickDays(period: ClickPeriod) {
  const from = firstDayOf(period.range, period.today)
  const { rows } = await sql<ClicksOfDay>`
    select * from (
      select day, clicks, visitors from click_days
      union all
      select day, count(*), count(distinct visitor_key) from ${recentClicks(period)} group by day
    ) days where ${from ? sql`day >= ${from}` : sql`true`} order by day`.execute(db)
  return rows
}

export type DealClicks = { title: string; slug: string; clicks: number; saves: number; reviews: number }

/** The deals with the most clicks, with their bookmarks and reviews of the same days. */
export async function listDealClicks(period: ClickPeriod, limit: number) {
  const { rows } = await sql<DealClicks>`
    with top as (
      select key, clicks, title, slug from (${totalsOf('deal_clicks', period)}) totals join deals on id = key::uuid
      order by clicks desc, key limit ${limit})
    select title, slug, clicks,
      (select count(*) from bookmarks where deal_id = key::uuid and ${happenedSince(period)}) as saves,
      (select count(*) from reviews where deal_id = key::uuid and ${happenedSince(period)}) as reviews
    from top order by clicks desc, key`.execute(db)
  return rows
}

type GroupClicks = { name: string; slug: string; clicks: number }

/** Clicks by the current category and platform of the deals, highest first. */
export async function listGroupClicks(period: ClickPeriod, limit: number) {
  const list = async (groups: 'categories' | 'platforms', column: 'category_id' | 'platform_id') => {
    const { rows } = await sql<GroupClicks>`
      select name, ${sql.table(groups)}.slug, sum(clicks)::bigint as clicks
      from (${totalsOf('deal_clicks', period)}) totals join deals on deals.id = key::uuid
      join ${sql.table(groups)} on ${sql.table(groups)}.id = ${sql.ref(column)}
      group by ${sql.table(groups)}.id order by clicks desc, ${nameOrder('name')} limit ${limit}`.execute(db)
    return rows
  }
  const [categories, platforms] = await Promise.all([
    list('categories', 'category_id'),
    list('platforms', 'platform_id'),
  ])
  return { categories, platforms }
}

/** Clicks by referrer (origin and path), highest first. Empty for our own pages and unknown ones. */
export async function listReferrerClicks(period: ClickPeriod, limit: number) {
  const { rows } = await sql<{ referrer: string; clicks: number }>`
    select key as referrer, clicks from (${totalsOf('referrer_clicks', period)}) totals
    order by clicks desc, key limit ${limit}`.execute(db)
  return rows
}

/** Clicks by what earned: a program, the affiliate links of deals, or nothing. Highest first. */
export async function listLinkClicks(period: ClickPeriod, limit: number) {
  const { rows } = await sql<{ key: string; name: string; clicks: number }>`
    select key, clicks, coalesce(link_programs.name,
      case key when '' then 'Plain link' when 'own' then 'Own affiliate link' else 'Deleted program' end) as name
    from (${totalsOf('link_clicks', period)}) totals left join link_programs on link_programs.id::text = key
    order by clicks desc, key limit ${limit}`.execute(db)
  return rows
}

const KEYS = {
  clicks: sql`''`,
  deal_clicks: sql`deal_id`,
  referrer_clicks: sql`referrer`,
  link_clicks: sql`link`,
} satisfies Record<string, RawBuilder<unknown>>

function totalsOf(metric: keyof typeof KEYS, period: ClickPeriod) {
  const column = sql.ref(RANGES[period.range].column)
  return sql`
    select key, sum(clicks)::bigint as clicks from (
      select key, ${column}::bigint as clicks from metric_totals where metric = ${metric}
      union all select ${KEYS[metric]}, count(*) from ${recentClicks(period)} group by 1
    ) counted group by key having sum(clicks) > 0`
}

function happenedSince({ range, today }: ClickPeriod) {
  const from = firstDayOf(range, today)
  return from ? sql`created_at >= ${from}::timestamp at time zone 'UTC'` : sql`true`
}
