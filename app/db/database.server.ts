import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { measurePool } from '~/metrics.server'
import { TimeoutClient } from './connection.server'
import { openPool } from './pool.server'
import type { DB } from './schema'

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
