import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { nameOrder } from '~/db/name-order.server'
import { type DayRange, firstDayOf, RANGES } from './range'

/** A range of UTC days that ends with the day of the last roll-up. */
export type ClickPeriod = { range: DayRange; today: string; updated_at: Date | null; is_current: boolean }

export async function findPeriod(range: DayRange): Promise<ClickPeriod> {
  const { rows } = await sql<Omit<ClickPeriod, 'range'>>`
    select updated_at, coalesce(updated_at > now() - interval '2 minutes', false) as is_current,
      (coalesce(updated_at, now()) at time zone 'UTC')::date as today
    from (values ('clicks', '')) as all_clicks (metric, key) left join metric_totals using (metric, key)`.execute(db)
  return { range, ...rows[0]! }
}

export async function countClicks() {
  const total = await db
    .selectFrom('metric_totals')
    .select('all_time')
    .where('metric', '=', 'clicks')
    .where('key', '=', '')
    .executeTakeFirst()
  return total?.all_time ?? 0
}

export type ClicksOfDay = { day: string; clicks: number; visitors: number }

/** Clicks and visitors of each day with clicks, oldest first. */
export async function listClickDays({ range, today }: ClickPeriod) {
  const from = firstDayOf(range, today)
  const { rows } = await sql<ClicksOfDay>`
    select day, sum(count) filter (where metric = 'clicks') as clicks,
      sum(count) filter (where metric = 'visitors') as visitors
    from daily_metrics where metric in ('clicks', 'visitors') and ${from ? sql`day >= ${from}` : sql`true`}
    group by day order by day`.execute(db)
  return rows
}

export type DealClicks = { title: string; slug: string; clicks: number; saves: number; reviews: number }

/** The deals with the most clicks, with their bookmarks and reviews of the same days. */
export async function listDealClicks(period: ClickPeriod, limit: number) {
  const { rows } = await sql<DealClicks>`
    with top as (${totalsOf('deal_clicks', period)} order by clicks desc, key limit ${limit})
    select title, slug, clicks,
      (select count(*) from bookmarks where deal_id = deals.id and ${happenedSince(period)}) as saves,
      (select count(*) from reviews where deal_id = deals.id and ${happenedSince(period)}) as reviews
    from top join deals on deals.id = key::uuid order by clicks desc, key`.execute(db)
  return rows
}

type GroupClicks = { name: string; slug: string; clicks: number }

/** Clicks by the current category and platform of the deals, highest first. */
export async function listGroupClicks(period: ClickPeriod, limit: number) {
  const list = async (metric: string, groups: 'categories' | 'platforms') => {
    const { rows } = await sql<GroupClicks>`
      select name, slug, clicks from (${totalsOf(metric, period)}) totals
      join ${sql.table(groups)} on id = key::uuid
      order by clicks desc, ${nameOrder('name')} limit ${limit}`.execute(db)
    return rows
  }
  const [categories, platforms] = await Promise.all([
    list('category_clicks', 'categories'),
    list('platform_clicks', 'platforms'),
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

function totalsOf(metric: string, { range }: ClickPeriod) {
  const column = sql.ref(RANGES[range].column)
  return sql`select key, ${column}::bigint as clicks from metric_totals where metric = ${metric} and ${column} > 0`
}

function happenedSince({ range, today }: ClickPeriod) {
  const from = firstDayOf(range, today)
  return from ? sql`created_at >= ${from}::timestamp at time zone 'UTC'` : sql`true`
}
