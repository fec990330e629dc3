import pg from 'pg'
import type { Check } from './settings'

type Server = { system: string; is_replica: boolean; commits: string }

/** Checks that DATABASE_REPLICA_URL is a streaming replica of the database. */
export async function checkReplica(url: string, replicaUrl: string): Promise<Check> {
  const name = 'DATABASE_REPLICA_URL'
  try {
    const [database, replica] = await Promise.all([describe(url), describe(replicaUrl)])
    return { name, problem: findProblem(database, replica) }
  } catch (error) {
    const reason = (error as Error).message || (error as NodeJS.ErrnoException).code
    return { name, problem: `cannot be compared with the database: ${reason}` }
  }
}

function findProblem(database: Server, replica: Server) {
  if (!replica.is_replica)
    return 'is not a replica: the server is not in recovery, so the site would never read from it'
  if (replica.system !== database.system) return 'is the replica of another server than DATABASE_URL'
  if (database.commits === 'off')
    return 'needs synchronous_commit at the database: without it the site cannot tell whether the replica is up to date'
}

async function describe(url: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, statement_timeout: 10_000 })
  try {
    await client.connect()
    const { rows } = await client.query<Server>(
      `select system_identifier::text as system, pg_is_in_recovery() as is_replica,
        current_setting('synchronous_commit') as commits from pg_control_system()`,
    )
    return rows[0]!
  } finally {
    await client.end().catch(() => {})
  }
}
