import { sql } from 'kysely'
import type { DealStatus } from '~/db/schema'
import { utcToday } from '~/http/utc-day'

/** The status of `deals` that visitors see today, computed by the database. */
export const shownStatus = () =>
  sql<DealStatus>`shown_status(deals.status, deals.start_date, deals.end_date, ${utcToday()}::date)`
