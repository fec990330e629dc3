import type { z } from 'zod'
import { readValue, rejectUnparsed } from '~/http/forms.server'
import { pluralize } from '~/ui/pluralize'
import { findRetryAfter, LIMITS, type Limit } from './limits.server'
import type { PostOutcome } from './lock-author.server'

type DailyLimit = Extract<Limit, 'review of account' | 'change report of account' | 'comment of account'>

/** The reply for `invalid` when a person has posted the most of a day: the form comes back with what was typed. */
export function dailyLimitReached(limit: DailyLimit, seconds: number) {
  const most = pluralize(LIMITS[limit].points, limit.slice(0, -' of account'.length))
  const formErrors = [`You can post ${most} a day. Your text is kept below. Try again in ${formatWait(seconds)}.`]
  return { status: 429, retryAfter: seconds, formErrors }
}

/**
 * Answers a person who has posted the most of a day, before their form is parsed. The second click on a form that was
 * taken is not turned down: `post` knows it, and undefined lets it go on to the answer of the first.
 */
export async function rejectAtLimit<Schema extends z.ZodType>(
  request: Request,
  user: { id: string },
  limit: DailyLimit,
  schema: Schema,
  post: (value: z.output<Schema>) => Promise<PostOutcome>,
) {
  const wait = await findRetryAfter(limit, user.id)
  if (!wait) return undefined
  const value = await readValue(request, schema)
  const outcome = value === undefined ? { retryAfter: wait } : await post(value)
  return typeof outcome === 'object' ? rejectUnparsed(request, dailyLimitReached(limit, outcome.retryAfter)) : undefined
}

/** "a minute", "12 minutes", "5 hours": rounded up, so that waiting that long is enough. */
export function formatWait(seconds: number) {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return 'a minute'
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
