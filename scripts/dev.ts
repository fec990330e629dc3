import { fillOnFirstStart } from './database/first-start'
import { openDatabase } from './database/with-database'
import { assertPortIsFree, runProcesses } from './serve/processes'
import { runMain } from './serve/stop-request'

/** `npm run dev`: like `npm start`, with hot reload instead of a build. */
await runMain(async (stop) => {
  const { env } = await import('~/env.server')
  await assertPortIsFree(env.PORT)
  const site = `http://localhost:${env.PORT}`
  const database = await openDatabase({ stop, site })
  try {
    await fillOnFirstStart(database, env)
    stop.throwIfAborted()
    const { url: databaseUrl, ready, gaveUp } = database
    const development = ['vite:dev', '--config', 'remix.config.js', '--port', String(env.PORT), '--strictPort']
    return await runProcesses(stop, { port: env.PORT, databaseUrl, ready, gaveUp, development })
  } finally {
    await database.close()
  }
})
