import type { OpenDatabase } from '../database/with-database'
import type { Child } from './child-process'
import { startJobWorker } from './job-worker'
import { keepRunning } from './supervisor'
import { startWebServer } from './web-server'

type Settings = { port: number; siteName: string; note?: string }

/** Serves the built app and works through the job queue until a stop is asked for; gives the exit code. */
export async function serveSite(stop: AbortSignal, database: OpenDatabase, { port, siteName, note }: Settings) {
  const startWeb = () => startWebServer({ port, databaseUrl: database.url })
  const lines = [
    `${siteName} is running at http://localhost:${port}`,
    note,
    'Make an admin:  npm run user -- create --email you@example.com --password "..." --name "You" --role ADMIN',
    'Stop with Ctrl-C.',
  ]
  return runUntilStopped(stop, database, startWeb, () => console.log(`\n${lines.filter(Boolean).join('\n')}\n`))
}

/** Keeps a web server and the job worker running until a stop is asked for; gives the exit code. */
export async function runUntilStopped(
  stop: AbortSignal,
  database: OpenDatabase,
  startWeb: () => Promise<Child>,
  onRunning = () => {},
) {
  const web = await keepRunning(stop, 'web server', startWeb)
  const worker = await keepRunning(stop, 'job worker', async () => startJobWorker({ DATABASE_URL: database.url }))
  onRunning()
  try {
    await Promise.race([web.gaveUp, worker.gaveUp, untilAborted(stop)])
    return 0
  } finally {
    await Promise.all([web.stop(), worker.stop()])
  }
}

function untilAborted(stop: AbortSignal) {
  return new Promise<void>((resolve) => {
    if (stop.aborted) resolve()
    stop.addEventListener('abort', () => resolve(), { once: true })
  })
}
