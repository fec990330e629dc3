import {
  countClicks,
  findPeriod,
  listClickDays,
  listDealClicks,
  listGroupClicks,
  listLinkClicks,
  listReferrerClicks,
} from './click-metrics.server'
import { listEmptySearches } from './empty-searches.server'
import { fillPeriods } from './periods-of-days'
import type { DayRange } from './range'
import { findTotals } from './totals.server'

const TABLE_ROWS = 20

/** All data of the analytics page for a range, read in parallel. */
export async function findMetrics(range: DayRange) {
  const period = await findPeriod(range)
  const [clicks, totals, days, deals, groups, programs, referrers, searches] = await Promise.all([
    countClicks(),
    findTotals(),
    listClickDays(period),
    listDealClicks(period, TABLE_ROWS),
    listGroupClicks(period, TABLE_ROWS),
    listLinkClicks(period, TABLE_ROWS),
    listReferrerClicks(period, TABLE_ROWS),
    listEmptySearches(range, period.today, TABLE_ROWS),
  ])
  const periods = fillPeriods(days, range, period.today)
  const { updated_at, is_current } = period
  return { updated_at, is_current, clicks, totals, periods, deals, ...groups, programs, referrers, searches }
}

export type Metrics = Awaited<ReturnType<typeof findMetrics>>
