/** The ranges of the analytics page, with their columns in metric_totals. Days are in UTC and include today. */
export const RANGES = {
  '7': { label: '7 days', title: 'Last 7 days', column: 'last_7' },
  '30': { label: '30 days', title: 'Last 30 days', column: 'last_30' },
  '90': { label: '90 days', title: 'Last 90 days', column: 'last_90' },
  all: { label: 'All', title: 'All time', column: 'all_time' },
} as const

export type DayRange = keyof typeof RANGES
export const RANGE_NAMES: DayRange[] = ['7', '30', '90', 'all']

/** The range of the URL, by default 30 days. */
export function parseRange(request: Request): DayRange {
  const requested = new URL(request.url).searchParams.get('range') ?? ''
  return RANGE_NAMES.find((name) => name === requested) ?? '30'
}

const DAY = 24 * 60 * 60 * 1000

/** Adds days to a day; both days are YYYY-MM-DD. */
export function shiftDay(day: string, by: number) {
  return new Date(Date.parse(day) + by * DAY).toISOString().slice(0, 10)
}

/** The first day of a range; undefined for "all". */
export function firstDayOf(range: DayRange, today: string) {
  return range === 'all' ? undefined : shiftDay(today, 1 - Number(range))
}

/** The tables of the page that can be downloaded. */
export const METRIC_TABLES = ['days', 'deals', 'categories', 'platforms', 'programs', 'referrers'] as const
export type MetricTable = (typeof METRIC_TABLES)[number]
