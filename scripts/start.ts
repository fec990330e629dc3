import { ensureBuild } from './build'
import { assertUnused, prepareDataFolder } from './database/embedded'
import { fillOnFirstStart } from './database/first-start'
import { openDatabase } from './database/with-database'
import { assertPortIsFree } from './serve/processes'
import { serveSite } from './serve/serve-site'
import { requireSessionSecret } from './serve/session-secret'
import { runMain } from './serve/stop-request'

/** `npm start`: from an empty checkout to a running site. Stops everything in the right order. */
await runMain(async (stop) => {
  const { env } = await import('~/env.server')
  // Problems are reported before anything is built, started or migrated.
  if (!env.DATABASE_URL) assertUnused(prepareDataFolder(env.DATA_DIR))
  await requireSessionSecret()
  await assertPortIsFree(env.PORT)
  await ensureBuild(stop)
  stop.throwIfAborted()
  const database = await openDatabase({ stop, site: `http://localhost:${env.PORT}` })
  try {
    const isFilled = await fillOnFirstStart(database, env)
    stop.throwIfAborted()
    const note = isFilled ? 'It shows demo content. SEED_DEMO=0 on the first start leaves it out.' : undefined
    return await serveSite(stop, database, { port: env.PORT, siteName: env.SITE_NAME, note })
  } finally {
    await database.close()
  }
})
