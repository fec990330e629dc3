import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool } from 'pg'
import { env } from '~/env.server'
import { ReplicaClient } from './connection.server'
import { openPool } from './pool.server'

declare global {
  var replica: { pool: Pool | undefined; isReading: AsyncLocalStorage<boolean> } | undefined
}

// The dev server reloads this module on every edit; the pool must survive that.
globalThis.replica ??= {
  pool: env.DATABASE_REPLICA_URL ? openPool(ReplicaClient, env.DATABASE_REPLICA_URL) : undefined,
  isReading: new AsyncLocalStorage(),
}
const { pool, isReading } = globalThis.replica

/** Connections to DATABASE_REPLICA_URL. Undefined unless that is set. */
export const replicaPool = pool

/** Whether the statements of the current work go to the replica. */
export const isReadingReplica = () => replicaPool !== undefined && isReading.getStore() === true

/** Runs work whose statements all go to the replica, which refuses to write. */
export const readFromReplica = <Result>(work: () => Result) => isReading.run(true, work)

/** Runs work whose statements go to the database itself, also within `readFromReplica`. */
export const readFromPrimary = <Result>(work: () => Result) => isReading.run(false, work)
