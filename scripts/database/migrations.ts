import { promises as fs } from 'node:fs'
import path from 'node:path'
import { Logger, runMigrations } from 'graphile-worker'
import { Kysely, PostgresDialect } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import pg from 'pg'

const QUIET = new Logger(() => () => {})

/**
 * Brings a database to the latest schema. All steps run in one transaction under an advisory lock, so that several
 * starting processes do not get in each other's way and a failing step leaves the database as it was.
 *
 * @returns the names of the steps that were applied
 */
export async function migrateToLatest(connectionString: string) {
  const pool = new pg.Pool({ connectionString, max: 2 })
  // The job queue asks for these listeners; a lost connection shows in the query that needed it.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const migrationFolder = path.resolve(import.meta.dirname, '../../migrations')
    const migrator = new Migrator({ db, provider: new FileMigrationProvider({ fs, path, migrationFolder }) })
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error) {
      const failed = results.find(({ status }) => status === 'Error')?.migrationName
      throw new Error(`The migration ${failed ?? ''} failed, nothing was changed: ${(error as Error).message}`, {
        cause: error,
      })
    }
    // The job queue brings its own schema, made here because the site's own role may not be allowed to.
    await runMigrations({ pgPool: pool, logger: QUIET })
    return results.map(({ migrationName }) => migrationName)
  } finally {
    await db.destroy()
  }
}
