import { ensureBuild } from './build'
import { openDatabase } from './database/with-database'
import { serveSite } from './serve/site'
import { runToTheEnd } from './serve/stop-request'
import { assertPortIsFree } from './serve/web-server'

/** `npm start`: everything from an empty checkout to a running site, and everything down again in the right order. */
await runToTheEnd(async (stop) => {
  const { env } = await import('~/env.server')
  await assertPortIsFree(env.PORT)
  const database = await openDatabase()
  try {
    stop.throwIfAborted()
    await ensureBuild(stop)
    return await serveSite(stop, database, { port: env.PORT, siteName: env.SITE_NAME })
  } finally {
    await database.close()
  }
})
