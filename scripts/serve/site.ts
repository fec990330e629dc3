import { prepareDataFolder } from '../database/data-folder'
import type { OpenDatabase } from '../database/with-database'
import { setGenerated } from '../generated-setting'
import type { Child } from './child-process'
import { startJobWorker } from './job-worker'
import { untilAborted } from './stop-request'
import { keepRunning, type SupervisedProcess } from './supervisor'
import { runWebServer } from './web-server'

type Settings = { port: number; siteName: string; note?: string }

/** Serves the built app and runs jobs until a stop is requested. Resolves with the exit code. */
export async function serveSite(stop: AbortSignal, database: OpenDatabase, { port, siteName, note }: Settings) {
  const runWeb = () => runWebServer({ port, databaseUrl: database.url })
  return runUntilStopped(stop, database, runWeb, async () => {
    const { makeFirstAdminUrl } = await import('~/features/people/accounts/first-admin.server')
    const firstAdminUrl = await makeFirstAdminUrl().catch(() => undefined)
    const lines = [
      `${siteName} is running at http://localhost:${port}`,
      note,
      firstAdminUrl &&
        `Become its admin:  ${firstAdminUrl}\nThis address works once, within 24 hours. Or on the command line:`,
      'Make an admin:  npm run user -- create --email you@example.com --password "..." --name "You" --role ADMIN',
      'Stop with Ctrl-C.',
    ]
    console.log(`\n${lines.filter(Boolean).join('\n')}\n`)
  })
}

/**
 * Supervises a web server and the job worker until a stop is requested. Resolves with the exit code. The web server
 * starts at once and reports that it is not ready while the database is unavailable.
 */
export async function runUntilStopped(
  stop: AbortSignal,
  database: OpenDatabase,
  runWeb: () => Child,
  onRunning = async () => {},
) {
  const running: SupervisedProcess[] = []
  try {
    const web = await keepRunning(stop, 'web server', async () => runWeb())
    running.push(web)
    const ends = [untilAborted(stop), database.gaveUp, web.gaveUp]
    await Promise.race([database.ready, ...ends])
    if (stop.aborted) return 0
    const worker = await keepRunning(stop, 'job worker', async () => startJobWorker({ DATABASE_URL: database.url }))
    running.push(worker)
    await onRunning()
    await Promise.race([...ends, worker.gaveUp])
    return 0
  } finally {
    await Promise.all(running.map((supervised) => supervised.stop()))
  }
}

/**
 * The secret that signs cookies. Operators of public sites set it; on a local machine it is generated once and stored.
 *
 * @throws if a public site has none
 */
export async function requireSessionSecret() {
  const { env, sessionSecrets } = await import('~/env.server')
  if (env.SESSION_SECRET) return
  if (env.SITE_URL.startsWith('https:')) {
    throw new Error(
      `SESSION_SECRET must be set, because SITE_URL (${env.SITE_URL}) is public. Make one with: openssl rand -hex 32`,
    )
  }
  prepareDataFolder(env.DATA_DIR)
  setGenerated('SESSION_SECRET', sessionSecrets().join(','))
}
