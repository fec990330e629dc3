import type { JobHelpers } from 'graphile-worker'
import { utcToday } from '~/http/utc-day'
import { compareProducts } from './compare-products.server'
import { deleteEmptyVendors, joinDeals } from './join-deals.server'
import { refreshOffers } from './refresh-offers.server'

/** The day as of which this process has marked the current offers. */
let refreshedOn: string | undefined

/**
 * Job, every minute: joins deals without keys to their products, and compares new products. In the first minute of a day,
 * and after a start, it also marks the current offers anew and deletes vendors that nothing belongs to.
 */
export async function keepProducts(_payload: unknown, { abortSignal }: Pick<JobHelpers, 'abortSignal'>) {
  await joinDeals(abortSignal)
  const today = utcToday()
  if (refreshedOn !== today) {
    await refreshOffers(abortSignal)
    await deleteEmptyVendors()
    refreshedOn = today
  }
  await compareProducts({ signal: abortSignal })
}
