import { promises as fs } from 'node:fs'
import path from 'node:path'
import { Logger, runMigrations } from 'graphile-worker'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import pg from 'pg'

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
    const migrationFolder = path.resolve(import.meta.dirname, '../../migrations')
    const migrator = new Migrator({ db, provider: new FileMigrationProvider({ fs, path, migrationFolder }) })
    await assertKnown(db, migrator)
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error) {
      const failed = results.find(({ status }) => status === 'Error')?.migrationName
      throw new Error(`The migration ${failed ?? ''} failed, nothing was changed: ${(error as Error).message}`, {
        cause: error,
      })
    }
    // The job queue has its own schema, created here because the site's role may lack the permission.
    await runMigrations({ pgPool: pool, logger: QUIET })
    return results.map(({ migrationName }) => migrationName)
  } finally {
    await db.destroy()
  }
}

/** @throws if the database has migrations that this version lacks */
async function assertKnown(db: Kysely<unknown>, migrator: Migrator) {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`
    .execute(db)
    .catch((error) => {
      if (error.code === UNDEFINED_TABLE) return { rows: [] }
      throw error
    })
  const applied = rows.map(({ name }) => name)
  const known = (await migrator.getMigrations()).map(({ name }) => name)
  if (applied.length > 0 && !applied.includes(known[0]!)) {
    throw new Error(
      'The database was made by a development version before 1.0 and cannot be updated: set DATABASE_URL to an empty database, or without DATABASE_URL delete the folder postgres in DATA_DIR.',
    )
  }
  const newest = applied.findLast((name) => !known.includes(name))
  if (newest) {
    throw new Error(
      `The database is newer than this program: its migration ${newest} is unknown here. Update the program, or use the database that belongs to it.`,
    )
  }
}

const UNDEFINED_TABLE = '42P01'
