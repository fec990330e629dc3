import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { findFreePort } from '#scripts/database/embedded-server'
import { guardProcess } from '#scripts/process-guard'
import { findProgram } from '#scripts/system-program'
import { waitUntil } from '#scripts/testing/wait-until'

/** What the pool of the site asks of each connection, which a pooler cannot pass on. See docs/operations/several-machines.md. */
const SETTINGS =
  'set jit = off; set random_page_cost = 1.1; set max_parallel_workers_per_gather = 0; set statement_timeout = 3000; ' +
  'set idle_in_transaction_session_timeout = 10000'

/** PgBouncer in front of a database: each transaction may get another connection. */
export async function startPgBouncer(databaseUrl: string) {
  const program = findProgram({ names: ['pgbouncer'], packages: ['pgbouncer'] })
  if (!program) throw new Error('PgBouncer is missing. Install it, on Debian with: apt-get install pgbouncer')
  const { hostname, port, pathname, username, password } = new URL(databaseUrl)
  const name = pathname.slice(1)
  const [dir, ownPort] = [fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-pgbouncer-')), await findFreePort()]
  fs.chmodSync(dir, 0o755)
  const file = path.join(dir, 'pgbouncer.ini')
  fs.writeFileSync(
    file,
    `[databases]
${name} = host=${hostname} port=${port} dbname=${name} user=${username} password=${password} connect_query='${SETTINGS}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 200
default_pool_size = 10
ignore_startup_parameters = options, statement_timeout, idle_in_transaction_session_timeout, extra_float_digits
`,
    { mode: 0o644 },
  )
  // It refuses to run as root.
  const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(program, ['-q', ...asOther, file], { stdio: 'ignore' })
  child.once('exit', guardProcess(child.pid!, 'KILL', dir))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const url = new URL(databaseUrl)
  url.port = String(ownPort)
  await waitUntil(() => canConnect(url.href), 10_000)
  return {
    url: url.href,
    async stop() {
      child.kill('SIGKILL')
      await ended
      fs.rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function canConnect(url: string) {
  const client = new pg.Client(url)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
