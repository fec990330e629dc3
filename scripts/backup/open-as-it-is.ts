import fs from 'node:fs'
import path from 'node:path'
import { openEmbedded } from '../database/embedded'
import { assertUsable } from '../database/external-database'

/**
 * Opens the configured database without migrating it, and sets its address for the app's modules.
 *
 * @param isMade whether an embedded one is made if there is none
 * @throws an Error that says what is in the way
 */
export async function openAsItIs({ isMade = false } = {}) {
  const { env } = await import('~/env.server')
  if (env.DATABASE_URL) {
    const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL
    await assertUsable(url)
    return { url, isEmbedded: false, close: async () => {} }
  }
  if (!isMade && !fs.existsSync(path.join(env.DATA_DIR, 'postgres'))) {
    throw new Error(
      `There is no database in ${path.resolve(env.DATA_DIR)}. Set DATA_DIR or DATABASE_URL to that of the site.`,
    )
  }
  const { url, close } = await openEmbedded(env.DATA_DIR, { use: 'command' })
  env.DATABASE_URL = url
  env.DATABASE_DIRECT_URL = undefined
  return { url, isEmbedded: true, close }
}
