import { setGenerated } from '../generated-setting'
import { CommandError } from '../serve/stop-request'
import { openEmbedded } from './embedded'
import { assertUsable, UnusableDatabase, waitUntilUsable } from './external-database'
import { migrateToLatest } from './migrations'

export type OpenDatabase = {
  url: string
  isEmbedded: boolean
  /** Resolves when the database is available and migrated, with the names of the applied migrations. */
  ready: Promise<string[]>
  /** Rejects when the embedded server has crashed too often. */
  gaveUp: Promise<never>
  /** Closes this process's connections, and stops the embedded server if this process runs it. */
  close(): Promise<void>
}

type Options = {
  /** Set by long-running processes: they wait for an unavailable database until this signal. */
  stop?: AbortSignal
  /** The URL of `npm start`. */
  site?: string
}

/**
 * Opens the configured database: DATABASE_URL, or else the embedded PostgreSQL below DATA_DIR. Migrates it at once, or
 * with `stop` as soon as it becomes available.
 * Sets process.env.DATABASE_URL for the app's modules and for child processes, and for an embedded database also the
 * session secret stored next to it and whether it is backed up daily.
 */
export async function openDatabase({ stop, site }: Options = {}): Promise<OpenDatabase> {
  const { env, sessionSecrets } = await import('~/env.server')
  if (env.DATABASE_URL) return openExternal(env.DATABASE_URL, env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, stop)

  const { url, gaveUp, close } = await openEmbedded(env.DATA_DIR, { use: stop ? 'site' : 'command', url: site })
  const closeBoth = () => closePool().finally(close)
  try {
    // For child processes and for this one, which has already read its settings.
    setGenerated('DATABASE_URL', url)
    env.DATABASE_URL = url
    setGenerated('SESSION_SECRET', sessionSecrets().join(','))
    process.env.BACKUPS = env.BACKUPS ? '1' : '0'
    const applied = await migrateToLatest(url)
    return { url, isEmbedded: true, ready: Promise.resolve(applied), gaveUp, close: closeBoth }
  } catch (error) {
    await closeBoth()
    throw error
  }
}

/** @param direct where migrations run: they lock with their session */
async function openExternal(url: string, direct: string, stop?: AbortSignal): Promise<OpenDatabase> {
  const database = { url, isEmbedded: false, gaveUp: new Promise<never>(() => {}), close: closePool }
  try {
    await assertUsable(direct)
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error
    if (stop && error.isTemporary) {
      console.error(`${error.message}\nWaiting for it. Until then pages say that the site will be right back.`)
      const ready = waitUntilUsable(direct, stop).then(() => migrateToLatest(direct))
      ready.catch(() => {})
      return { ...database, ready }
    }
    const advice =
      'Check DATABASE_URL and that PostgreSQL is running, or leave DATABASE_URL out to use the embedded one.'
    throw new Error(`${error.message}\n${advice}`)
  }
  const applied = await migrateToLatest(direct)
  return { ...database, ready: Promise.resolve(applied) }
}

/** Runs a command with an open database and closes it afterwards. Errors end the process with their exit code, by default 1. */
export async function withDatabase(work: (database: OpenDatabase) => Promise<void>) {
  let database: OpenDatabase | undefined
  try {
    database = await openDatabase()
    await work(database)
  } catch (error) {
    console.error(`\n${(error as Error).message}\n`)
    process.exitCode = error instanceof CommandError ? error.exitCode : 1
  } finally {
    await database?.close()
  }
}

/** Closes the connections opened by the app's modules in this process. */
async function closePool() {
  await globalThis.database?.destroy()
}
