import { openEmbeddedDatabase } from './embedded-database'
import { assertUsable, UnusableDatabase, waitUntilUsable } from './external-database'
import { migrateToLatest } from './migrations'

export type OpenDatabase = {
  url: string
  isEmbedded: boolean
  /** Settles when it answers and has the latest schema, with the names of the migrations that were applied. */
  ready: Promise<string[]>
  /** Rejects when the embedded server has died too often. */
  gaveUp: Promise<never>
  /** Ends this process's connections, and the embedded server when this process runs it. */
  close(): Promise<void>
}

type Options = {
  /** For a process that goes on until this signal: it waits for a database that is away. */
  stop?: AbortSignal
  /** Where `npm start` serves. */
  site?: string
}

/**
 * The database that the settings name: DATABASE_URL, or the embedded PostgreSQL below DATA_DIR. Migrated, unless it is
 * away and `stop` is given: then it is migrated when it comes.
 * Puts its address into process.env.DATABASE_URL, for the app's modules and for child processes, and with an embedded
 * one also the secret that is kept beside it.
 */
export async function openDatabase({ stop, site }: Options = {}): Promise<OpenDatabase> {
  const { env, sessionSecrets } = await import('~/env.server')
  if (env.DATABASE_URL) return openExternal(env.DATABASE_URL, stop)

  const { url, gaveUp, close } = await openEmbeddedDatabase({
    dataDir: env.DATA_DIR,
    site,
    isLongRunning: stop !== undefined,
  })
  const closeBoth = () => closePool().finally(close)
  try {
    // For child processes, and for this one, which has read its settings already.
    process.env.DATABASE_URL = url
    env.DATABASE_URL = url
    process.env.SESSION_SECRET ||= sessionSecrets().join(',')
    const applied = await migrateToLatest(url)
    return { url, isEmbedded: true, ready: Promise.resolve(applied), gaveUp, close: closeBoth }
  } catch (error) {
    await closeBoth()
    throw error
  }
}

async function openExternal(url: string, stop?: AbortSignal): Promise<OpenDatabase> {
  const database = { url, isEmbedded: false, gaveUp: new Promise<never>(() => {}), close: closePool }
  try {
    await assertUsable(url)
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error
    if (stop && error.isTemporary) {
      console.error(`${error.message}\nWaiting for it. Until then pages say that the site will be right back.`)
      const ready = waitUntilUsable(url, stop).then(() => migrateToLatest(url))
      ready.catch(() => {})
      return { ...database, ready }
    }
    const advice =
      'Check DATABASE_URL and that PostgreSQL is running, or leave DATABASE_URL out to use the embedded one.'
    throw new Error(`${error.message}\n${advice}`)
  }
  const applied = await migrateToLatest(url)
  return { ...database, ready: Promise.resolve(applied) }
}

/** Opens the database, does the work with the app's modules and closes it again. Errors end the process with 1. */
export async function withDatabase(work: (database: OpenDatabase) => Promise<void>) {
  let database: OpenDatabase | undefined
  try {
    database = await openDatabase()
    await work(database)
  } catch (error) {
    console.error(`\n${(error as Error).message}\n`)
    process.exitCode = 1
  } finally {
    await database?.close()
  }
}

/** The connections that the app's modules have opened in this process. */
async function closePool() {
  await globalThis.database?.destroy()
}
