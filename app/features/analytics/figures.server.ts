import {
  countClicks,
  findPeriod,
  listClickDays,
  listDealClicks,
  listPlaceClicks,
  listReferrerClicks,
} from './click-figures.server'
import { listEmptySearches } from './empty-searches.server'
import { fillPeriods } from './periods-of-days'
import type { Range } from './range'
import { findTotals } from './totals.server'

const LINES = 20

/** Everything the analytics page shows of a range, from one parallel round of queries. */
export async function findFigures(range: Range) {
  const period = await findPeriod(range)
  const [clicks, totals, days, deals, places, referrers, searches] = await Promise.all([
    countClicks(),
    findTotals(),
    listClickDays(period),
    listDealClicks(period, LINES),
    listPlaceClicks(period, LINES),
    listReferrerClicks(period, LINES),
    listEmptySearches(range, period.today, LINES),
  ])
  const periods = fillPeriods(days, range, period.today)
  return { clicks, totals, periods, deals, ...places, referrers, searches }
}

export type Figures = Awaited<ReturnType<typeof findFigures>>
