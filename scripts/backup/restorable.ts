import { statfsSync } from 'node:fs'
import type pg from 'pg'
import type { Manifest } from '~/features/site/operations/backup-format'
import { listKnown } from '../database/migrations'

/** @throws if this program cannot make the tables of the backup */
export async function assertMigrationsKnown({ migrations }: Manifest) {
  const known = await listKnown()
  const newest = migrations.findLast((name) => !known.includes(name))
  if (newest && migrations.includes(known[0]!)) {
    throw new Error(
      `The backup is newer than this program: its migration ${newest} is unknown here. Update the program, then restore.`,
    )
  }
  if (migrations.some((name, i) => name !== known[i])) {
    throw new Error('The backup was made by a development version before 1.0, and this program cannot read it.')
  }
}

/** A restored database needs its own size, and as much again for what is logged until it is complete. */
export function assertRoom(folder: string, { databaseBytes }: Manifest) {
  const { bavail, bsize } = statfsSync(folder)
  const [needed, free] = [2 * databaseBytes, bavail * bsize]
  if (free >= needed) return
  const megabytes = (size: number) => `${Math.ceil(size / 1e6)} MB`
  throw new Error(
    `There is not enough disk space in ${folder}: restoring needs ${megabytes(needed)}, ${megabytes(free)} are free.`,
  )
}

/** @throws if a site or a job worker is connected, wherever it runs */
export async function assertNotInUse(pool: pg.Pool) {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'lifetime-ledger%'`,
  )
  if (rowCount) {
    throw new Error('The site is using this database. Stop it on every machine, its job workers too, then restore.')
  }
}

/** @throws if a table has rows */
export async function assertEmpty(pool: pg.Pool) {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I', tablename) as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely\\_migration%'`,
  )
  for (const { name } of tables) {
    const { rowCount } = await pool.query(`select from public.${name} limit 1`)
    if (rowCount) {
      throw new Error(
        `The database is not empty: its table ${name} has rows. With --replace, the backup replaces everything in it.`,
      )
    }
  }
}

const ADVICE: Record<string, string> = {
  '42501':
    'Restoring turns triggers off and makes the tables anew. Let a superuser run "grant set on parameter session_replication_role to ...", and restore as the owner of the database; or use pg_dump and pg_restore.',
  '53100': 'The disk is full.',
  '55P03': 'Another program uses the database. Stop it, then restore.',
}

/** An error of the database, in words that say what to do. Nothing was changed. */
export function explainRefusal(error: unknown) {
  const advice = ADVICE[(error as { code?: string }).code ?? '']
  if (!advice) return error
  return new Error(`${(error as Error).message}. Nothing was changed.\n${advice}`, { cause: error })
}
