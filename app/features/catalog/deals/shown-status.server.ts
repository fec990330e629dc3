import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ShownStatus } from '~/features/catalog/deals/deal'
import { utcToday } from '~/http/utc-day'

/** The status of `deals` that visitors see, computed by the database. Prepared statements give a placeholder for today. */
export const shownStatus = (today: RawBuilder<string> = sql<string>`${utcToday()}`) =>
  sql<ShownStatus>`shown_status(deals.status, deals.start_date, deals.end_date, deals.seen_on, ${today}::date)`

/** As in the index by end date: a deal without an end date ends never. */
export const LAST_DAY = sql`coalesce(deals.end_date, 'infinity')`

/** Days after which an offer without an end date is not confirmed, unless it was seen again. */
const CONFIRMED_FOR = sql.lit(365)

/** Without an end date, and last seen more than a year ago. */
const isLongUnseen = (today: string) =>
  sql<SqlBool>`(deals.end_date is null and deals.seen_on < ${today}::date - ${CONFIRMED_FOR})`

/**
 * Whether deals are shown with a status. This says the same as the function `shown_status`, from whose result the
 * planner could not estimate how many deals match, in terms of columns that the list indexes have.
 */
export function isShownAs(status: ShownStatus, today = utcToday()) {
  const day = sql`${today}::date`
  const hasStarted = sql`deals.status in ('ACTIVE', 'UPCOMING') and deals.start_date <= ${day}`
  switch (status) {
    case 'EXPIRED':
      return sql<SqlBool>`(deals.status = 'EXPIRED' or deals.end_date < ${day})`
    case 'UPCOMING':
      return sql<SqlBool>`(${isNotExpired(today)} and deals.start_date > ${day})`
    case 'ENDING_SOON':
      return sql<SqlBool>`(deals.start_date <= ${day} and (
        deals.status <> 'EXPIRED' and deals.end_date between ${day} and ${day} + 7
        or deals.status = 'ENDING_SOON' and ${LAST_DAY} > ${day} + 7))`
    case 'UNCONFIRMED':
      return sql<SqlBool>`(${hasStarted} and ${isLongUnseen(today)})`
    case 'ACTIVE':
      return sql<SqlBool>`(${hasStarted} and ${LAST_DAY} > ${day} + 7 and not ${isLongUnseen(today)})`
  }
}

/** Whether deals can be bought today: they are shown as Active or Ending Soon. */
export const isOpen = (today = utcToday()) =>
  sql<SqlBool>`(${isOpenOrUpcoming(today)} and deals.start_date <= ${today}::date)`

/** Whether deals can be bought today or later: they are shown as Active, Ending Soon or Upcoming. */
export const isOpenOrUpcoming = (today = utcToday()) =>
  sql<SqlBool>`(${isNotExpired(today)}
    and (deals.status = 'ENDING_SOON' or deals.start_date > ${today}::date or not ${isLongUnseen(today)}))`

/** Whether the end date of deals has passed. */
export const hasEnded = (today = utcToday()) => sql<SqlBool>`(${LAST_DAY} < ${today}::date)`

/** Whether staff set deals to Expired before their end date. */
export const isExpiredEarly = (today = utcToday()) =>
  sql<SqlBool>`(deals.status = 'EXPIRED' and ${LAST_DAY} >= ${today}::date)`

/** Whether deals are open, upcoming or not confirmed. */
export const isNotExpired = (today = utcToday()) =>
  sql<SqlBool>`(deals.status <> 'EXPIRED' and ${LAST_DAY} >= ${today}::date)`
