/** The ranges of the analytics page, each with the column that sums it up. Days are those of UTC, today included. */
export const RANGES = {
  '7': { label: '7 days', title: 'Last 7 days', column: 'last_7' },
  '30': { label: '30 days', title: 'Last 30 days', column: 'last_30' },
  '90': { label: '90 days', title: 'Last 90 days', column: 'last_90' },
  all: { label: 'All', title: 'All time', column: 'all_time' },
} as const

export type Range = keyof typeof RANGES
export const RANGE_NAMES: Range[] = ['7', '30', '90', 'all']
/** In the order of RANGE_NAMES. */
export const TOTAL_COLUMNS = RANGE_NAMES.map((name) => RANGES[name].column)
/** The lengths in days of those that move on every day. */
export const MOVING_RANGES = [7, 30, 90]

/** Anything but a range is the one that the page opens with. */
export function parseRange(request: Request): Range {
  const asked = new URL(request.url).searchParams.get('range') ?? ''
  return RANGE_NAMES.find((name) => name === asked) ?? '30'
}

const DAY = 24 * 60 * 60 * 1000

/** The day so many days before or after another, both as YYYY-MM-DD. */
export function shiftDay(day: string, by: number) {
  return new Date(Date.parse(day) + by * DAY).toISOString().slice(0, 10)
}

/** The first day of a range; undefined for all there is. */
export function firstDayOf(range: Range, today: string) {
  return range === 'all' ? undefined : shiftDay(today, 1 - Number(range))
}

/** The tables of the page, each of which can be downloaded. */
export const METRIC_TABLES = ['days', 'deals', 'categories', 'platforms', 'referrers', 'searches'] as const
export type MetricTable = (typeof METRIC_TABLES)[number]
