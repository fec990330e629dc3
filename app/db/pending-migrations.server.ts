import { sql } from 'kysely'
import { db } from './database.server'

// Only the names are used. The app never loads the files.
const MIGRATIONS = Object.keys(import.meta.glob('/migrations/*.ts')).map((file) =>
  file.slice('/migrations/'.length, -'.ts'.length),
)

/** Whether the database has every migration that this build was made for. */
export async function hasSchema() {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const applied = new Set(rows.map(({ name }) => name))
  return MIGRATIONS.every((name) => applied.has(name))
}
