import {
  countClicks,
  listClickDays,
  listDealClicks,
  listGroupClicks,
  listLinkClicks,
  listReferrerClicks,
  periodOf,
} from './click-metrics.server'
import { fillPeriods } from './periods-of-days'
import type { DayRange } from './range'
import { findTotals } from './totals.server'

const TABLE_ROWS = 20

/** All data of the analytics page for a range, read in parallel. */
export async function findMetrics(range: DayRange) {
  const period = periodOf(range)
  const [clicks, totals, days, deals, groups, programs, referrers] = await Promise.all([
    countClicks(),
    findTotals(),
    listClickDays(period),
    listDealClicks(period, TABLE_ROWS),
    listGroupClicks(period, TABLE_ROWS),
    listLinkClicks(period, TABLE_ROWS),
    listReferrerClicks(period, TABLE_ROWS),
  ])
  const periods = fillPeriods(days, range, period.today)
  return { clicks, totals, periods, deals, ...groups, programs, referrers }
}

export type Metrics = Awaited<ReturnType<typeof findMetrics>>
