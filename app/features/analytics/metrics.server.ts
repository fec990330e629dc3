import {
  countClicks,
  findPeriod,
  listClickDays,
  listDealClicks,
  listGroupClicks,
  listReferrerClicks,
} from './click-metrics.server'
import { listEmptySearches } from './empty-searches.server'
import { fillPeriods } from './periods-of-days'
import type { Range } from './range'
import { findTotals } from './totals.server'

const LINES = 20

/** Everything the analytics page shows of a range, from one parallel round of queries. */
export async function findMetrics(range: Range) {
  const period = await findPeriod(range)
  const [clicks, totals, days, deals, groups, referrers, searches] = await Promise.all([
    countClicks(),
    findTotals(),
    listClickDays(period),
    listDealClicks(period, LINES),
    listGroupClicks(period, LINES),
    listReferrerClicks(period, LINES),
    listEmptySearches(range, period.today, LINES),
  ])
  const periods = fillPeriods(days, range, period.today)
  const { updated_at, is_current } = period
  return { updated_at, is_current, clicks, totals, periods, deals, ...groups, referrers, searches }
}

export type Metrics = Awaited<ReturnType<typeof findMetrics>>
