import fs from 'node:fs'
import path from 'node:path'
import { openEmbeddedDatabase } from '../database/embedded-database'
import { assertUsable } from '../database/external-database'

/** Which of them: one that exists, which others may use too; or one for this process alone, made if missing. */
type Access = 'existing' | 'exclusive'

/**
 * Opens the configured database without migrating it, and sets its address for the app's modules.
 *
 * @throws an Error that says what is in the way
 */
export async function openAsItIs(access: Access) {
  const { env } = await import('~/env.server')
  if (env.DATABASE_URL) {
    const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL
    await assertUsable(url)
    return { url, isEmbedded: false, close: async () => {} }
  }
  if (access === 'existing' && !fs.existsSync(path.join(env.DATA_DIR, 'postgres'))) {
    throw new Error(
      `There is no database in ${path.resolve(env.DATA_DIR)}. Set DATA_DIR or DATABASE_URL to that of the site.`,
    )
  }
  const { url, close } = await openEmbeddedDatabase({
    dataDir: env.DATA_DIR,
    use: access === 'exclusive' ? 'exclusive' : 'command',
  })
  env.DATABASE_URL = url
  env.DATABASE_DIRECT_URL = undefined
  return { url, isEmbedded: true, close }
}
