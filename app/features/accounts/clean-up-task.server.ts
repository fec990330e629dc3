import { cleanUpImports } from '~/features/csv-import/clean-up-imports.server'
import { deleteExpiredLimits } from '~/features/limits/limits.server'
import { deleteDeadSessions } from './sessions.server'
import { deleteDeadTokens } from './tokens.server'

/** Once a day: what has expired is refused all along, here it goes. */
export async function cleanUp() {
  await deleteDeadSessions()
  await deleteDeadTokens()
  await deleteExpiredLimits()
  await cleanUpImports()
}
