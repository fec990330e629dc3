import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { acquireLock, type Lock } from '../file-lock'
import { CommandError } from '../serve/stop-request'
import { createDatabase, findEmbeddedUrl, prepareEmbeddedServer, type RunningServer } from './embedded-server'

const NAME = 'lifetime_ledger'
/** The exit code if another process uses the data. */
const IN_USE = 3
/** Gives up on a server that ends this often within a minute. */
const MAX_DEATHS = 5
const MINUTE_MS = 60_000
/** The delay before the first restart; four times as long before each further one within a minute, 8.5 s in total. */
const BACKOFF_MS = 100

/**
 * What a process does with the data of a folder. A `site` runs the database, for commands too. A `command` uses the database
 * of a running site, or else runs it itself until it ends.
 */
type Use = 'site' | 'command'

type Options = {
  use: Use
  /** The URL of `npm start`, which others name. */
  url?: string
}

type EmbeddedDatabase = {
  url: string
  /** Rejects when its server has died too often. */
  gaveUp: Promise<never>
  /** Stops the server if this process runs it. */
  close(): Promise<void>
}

/**
 * The embedded PostgreSQL below DATA_DIR. One process at a time runs it, until that ends; commands beside a site connect to
 * its server.
 *
 * @throws CommandError if another process uses the data in a way that rules out this use
 */
export async function openEmbedded(dataDir: string, options: Options): Promise<EmbeddedDatabase> {
  const dir = prepareDataFolder(dataDir)
  const lock = acquireDataFolder(dir)
  if (lock) return runServer(dir, lock, options)
  const port = options.use === 'command' && readOwner(dir)?.use === 'site' ? readPort(dir) : undefined
  if (port === undefined) throw explainOwner(dir, options.use)
  return { url: findEmbeddedUrl(dir, port, NAME), gaveUp: new Promise(() => {}), close: async () => {} }
}

/** @throws an Error with advice if the folder is not writable */
export function prepareDataFolder(dir: string) {
  const folder = path.resolve(dir)
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o711 })
    fs.accessSync(folder, fs.constants.W_OK)
  } catch {
    throw new Error(`${folder} cannot be written. Set DATA_DIR to a folder that this user may write to.`)
  }
  return folder
}

/** @throws CommandError if another process uses the data, so that no site can start */
export function assertUnused(dir: string) {
  const lock = acquireDataFolder(dir)
  if (!lock) throw explainOwner(dir, 'site')
  lock.release()
}

/** Makes this process the owner of a data folder; undefined while there is another one. */
const acquireDataFolder = (dir: string) => acquireLock(path.join(dir, 'lock'))

/** Part of the command line of the server, where PostgreSQL itself notes it for others. */
const OWNER = 'ledger.owner'
const optionsFile = (dir: string) => path.join(dir, 'postgres/postmaster.opts')

/** The process that runs the server of a folder; undefined until it has started one. */
function readOwner(dir: string) {
  const pattern = new RegExp(`${OWNER}=(\\d+) (site|command) ([^"]*)"`)
  const [, pid, use, url] = pattern.exec(readIfPresent(optionsFile(dir))) ?? []
  return use ? { pid, use, url } : undefined
}

/** The port of the server that runs on a folder; undefined until it accepts connections. */
export function readPort(dir: string) {
  const lines = readIfPresent(path.join(dir, 'postgres/postmaster.pid')).split('\n')
  return lines[7]?.trim() === 'ready' ? Number(lines[3]) : undefined
}

function readIfPresent(file: string) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function explainOwner(dir: string, use: Use) {
  const owner = readOwner(dir)
  const who = owner ? ` (process ${owner.pid})` : ''
  const isSecondSite = owner?.url && use === 'site'
  const what = isSecondSite
    ? `The site is already running at ${owner.url}`
    : owner?.use === 'command'
      ? 'Another command is running'
      : 'Another process is starting or stopping'
  const advice = isSecondSite ? 'Stop that one first' : 'Run this one again a little later'
  return new CommandError(
    `${what}${who}, with the data in ${dir}.\n${advice}, or give this one its own DATA_DIR and PORT.`,
    IN_USE,
  )
}

async function runServer(dir: string, lock: Lock, { use, url = '' }: Options): Promise<EmbeddedDatabase> {
  const stopping = new AbortController()
  let stop = async () => {}
  const close = async () => {
    stopping.abort()
    await stop()
    lock.release()
  }
  try {
    // That of an earlier process.
    fs.rmSync(optionsFile(dir), { force: true })
    const server = await prepareEmbeddedServer({ dir, settings: { [OWNER]: `${process.pid} ${use} ${url}` } })
    const first = await server.start(stopping.signal)
    const running = keepRunning(stopping.signal, first, () => server.start(stopping.signal))
    stop = running.stop
    await ensureDatabase(server.url('postgres'))
    return { url: server.url(NAME), gaveUp: running.gaveUp, close }
  } catch (error) {
    await close()
    throw new Error(`The database did not start: ${(error as Error).message}`)
  }
}

/** Starts the server again whenever it ends by itself. */
function keepRunning(stopping: AbortSignal, first: RunningServer, start: () => Promise<RunningServer>) {
  let starting = Promise.resolve(first)
  async function watch(): Promise<never> {
    const deaths: number[] = []
    for (;;) {
      const reason = await starting.then(
        async (server) => {
          await server.ended
          return server.reason()
        },
        (error: Error) => error.message,
      )
      if (stopping.aborted) return new Promise(() => {})
      deaths.push(performance.now())
      const recent = deaths.filter((at) => at > performance.now() - MINUTE_MS).length
      if (recent >= MAX_DEATHS) {
        throw new Error(`The database ended ${recent} times within a minute and is not started again: ${reason}`)
      }
      console.error(`The database ended by itself: ${reason}. Starting it again.`)
      await sleep(BACKOFF_MS * 4 ** (recent - 1), undefined, { signal: stopping }).catch(() => {})
      if (stopping.aborted) return new Promise(() => {})
      starting = start()
    }
  }
  const gaveUp = watch()
  // Callers get the error when they await it. Until then it must not end the process as unhandled.
  gaveUp.catch(() => {})
  return { gaveUp, stop: async () => (await starting.catch(() => undefined))?.stop() }
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
