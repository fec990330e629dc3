import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Lock } from '../file-lock'
import { keepRunning } from '../serve/supervisor'
import {
  acquireDataFolder,
  announceOwner,
  assertAvailable,
  prepareDataFolder,
  readOwner,
  type Use,
} from './data-folder'
import { createDatabase, findEmbeddedUrl, prepareEmbeddedServer } from './embedded-server'
import { assertUsable } from './external-database'

const NAME = 'lifetime_ledger'
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
  use: Use
  /** The URL of `npm start`. */
  url?: string
  /** Ends waiting for another command. */
  stop?: AbortSignal
}

/**
 * The embedded PostgreSQL below DATA_DIR. One process at a time runs it, until it ends. Commands beside `npm start` connect
 * to its server; otherwise they run one after the other.
 */
export async function openEmbeddedDatabase({ dataDir, use, url, stop }: Options): Promise<EmbeddedDatabase> {
  const dir = prepareDataFolder(dataDir)
  for (let isWaiting = false; ; await sleep(POLL_MS, undefined, { signal: stop })) {
    const lock = acquireDataFolder(dir)
    if (lock) return runServer(dir, lock, use, url)
    assertAvailable(dir, use)
    const owner = readOwner(dir)
    if (use === 'command' && owner?.databasePort) {
      const ofOwner = findEmbeddedUrl(dir, owner.databasePort, NAME)
      if (await isUsable(ofOwner)) return { url: ofOwner, gaveUp: new Promise(() => {}), close: async () => {} }
    }
    if (!isWaiting) console.error(`Waiting for process ${owner?.pid ?? ''}, which uses the data in ${dir} ...`)
    isWaiting = true
  }
}

async function runServer(dir: string, lock: Lock, use: Use, url?: string): Promise<EmbeddedDatabase> {
  const stopping = new AbortController()
  const undo: (() => unknown)[] = [() => lock.release()]
  const close = async () => {
    stopping.abort()
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    announceOwner(dir, { use, url })
    const server = await prepareEmbeddedServer({ dir })
    const supervised = await keepRunning(stopping.signal, 'database', () => server.start(stopping.signal))
    undo.push(supervised.stop)
    await ensureDatabase(server.url('postgres'))
    if (use === 'site') announceOwner(dir, { use, url, databasePort: server.port })
    return { url: server.url(NAME), gaveUp: supervised.gaveUp, close }
  } catch (error) {
    await close()
    throw error
  }
}

const isUsable = (url: string) =>
  assertUsable(url).then(
    () => true,
    () => false,
  )

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
