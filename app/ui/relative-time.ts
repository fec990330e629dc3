import { pluralize } from './pluralize'

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const RELATIVE_TIME = new Intl.RelativeTimeFormat('en-US')

/**
 * "2 minutes ago", in the largest whole unit. Called on the server only, because the clock of a browser may be wrong.
 */
export function formatAgo(moment: Date, now = new Date()) {
  const seconds = (now.getTime() - moment.getTime()) / 1000
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? []
  return unit ? RELATIVE_TIME.format(-Math.floor(seconds / length), unit) : 'just now'
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** "50 minutes", "28 hours" up to two days, then "3 days": how long something waits. */
export function formatAge(since: Date, now: Date) {
  const waited = Math.max(now.getTime() - since.getTime(), 0)
  if (waited < HOUR) return pluralize(Math.max(Math.floor(waited / 60_000), 1), 'minute')
  return waited < 2 * DAY ? pluralize(Math.floor(waited / HOUR), 'hour') : pluralize(Math.floor(waited / DAY), 'day')
}

/** "6 days", "14 months" up to two years, then "2 years": how long an account exists. */
export function formatAccountAge(since: Date, now: Date) {
  const days = Math.floor((now.getTime() - since.getTime()) / DAY)
  if (days < 1) return 'under a day'
  if (days < 30) return pluralize(days, 'day')
  const months = Math.max(Math.floor(days / 30.44), 1)
  return months < 24 ? pluralize(months, 'month') : pluralize(Math.floor(months / 12), 'year')
}
