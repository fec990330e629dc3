import { ensureBuild } from './build'
import { openDatabase } from './database/with-database'
import { runToTheEnd, untilStopped } from './serve/stop-request'
import { assertPortIsFree, startWebServer } from './serve/web-server'

/** `npm start`: everything from an empty checkout to a running site, and everything down again in the right order. */
async function start(stop: AbortSignal) {
  const { env } = await import('~/env.server')
  await assertPortIsFree(env.PORT)
  await ensureBuild(stop)

  const database = await openDatabase()
  try {
    stop.throwIfAborted()
    const web = await startWebServer({ port: env.PORT, databaseUrl: database.url })
    console.log(welcome(env.SITE_NAME, env.PORT, false))
    const code = await untilStopped(stop, [web])
    await web.stop()
    return code
  } finally {
    await database.close()
  }
}

function welcome(name: string, port: number, hasNewDemo: boolean) {
  return [
    '',
    `${name} is running at http://localhost:${port}`,
    ...(hasNewDemo ? ['It shows demo content. SEED_DEMO=0 on the first start leaves it out.'] : []),
    'Make an admin:  npm run user -- create --email you@example.com --password "..." --name "You" --role ADMIN',
    'Stop with Ctrl-C.',
    '',
  ].join('\n')
}

await runToTheEnd(start)
