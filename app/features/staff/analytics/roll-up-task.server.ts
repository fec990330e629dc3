import { deleteOldClickKeys } from '~/features/audience/clicks/clicks.server'
import { deleteOldSearches } from './empty-searches.server'
import { rollUp } from './roll-up.server'

/** Job, every minute: updates the metrics and deletes expired rows. */
export async function rollUpMetrics() {
  await rollUp()
  await deleteOldClickKeys()
  await deleteOldSearches()
}
