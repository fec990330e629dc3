import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { env } from '~/env.server'
import type { DB } from './schema'

// pg gives bigint as a string, because it may not fit a JS number. Ours are counts and row numbers, which do.
// numeric stays a string: a price is never a float.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A date carries no time zone. As a string it stays the day that was typed in.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

function connect() {
  const pool = new pg.Pool({
    connectionString: env.DATABASE_URL,
    application_name: 'lifetime-ledger',
    max: 8,
    connectionTimeoutMillis: 1_500,
    statement_timeout: 3_000,
    idle_in_transaction_session_timeout: 10_000,
    // A process whose web server has closed ends, instead of waiting for idle connections.
    allowExitOnIdle: true,
  })
  // An idle connection that the server cuts is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => console.error('A database connection was lost:', error.message))
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

declare global {
  var database: ReturnType<typeof connect> | undefined
}

// The dev server runs this module again on every edit; the pool has to outlive that.
globalThis.database ??= connect()
export const db = globalThis.database
