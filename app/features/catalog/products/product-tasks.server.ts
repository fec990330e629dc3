import type { JobHelpers } from 'graphile-worker'
import { db } from '~/db/database.server'
import { compareProducts, countUncompared } from './compare-products.server'
import { compareProductsSoon } from './compare-soon.server'
import { deleteEmptyVendors } from './delete-empty-vendors.server'
import { refreshOffers } from './refresh-offers.server'

type Helpers = Pick<JobHelpers, 'abortSignal'>

/** Job: compares new products. After half a minute the rest is left to another job, so that others get their turn. */
export async function compareNewProducts(_payload: unknown, { abortSignal }: Helpers) {
  await compareProducts({ signal: abortSignal })
  if ((await countUncompared()) > 0) await compareProductsSoon(db)
}

/**
 * Job, at midnight UTC: marks the current offers of the new day, deletes vendors that nothing belongs to, and compares
 * products that a failed job left.
 */
export async function refreshProducts(payload: unknown, helpers: Helpers) {
  await refreshOffers(helpers.abortSignal)
  await deleteEmptyVendors()
  await compareNewProducts(payload, helpers)
}
