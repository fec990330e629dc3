import { counted } from '~/ui/counted'
import { LIMITS, type Limit } from './limits.server'

type DailyLimit = Extract<Limit, 'review of account' | 'change report of account' | 'comment of account'>

/** The reply for `invalid` when a person has posted the most of a day: the form comes back with what was typed. */
export function tooManyToday(limit: DailyLimit, seconds: number) {
  const most = counted(LIMITS[limit].points, limit.slice(0, -' of account'.length))
  const formErrors = [`You can post ${most} a day. Your text stays below: try again in ${waitOf(seconds)}.`]
  return { status: 429, retryAfter: seconds, formErrors }
}

/** "a minute", "12 minutes", "5 hours": rounded up, so that waiting that long is enough. */
export function waitOf(seconds: number) {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return 'a minute'
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
