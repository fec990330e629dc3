import path from 'node:path'
import { fillOnFirstStart } from './database/first-start'
import { openDatabase } from './database/with-database'
import { startChild } from './serve/child-process'
import { runToTheEnd, untilStopped } from './serve/stop-request'
import { assertPortIsFree } from './serve/web-server'

/** `npm run dev`: as `npm start`, with hot reload instead of a build. */
async function develop(stop: AbortSignal) {
  const { env } = await import('~/env.server')
  await assertPortIsFree(env.PORT)
  const database = await openDatabase()
  try {
    await fillOnFirstStart(database, env)
    stop.throwIfAborted()
    const cli = path.resolve('node_modules/@remix-run/dev/dist/cli.js')
    const vite = startChild([cli, 'vite:dev', '--config', 'remix.config.js', '--port', String(env.PORT)], {
      env: { NODE_ENV: 'development', DATABASE_URL: database.url },
    })
    const code = await untilStopped(stop, [vite])
    await vite.stop()
    return code
  } finally {
    await database.close()
  }
}

await runToTheEnd(develop)
