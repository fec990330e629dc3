import { formatDay, formatMonth } from '~/ui/local-date'
import type { ClicksOfDay } from './click-metrics.server'
import { type DayRange, firstDayOf, shiftDay } from './range'

const MONTHS_FROM = 120

/** One point of the chart: a day (YYYY-MM-DD) or a month (YYYY-MM) with the clicks and visitors of its days. */
export type ChartPeriod = { key: string; clicks: number; visitors: number }

/** All days of a range, including those without clicks; months if there are more than 120 days. */
export function fillPeriods(days: ClicksOfDay[], range: DayRange, today: string): ChartPeriod[] {
  const counted = new Map(days.map((day) => [day.day, day]))
  const filled: ChartPeriod[] = []
  for (let day = firstDayOf(range, today) ?? days[0]?.day ?? today; day <= today; day = shiftDay(day, 1)) {
    filled.push({ key: day, clicks: counted.get(day)?.clicks ?? 0, visitors: counted.get(day)?.visitors ?? 0 })
  }
  return filled.length > MONTHS_FROM ? byMonth(filled) : filled
}

function byMonth(days: ChartPeriod[]) {
  const months = new Map<string, ChartPeriod>()
  for (const { key, clicks, visitors } of days) {
    const month = key.slice(0, 7)
    const sum = months.get(month) ?? { key: month, clicks: 0, visitors: 0 }
    months.set(month, { key: month, clicks: sum.clicks + clicks, visitors: sum.visitors + visitors })
  }
  return [...months.values()]
}

/** "12 Nov", or "Nov 2025" for a month. */
export function periodLabel(key: string) {
  return key.length === 7 ? formatMonth(new Date(`${key}-01`)) : formatDay(new Date(key))
}
