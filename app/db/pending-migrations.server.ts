import { sql } from 'kysely'
import { db } from './database.server'

// Only the names are used. The app never loads the files.
const MIGRATIONS = Object.keys(import.meta.glob('/migrations/*.ts')).map((file) =>
  file.slice('/migrations/'.length, -'.ts'.length),
)

/** The names of the migrations this build was made for that the database does not have yet. */
export async function listPendingMigrations() {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const applied = new Set(rows.map(({ name }) => name))
  return MIGRATIONS.filter((name) => !applied.has(name))
}

export async function hasSchema() {
  return (await listPendingMigrations()).length === 0
}
