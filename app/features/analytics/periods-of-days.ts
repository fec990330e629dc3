import type { ClickDay } from './click-metrics.server'
import { firstDayOf, type Range, shiftDay } from './range'

const MONTHS_FROM = 120

/** One point of the chart: a day, or a month of a long time, with the clicks and the visitors of its days. */
export type ChartPeriod = { key: string; clicks: number; visitors: number }

/** Every day of a range, those without clicks too. What is longer than the longest range is told by month. */
export function fillPeriods(days: ClickDay[], range: Range, today: string): ChartPeriod[] {
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
  const isMonth = key.length === 7
  const format: Intl.DateTimeFormatOptions = isMonth
    ? { month: 'short', year: 'numeric' }
    : { day: 'numeric', month: 'short' }
  const date = new Date(isMonth ? `${key}-01` : key)
  return date.toLocaleDateString('en-GB', { ...format, timeZone: 'UTC' }).replace('Sept', 'Sep')
}
