import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ShownStatus } from '~/features/catalog/deals/deal'
import { utcToday } from '~/http/utc-day'

/**
 * The status of `deals` that visitors see, computed by the database. Prepared statements give a placeholder for today.
 */
export const shownStatus = (today: RawBuilder<string> = sql<string>`${utcToday()}`) =>
  sql<ShownStatus>`shown_status(deals.status, deals.start_date, deals.end_date, deals.open_until, ${today}::date)`

/** As in the index by end date: a deal without an end date ends never. */
export const LAST_DAY = sql`coalesce(deals.end_date, 'infinity')`

/**
 * Whether deals are shown with a status. This says the same as the function `shown_status`, from whose result the
 * planner could not estimate how many deals match, in terms of columns that the list indexes have.
 */
export function isShownAs(status: ShownStatus, today = utcToday()) {
  const day = sql`${today}::date`
  const isLastWeek = sql`(deals.status = 'ENDING_SOON' or ${LAST_DAY} <= ${day} + 7)`
  switch (status) {
    case 'EXPIRED':
      return sql<SqlBool>`(deals.status = 'EXPIRED' or deals.end_date < ${day})`
    case 'UPCOMING':
      return sql<SqlBool>`(deals.status <> 'EXPIRED' and deals.start_date > ${day})`
    case 'UNCONFIRMED':
      return sql<SqlBool>`(${isNotExpired(today)} and deals.start_date <= ${day} and deals.open_until < ${day})`
    case 'ENDING_SOON':
      return sql<SqlBool>`(${isOpen(today)} and ${isLastWeek})`
    case 'ACTIVE':
      return sql<SqlBool>`(${isOpen(today)} and not ${isLastWeek})`
  }
}

/** Whether deals can be bought today: they are shown as Active or Ending Soon. */
export const isOpen = (today = utcToday()) =>
  sql<SqlBool>`(deals.status <> 'EXPIRED' and deals.start_date <= ${today}::date and deals.open_until >= ${today}::date)`

/** Whether deals can be bought today or later: they are shown as Active, Ending Soon or Upcoming. */
export const isOpenOrUpcoming = (today = utcToday()) =>
  sql<SqlBool>`(deals.status <> 'EXPIRED' and (deals.open_until >= ${today}::date or deals.start_date > ${today}::date))`

/** Whether the end date of deals has passed. */
export const hasEnded = (today = utcToday()) => sql<SqlBool>`(${LAST_DAY} < ${today}::date)`

/** Whether deals are open, upcoming or not confirmed. */
export const isNotExpired = (today = utcToday()) =>
  sql<SqlBool>`(deals.status <> 'EXPIRED' and ${LAST_DAY} >= ${today}::date)`
