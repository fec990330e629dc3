import { prepareDataFolder } from '../database/embedded'
import { setGenerated } from '../generated-setting'

/**
 * The secret that signs cookies. Operators of public sites set it; on a local machine it is generated once and stored.
 *
 * @throws if a public site has none
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
  setGenerated('SESSION_SECRET', sessionSecrets().join(','))
}
