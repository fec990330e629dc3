import { pluralize } from '~/ui/pluralize'

/** More items than this before one's own are not counted. */
export const QUEUE_POSITION_CAP = 1_000

const HOUR = 3_600
const DAY = 24 * HOUR

/** "1 hour", "14 hours", "2 days": how long a decision takes at most, rounded up. */
export function roundUpTime(seconds: number) {
  const hours = Math.max(Math.ceil(seconds / HOUR), 1)
  return hours < 24 ? pluralize(hours, 'hour') : pluralize(Math.ceil(seconds / DAY), 'day')
}

/** "30 minutes", "14 hours", "2 days": how long a decision took. */
export function roundTime(seconds: number) {
  if (seconds < HOUR) return pluralize(Math.max(Math.round(seconds / 60), 1), 'minute')
  return seconds < 2 * DAY ? pluralize(Math.round(seconds / HOUR), 'hour') : pluralize(Math.round(seconds / DAY), 'day')
}

/** How many items of its kind are before one's own. */
export function describeQueuePosition(before: number) {
  if (before === 0) return 'yours is next'
  return before > QUEUE_POSITION_CAP
    ? `more than ${QUEUE_POSITION_CAP.toLocaleString('en-US')} before yours`
    : `${before} before yours`
}
