import { pipeline } from 'node:stream/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import type { Manifest } from '~/features/site/operations/backup-format'
import { makeMigrator, migrateQueue, namesOf } from '../database/migrations'

/** Takes the rows of an entry of a backup. */
type Copy = (name: string, content: AsyncIterable<Buffer>) => Promise<void>

type Options = {
  manifest: Manifest
  /** Calls `copy` for each entry of the backup with rows. It throws if the backup turns out to be damaged. */
  readRows(copy: Copy): Promise<void>
}

/**
 * Restores a database in one transaction: the tables as the migrations of the backup make them, their rows, and then the
 * migrations that came later.
 *
 * @returns the names of the migrations that came later
 * @throws an Error that says why not; the database is then as it was before
 */
export async function restoreDatabase(url: string, options: Options): Promise<string[]> {
  // One connection, which the migrations and COPY share.
  const pool = new pg.Pool({ connectionString: url, max: 1, options: '-c timezone=UTC -c lock_timeout=10s' })
  let client: pg.PoolClient | undefined
  pool
    .on('error', () => {})
    .on('connect', (only) => {
      only.on('error', () => {})
      client = only
    })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await assertNotInUse(pool)
    await assertEmpty(pool)
    await migrateQueue(pool)
    const later = await db.transaction().execute((trx) => restore(client!, trx, options))
    // Index-only scans need what VACUUM notes, and plans need the statistics.
    await pool.query('vacuum (analyze)')
    return later
  } catch (error) {
    throw explainRefusal(error)
  } finally {
    await db.destroy()
  }
}

/** @param client the connection of the transaction */
async function restore(client: pg.PoolClient, trx: Kysely<unknown>, { manifest, readRows }: Options) {
  await client.query('delete from graphile_worker._private_jobs')
  namesOf(await makeMigrator(trx).migrateTo(manifest.migrations.at(-1)!))

  // The rows are as they were when all rules held. Triggers would count, queue and announce them again.
  await client.query(`${WAITING_JOBS}; set local session_replication_role = replica`)
  await readRows((name, content) => pipeline(content, client.query(from(copyStatement(client, manifest, name)))))
  await client.query('set local session_replication_role = origin')

  for (const { name, last } of manifest.sequences) {
    await client.query('select setval($1, $2)', [`public.${client.escapeIdentifier(name)}`, last])
  }
  await client.query(ADD_JOBS)
  return namesOf(await makeMigrator(trx).migrateToLatest())
}

const WAITING_JOBS = `
  create temporary table waiting_jobs (
    number serial, identifier text, payload json, queue_name text, run_at timestamptz, max_attempts int, key text, priority int
  ) on commit drop`

const ADD_JOBS = `
  select graphile_worker.add_job(identifier, payload, queue_name, run_at, max_attempts, key, priority)
  from (select * from waiting_jobs order by number) as waiting`

/** @param name such as `tables/deals/1.copy` */
function copyStatement(client: pg.PoolClient, { tables }: Manifest, name: string) {
  if (name.startsWith('jobs/')) {
    return 'copy waiting_jobs (identifier, payload, queue_name, run_at, max_attempts, key, priority) from stdin'
  }
  const table = tables.find((described) => name.startsWith(`tables/${described.name}/`))
  if (!table) throw new Error(`The backup has an unknown part: ${name}.`)
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ')
  return `copy public.${client.escapeIdentifier(table.name)} (${columns}) from stdin`
}

/** @throws if a site or a job worker is connected, wherever it runs */
async function assertNotInUse(pool: pg.Pool) {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'lifetime-ledger%'`,
  )
  if (rowCount) {
    throw new Error('The site is using this database. Stop it on every machine, its job workers too, then restore.')
  }
}

/** @throws if there are tables */
async function assertEmpty(pool: pg.Pool) {
  const { rowCount } = await pool.query(`select from pg_tables where schemaname = 'public' limit 1`)
  if (rowCount) {
    throw new Error(
      'The database is not empty. Restore into a new one: set DATABASE_URL to it, or without DATABASE_URL move the folder postgres in DATA_DIR away.',
    )
  }
}

const ADVICE: Record<string, string> = {
  '42501':
    'Restoring turns triggers off and makes the tables anew. Let a superuser run "grant set on parameter session_replication_role to ...", and restore as the owner of the database; or use pg_dump and pg_restore.',
  '53100': 'The disk is full.',
  '55P03': 'Another program uses the database. Stop it, then restore.',
}

/** An error of the database, in words that say what to do. Nothing was changed. */
function explainRefusal(error: unknown) {
  const advice = ADVICE[(error as { code?: string }).code ?? '']
  if (!advice) return error
  return new Error(`${(error as Error).message}. Nothing was changed.\n${advice}`, { cause: error })
}
