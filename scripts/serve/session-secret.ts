import { prepareDataFolder } from '../database/data-folder'

/**
 * Cookies of a public site are signed with a secret that its operator keeps. On one's own machine a secret that is
 * made once will do.
 *
 * @throws when a public site has none
 */
export async function requireSessionSecret() {
  const { env, sessionSecrets } = await import('~/env.server')
  if (env.SESSION_SECRET) return
  if (env.SITE_URL.startsWith('https:')) {
    throw new Error(
      `SESSION_SECRET must be set, because SITE_URL (${env.SITE_URL}) is public. Make one with: openssl rand -hex 32`,
    )
  }
  prepareDataFolder(env.DATA_DIR)
  process.env.SESSION_SECRET = sessionSecrets().join(',')
}
