import path from 'node:path'
import { fillOnFirstStart } from './database/first-start'
import { openDatabase } from './database/with-database'
import { startChild } from './serve/child-process'
import { runUntilStopped } from './serve/site'
import { runMain } from './serve/stop-request'
import { assertPortIsFree } from './serve/web-server'

/** `npm run dev`: like `npm start`, with hot reload instead of a build. */
await runMain(async (stop) => {
  const { env } = await import('~/env.server')
  await assertPortIsFree(env.PORT)
  const database = await openDatabase({ stop })
  try {
    await fillOnFirstStart(database, env)
    stop.throwIfAborted()
    const cli = path.resolve('node_modules/@remix-run/dev/dist/cli.js')
    const runVite = () =>
      startChild([cli, 'vite:dev', '--config', 'remix.config.js', '--port', String(env.PORT), '--strictPort'], {
        env: { NODE_ENV: 'development', DATABASE_URL: database.url },
      })
    return await runUntilStopped(stop, database, runVite)
  } finally {
    await database.close()
  }
})
