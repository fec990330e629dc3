import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { env } from '~/env.server'
import { log } from '~/log.server'
import { TimeoutClient } from './connection.server'
import type { DB } from './schema'

// pg gives bigint as a string, because it may not fit a JS number. Ours are counts and row numbers, which do.
// numeric stays a string: a price is never a float.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A date carries no time zone. As a string it stays the day that was typed in.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

function connect() {
  const pool = new pg.Pool({
    Client: TimeoutClient,
    connectionString: env.DATABASE_URL,
    application_name: 'lifetime-ledger',
    max: env.POOL_SIZE,
    connectionTimeoutMillis: 1_500,
    keepAlive: true,
    statement_timeout: 3_000,
    // Lists read few rows by index: compiling or parallelising them costs more than running them, and reading at
    // random is as cheap from memory and SSDs as reading in order.
    options: '-c jit=off -c random_page_cost=1.1 -c max_parallel_workers_per_gather=0',
    idle_in_transaction_session_timeout: 10_000,
    // A process whose web server has closed ends, instead of waiting for idle connections.
    allowExitOnIdle: true,
  })
  // A connection that the server cuts is replaced by the pool. Without listeners it would end the process: the pool
  // hears of idle ones, the client itself while it is in use.
  pool.on('error', (error) => log.warn({ err: error }, 'A database connection was lost'))
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

declare global {
  var database: ReturnType<typeof connect> | undefined
}

// The dev server runs this module again on every edit; the pool has to outlive that.
globalThis.database ??= connect()
export const db = globalThis.database
