import { ensureBuild } from './build'
import { assertAvailable, prepareDataFolder } from './database/data-folder'
import { fillOnFirstStart } from './database/first-start'
import { openDatabase } from './database/with-database'
import { requireSessionSecret, serveSite } from './serve/site'
import { runMain } from './serve/stop-request'
import { assertPortIsFree } from './serve/web-server'

/** `npm start`: from an empty checkout to a running site. Stops everything in the right order. */
await runMain(async (stop) => {
  const { env } = await import('~/env.server')
  // Problems are reported before anything is built, started or migrated.
  if (!env.DATABASE_URL) assertAvailable(prepareDataFolder(env.DATA_DIR), 'site')
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
