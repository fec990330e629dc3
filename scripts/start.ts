import { ensureBuild } from './build'
import { fillOnFirstStart } from './database/first-start'
import { openDatabase } from './database/with-database'
import { serveSite } from './serve/site'
import { runToTheEnd } from './serve/stop-request'
import { assertPortIsFree } from './serve/web-server'

/** `npm start`: everything from an empty checkout to a running site, and everything down again in the right order. */
await runToTheEnd(async (stop) => {
  const { env, sessionSecrets } = await import('~/env.server')
  // On one's own machine a secret that is made once will do; a public site has to name its own.
  if (!env.SITE_URL.startsWith('https:')) process.env.SESSION_SECRET ||= sessionSecrets().join(',')
  await assertPortIsFree(env.PORT)
  const database = await openDatabase()
  try {
    stop.throwIfAborted()
    await ensureBuild(stop)
    const isFilled = await fillOnFirstStart(database, env)
    stop.throwIfAborted()
    const note = isFilled ? 'It shows demo content. SEED_DEMO=0 on the first start leaves it out.' : undefined
    return await serveSite(stop, database, { port: env.PORT, siteName: env.SITE_NAME, note })
  } finally {
    await database.close()
  }
})
