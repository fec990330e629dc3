import ical, { ICalCalendarMethod } from 'ical-generator'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import { siteUrl } from '~/http/page.server'
import { addDays, utcToday } from '~/http/utc-day'
import { site } from '~/site.server'

/** How long a date stays in the calendar after it has passed, in days. */
const PAST_DAYS = 31
/** How often calendar programs are asked to look again. */
const REFRESH_SECONDS = 6 * 60 * 60

type Entry = {
  /** What the date belongs to; with its kind the stable identity of the entry. */
  id: string
  kind: 'refund' | 'redeem' | 'end'
  day: string
  title: string
  slug: string | null
}

/**
 * A member's dates as iCalendar (RFC 5545): refund deadlines and redeem-by dates of their purchases, and the ends of the
 * deals they follow. Each is a whole day, so it is the same day in every time zone.
 */
export async function writeCalendar(userId: string) {
  const calendar = ical({
    name: site.name,
    description: 'Refund deadlines, redeem-by dates, and ends of the deals you follow.',
    prodId: { company: site.name, product: 'calendar', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  })
  const host = new URL(env.SITE_URL).hostname
  for (const { id, kind, day, title, slug } of await listEntries(userId)) {
    calendar.createEvent({
      id: `${kind}-${id}@${host}`,
      start: new Date(day),
      allDay: true,
      // The last change is not known; with a fixed stamp an unchanged calendar stays byte-identical.
      stamp: new Date(day),
      summary: SUMMARIES[kind](title),
      url: slug === null ? siteUrl('/account/purchases') : siteUrl(`/deals/${slug}`),
    })
  }
  return calendar.toString()
}

const SUMMARIES: Record<Entry['kind'], (title: string) => string> = {
  refund: (title) => `${title}: last day to get a refund`,
  redeem: (title) => `${title}: last day to redeem your code`,
  end: (title) => `${title}: the deal ends`,
}

async function listEntries(userId: string) {
  const since = addDays(utcToday(), -PAST_DAYS)
  const { rows } = await sql<Entry>`
    with owned as (
      select purchases.id, bought_on, title, case when published then deals.slug end as slug, redeem_days,
        coalesce(deals.refund_days, platforms.refund_days) as refund_days
      from purchases join deals on deals.id = purchases.deal_id join platforms on platforms.id = deals.platform_id
      where user_id = ${userId} and bought_on is not null and refunded_on is null)
    select * from (
      select id, 'refund' as kind, bought_on + refund_days as day, title, slug from owned where refund_days > 0
      union all
      select id, 'redeem', bought_on + redeem_days, title, slug from owned where redeem_days is not null
      union all
      select deals.id, 'end', end_date, title, slug from bookmarks join deals on deals.id = deal_id
      where user_id = ${userId} and tells_ending and published and status <> 'EXPIRED' and end_date is not null
    ) as entries
    where day >= ${since}::date order by day, kind, id limit 1000`.execute(db)
  return rows
}
