import { deleteOldClickKeys } from '~/features/clicks/clicks.server'
import { deleteOldSearches } from './empty-searches.server'
import { rollUp } from './roll-up.server'

/** Every minute: brings the analytics page up to date and deletes what has expired. */
export async function rollUpMetrics() {
  await rollUp()
  await deleteOldClickKeys()
  await deleteOldSearches()
}
