import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedServer } from './embedded-server'
import { releaseFolder, takeFolder } from './folder-lock'
import { migrateToLatest } from './migrations'

export type OpenDatabase = {
  url: string
  /** The migrations that opening it applied. */
  applied: string[]
  isEmbedded: boolean
  /** Ends this process's connections, and the embedded server when this process started it. */
  close(): Promise<void>
}

const NAME = 'lifetime_ledger'

/**
 * The database that the settings name, migrated: DATABASE_URL, or the embedded PostgreSQL below DATA_DIR.
 * Puts its address into process.env.DATABASE_URL, for the app's modules and for child processes, and with an embedded
 * one also the secret that is kept beside it.
 */
export async function openDatabase(): Promise<OpenDatabase> {
  const { env, sessionSecrets } = await import('~/env.server')
  if (env.DATABASE_URL) {
    await assertReachable(env.DATABASE_URL)
    const applied = await migrateToLatest(env.DATABASE_URL)
    return { url: env.DATABASE_URL, applied, isEmbedded: false, close: closePool }
  }

  const dir = path.resolve(env.DATA_DIR)
  fs.mkdirSync(dir, { recursive: true, mode: 0o711 })
  const isMine = takeFolder(dir)
  const server = await startEmbeddedServer({ dir }).catch((error) => {
    if (isMine) releaseFolder(dir)
    throw error
  })
  const close = async () => {
    await closePool()
    // Whoever started the server stops it: a command that runs beside `npm start` leaves it alone.
    if (!isMine) return
    await server.stop()
    releaseFolder(dir)
  }
  try {
    await createDatabase(server.url('postgres'))
    const url = server.url(NAME)
    // For child processes, and for this one, which has read its settings already.
    process.env.DATABASE_URL = url
    env.DATABASE_URL = url
    process.env.SESSION_SECRET ||= sessionSecrets().join(',')
    return { url, applied: await migrateToLatest(url), isEmbedded: true, close }
  } catch (error) {
    await close()
    throw error
  }
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

async function assertReachable(url: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`)
    if (Number(rows[0]?.version) < 150_000) throw new Error('it is older than PostgreSQL 15')
  } catch (error) {
    const { host, port, database } = client
    const reason = (error as Error).message || (error as NodeJS.ErrnoException).code
    throw new Error(
      `The database "${database}" at ${host}:${port} cannot be used: ${reason}\n` +
        'Check DATABASE_URL and that PostgreSQL is running, or leave DATABASE_URL out to use the embedded one.',
    )
  } finally {
    await client.end().catch(() => {})
  }
}

async function createDatabase(adminUrl: string) {
  const client = new pg.Client(adminUrl)
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [NAME])
    if (rowCount === 0) await client.query(`create database ${NAME}`)
  } finally {
    await client.end()
  }
}
