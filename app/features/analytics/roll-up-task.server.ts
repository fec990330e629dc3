import { forgetOldRepeats } from '~/features/clicks/clicks.server'
import { forgetOldSearches } from './empty-searches.server'
import { rollUp } from './roll-up.server'

/** Every minute: brings the analytics page up to date and deletes what has expired. */
export async function rollUpMetrics() {
  await rollUp()
  await forgetOldRepeats()
  await forgetOldSearches()
}
