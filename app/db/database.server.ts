import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { env } from '~/env.server'
import { log } from '~/log.server'
import { measurePool } from '~/metrics.server'
import { TimeoutClient } from './connection.server'
import { connectionConfig } from './connection-config.server'
import type { DB } from './schema'

function openPool(Client: typeof pg.Client) {
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

// Types that pg has no names for.
const DATE_ARRAY: number = 1182
const TEXT_ARRAY: number = 1009

// pg returns bigint as a string, because it may not fit into a JS number. Ours are counts and row numbers, which do.
// numeric stays a string: a price is never a float.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A date has no time zone. As a string it stays the day that was entered.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)
pg.types.setTypeParser(DATE_ARRAY, pg.types.getTypeParser(TEXT_ARRAY))

function connect() {
  const pool = openPool(TimeoutClient)
  measurePool(pool)
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

declare global {
  var database: ReturnType<typeof connect> | undefined
}

// The dev server reloads this module on every edit; the pool must survive that.
globalThis.database ??= connect()
export const db = globalThis.database
