import type { Kysely, Transaction } from 'kysely'
import type { DB } from './schema'

/** Runs queries: the pool or a transaction. */
export type Executor = Kysely<DB>

/** An open transaction, for statements that must happen together with others or that take locks. */
export type Trx = Transaction<DB>
