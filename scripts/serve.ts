import { openDatabase } from './database/with-database'
import { assertPortIsFree } from './serve/processes'
import { serveSite } from './serve/serve-site'
import { requireSessionSecret } from './serve/session-secret'
import { runMain } from './serve/stop-request'

/** The command of the container: migrates an existing database and serves the built app. */
await runMain(async (stop) => {
  const { env } = await import('~/env.server')
  if (!env.DATABASE_URL) throw new Error('Set DATABASE_URL to a PostgreSQL 15 or later.')
  await requireSessionSecret()
  await assertPortIsFree(env.PORT)
  const database = await openDatabase({ stop })
  return serveSite(stop, database, { port: env.PORT, siteName: env.SITE_NAME })
})
