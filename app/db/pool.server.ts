import pg from 'pg'
import { env } from '~/env.server'
import { log } from '~/log.server'
import { connectionConfig } from './connection-config.server'

export function openPool(Client: typeof pg.Client) {
  const pool = new pg.Pool({
    Client,
    // Lists read few rows by index: JIT and parallel workers would cost more than the query. Random reads are cheap
    // from memory and SSDs.
    ...connectionConfig('lifetime-ledger', '-c jit=off -c random_page_cost=1.1 -c max_parallel_workers_per_gather=0'),
    max: env.POOL_SIZE,
    connectionTimeoutMillis: 1_500,
    keepAlive: true,
    statement_timeout: 3_000,
    idle_in_transaction_session_timeout: 10_000,
    // Idle connections must not keep a process with a closed web server running.
    allowExitOnIdle: true,
  })
  // The pool replaces lost connections. Without listeners, their errors would end the process: the pool emits those of
  // idle clients, the client itself those while it is in use.
  pool.on('error', (error) => log.warn({ err: error }, 'A database connection was lost'))
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
