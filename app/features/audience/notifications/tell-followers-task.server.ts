import type { JobHelpers } from 'graphile-worker'
import { utcToday } from '~/http/utc-day'
import { noteDates } from './deal-events.server'
import { tellFollowers } from './tell-followers.server'

/** Job: tells the followers of deals, products, vendors and categories what happened. */
export async function tellFollowersOfEvents(_payload: unknown, { abortSignal }: Pick<JobHelpers, 'abortSignal'>) {
  await tellFollowers({ signal: abortSignal })
}

/** Daily job: notes deals that end soon or have ended by their date. */
export async function noteDatesOfDeals() {
  await noteDates(utcToday())
}
