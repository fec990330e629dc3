import { promises as fs } from 'node:fs'
import path from 'node:path'
import { Logger, runMigrations } from 'graphile-worker'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { FileMigrationProvider, type MigrationResultSet, Migrator } from 'kysely/migration'
import pg from 'pg'
import { areSquashed, explainMove } from './squashed-migrations'

const QUIET = new Logger(() => () => {})

/**
 * Migrates a database to the latest schema. All migrations run in one transaction under an advisory lock, so that
 * concurrent starts wait for each other and a failed migration changes nothing.
 *
 * A released migration is frozen, because databases have applied it: later changes of the schema are new migrations, and
 * there are no down migrations. tests/database/frozen-migrations.test.ts fails when one is edited.
 *
 * @returns the names of the applied migrations
 */
export async function migrateToLatest(connectionString: string) {
  const pool = new pg.Pool({ connectionString, max: 2, options: '-c timezone=UTC' })
  // The job queue asks for these listeners; a lost connection shows in the query that needed it.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    assertKnown(await listApplied(db), await listKnown())
    const applied = namesOf(await makeMigrator(db).migrateToLatest())
    await migrateQueue(pool)
    return applied
  } finally {
    await db.destroy()
  }
}

const provider = new FileMigrationProvider({
  fs,
  path,
  migrationFolder: path.resolve(import.meta.dirname, '../../migrations'),
})

/** Runs the migrations of this program on a database or in a transaction. */
export const makeMigrator = (db: Kysely<unknown>) => new Migrator({ db, provider })

/** The names of the migrations of this program, in their order. */
export async function listKnown() {
  return Object.keys(await provider.getMigrations()).sort()
}

/**
 * The names of the applied migrations.
 *
 * @throws for a failed one
 */
export function namesOf({ error, results = [] }: MigrationResultSet) {
  if (error) {
    const failed = results.find(({ status }) => status === 'Error')?.migrationName
    throw new Error(`The migration ${failed ?? ''} failed, nothing was changed: ${(error as Error).message}`, {
      cause: error,
    })
  }
  return results.map(({ migrationName }) => migrationName)
}

/** The job queue has its own schema, created with the database because the site's role may lack the permission. */
export async function migrateQueue(pool: pg.Pool) {
  await runMigrations({ pgPool: pool, logger: QUIET })
  await pool.query(OPEN_QUEUE)
}

/**
 * The queue's tables have row security without a policy, so that only their owner could add a job. With a policy the
 * privileges on the tables decide, and a role with few rights is enough for the site.
 */
const OPEN_QUEUE = `
  do $$
    declare queue_table regclass;
    begin
      -- Instances that start together on a new database take turns: the second finds the policies of the first.
      perform pg_advisory_xact_lock(hashtext('rights_decide'));
      for queue_table in
        select oid from pg_class
        where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity and pg_has_role(relowner, 'MEMBER')
          and not exists (select from pg_policy where polrelid = pg_class.oid)
      loop
        execute format('create policy rights_decide on %s using (true) with check (true)', queue_table);
      end loop;
    end
  $$`

async function listApplied(db: Kysely<unknown>) {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`
    .execute(db)
    .catch((error) => {
      if (error.code === UNDEFINED_TABLE) return { rows: [] }
      throw error
    })
  return rows.map(({ name }) => name)
}

/** @throws if the database has migrations that this version lacks */
function assertKnown(applied: string[], known: string[]) {
  if (areSquashed(applied)) throw new Error(explainMove(applied))
  if (applied.length > 0 && !applied.includes(known[0]!)) {
    throw new Error(
      'The database was made by a development version before 1.0 and cannot be updated: set DATABASE_URL to an empty database, or without DATABASE_URL delete the folder postgres in DATA_DIR.',
    )
  }
  const newest = applied.findLast((name) => !known.includes(name))
  if (newest) {
    throw new Error(
      `The database is newer than this program: its migration ${newest} is unknown here, and nothing was changed.
Update the program to the version that ran last. To go back to this version instead, restore the backup that was made
before the update into a new DATA_DIR or an empty database: npm run restore -- FILE (see docs/operations/upgrades.md).`,
    )
  }
}

const UNDEFINED_TABLE = '42P01'
