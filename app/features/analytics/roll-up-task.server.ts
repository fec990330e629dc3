import { forgetOldRepeats } from '~/features/clicks/clicks.server'
import { forgetOldSearches } from './empty-searches.server'
import { rollUpClicks } from './roll-up.server'
import { sumUpTallies } from './totals.server'

/** Every minute: keeps what the analytics page adds up by itself short, and throws away what has had its time. */
export async function rollUpFigures() {
  await rollUpClicks()
  await sumUpTallies()
  await forgetOldRepeats()
  await forgetOldSearches()
}
