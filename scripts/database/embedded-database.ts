import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Lock } from '../file-lock'
import { keepRunning } from '../serve/supervisor'
import { createDatabase } from './create-database'
import { acquireDataFolderLock, alreadyRunning, announceHolder, prepareDataFolder, readHolder } from './data-folder'
import { findEmbeddedUrl, prepareEmbeddedServer } from './embedded-server'

const NAME = 'lifetime_ledger'
/** Creating the first cluster takes seconds; recovering a large one after a crash takes longer. */
const HOLDER_TIMEOUT_MS = 60_000
const POLL_MS = 200

type EmbeddedDatabase = {
  url: string
  /** Rejects when its server has died too often. */
  gaveUp: Promise<never>
  /** Stops the server if this process runs it. */
  close(): Promise<void>
}

type Options = {
  dataDir: string
  /** The URL of `npm start`. A data folder has one site. */
  site?: string
  /** Set by long-running processes: they take over the server when the process that runs it ends. */
  isLongRunning: boolean
  /** Fails while any other process uses the database. */
  isExclusive?: boolean
}

/**
 * The embedded PostgreSQL below DATA_DIR. The first process to ask for it runs and supervises the server; others, such
 * as an import next to `npm start`, connect to it.
 */
export async function openEmbeddedDatabase({
  dataDir,
  site,
  isLongRunning,
  isExclusive,
}: Options): Promise<EmbeddedDatabase> {
  const dir = prepareDataFolder(dataDir)
  for (const begun = performance.now(); ; await sleep(POLL_MS)) {
    const lock = acquireDataFolderLock(dir)
    if (lock) return runServer(dir, lock, site)
    const holder = readHolder(dir)
    if ((site || isExclusive) && holder?.site) throw alreadyRunning(dir, holder)
    if (isExclusive) throw new Error(`Process ${holder?.pid ?? ''} uses the data in ${dir}. Stop it first.`)
    if (holder?.databasePort && (await isAnswering(findEmbeddedUrl(dir, holder.databasePort, NAME)))) {
      return joinServer(dir, holder.databasePort, site, isLongRunning)
    }
    if (performance.now() - begun > HOLDER_TIMEOUT_MS) {
      throw new Error(`Process ${holder?.pid ?? ''} uses ${dir}, but its database does not answer. Stop that process.`)
    }
  }
}

async function runServer(dir: string, lock: Lock, site?: string, port?: number): Promise<EmbeddedDatabase> {
  const stopping = new AbortController()
  const undo: (() => unknown)[] = [() => lock.release()]
  const close = async () => {
    stopping.abort()
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    announceHolder(dir, { site })
    const server = await prepareEmbeddedServer({ dir, port })
    undo.push(server.release)
    const supervised = await keepRunning(stopping.signal, 'database', () => server.start(stopping.signal))
    undo.push(supervised.stop)
    await ensureDatabase(server.url('postgres'))
    announceHolder(dir, { site, databasePort: server.port })
    return { url: server.url(NAME), gaveUp: supervised.gaveUp, close }
  } catch (error) {
    await close()
    throw error
  }
}

function joinServer(dir: string, port: number, site: string | undefined, isLongRunning: boolean): EmbeddedDatabase {
  const leaving = new AbortController()
  let own: Promise<EmbeddedDatabase> | undefined
  async function takeOver(): Promise<never> {
    while (!leaving.signal.aborted) {
      const lock = acquireDataFolderLock(dir)
      if (lock) {
        own = runServer(dir, lock, site, port)
        return (await own).gaveUp
      }
      await sleep(POLL_MS, undefined, { signal: leaving.signal }).catch(() => {})
    }
    return new Promise(() => {})
  }
  const gaveUp = isLongRunning ? takeOver() : new Promise<never>(() => {})
  gaveUp.catch(() => {})
  return {
    url: findEmbeddedUrl(dir, port, NAME),
    gaveUp,
    async close() {
      leaving.abort()
      await own?.then(({ close }) => close()).catch(() => {})
    },
  }
}

async function isAnswering(url: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function ensureDatabase(adminUrl: string) {
  const client = new pg.Client(adminUrl)
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [NAME])
    if (rowCount === 0 && !(await createDatabase(client, NAME))) {
      console.log('This system has no UTF-8 locale: searches in scripts other than Latin will be slower.')
    }
  } finally {
    await client.end()
  }
}
