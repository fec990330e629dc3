import { type RawBuilder, sql } from 'kysely'
import type { DealStatus } from '~/db/schema'
import { utcToday } from '~/http/utc-day'

/** The status of `deals` that visitors see, computed by the database. Prepared statements give a placeholder for today. */
export const shownStatus = (today: RawBuilder<string> = sql<string>`${utcToday()}`) =>
  sql<DealStatus>`shown_status(deals.status, deals.start_date, deals.end_date, ${today}::date)`
