import type { z } from 'zod'
import { readValue, rejectUnparsed } from '~/http/forms.server'
import { pluralize } from '~/ui/pluralize'
import { findRetryAfter, LIMITS, type Limit } from './limits.server'

type DailyLimit = Extract<
  Limit,
  'review of account' | 'answer of account' | 'change report of account' | 'comment of account'
>

/** The reply for `invalid` at the daily limit: the form is returned with the entered values. */
export function dailyLimitReached(limit: DailyLimit, seconds: number) {
  const posts = pluralize(LIMITS[limit].points, limit.slice(0, -' of account'.length))
  const formErrors = [`You can post ${posts} a day. Your text is kept below. Try again in ${formatWait(seconds)}.`]
  return { status: 429, retryAfter: seconds, formErrors }
}

/**
 * Rejects a form at the daily limit before it is parsed. A repeated submit of an accepted form is not rejected: `post`
 * recognizes it, and the action continues as for the first.
 *
 * @returns the response, or undefined when the action should continue
 */
export async function rejectAtLimit<Schema extends z.ZodType>(
  request: Request,
  user: { id: string },
  limit: DailyLimit,
  schema: Schema,
  post: (value: z.output<Schema>) => Promise<string | { retryAfter: number }>,
) {
  const wait = await findRetryAfter(limit, user.id)
  if (!wait) return undefined
  const value = await readValue(request, schema)
  const outcome = value === undefined ? { retryAfter: wait } : await post(value)
  return typeof outcome === 'object' ? rejectUnparsed(request, dailyLimitReached(limit, outcome.retryAfter)) : undefined
}

/** "a minute", "12 minutes", "5 hours", rounded up. */
export function formatWait(seconds: number) {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return 'a minute'
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
