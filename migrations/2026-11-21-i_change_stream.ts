import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** The stream of all verified changes, narrowed to a kind or to what touches owners, without reading past the others. */
export async function up(db: Kysely<unknown>) {
  for (const column of ['kind', 'affects_owners']) {
    await sql`
      create index ${sql.raw(`verified_changes_by_${column}`)} on change_logs (${sql.ref(column)}, verified_at desc, id desc)
      where verified_at is not null`.execute(db)
  }
}

export async function down(db: Kysely<unknown>) {
  await db.schema.dropIndex('verified_changes_by_affects_owners').execute()
  await db.schema.dropIndex('verified_changes_by_kind').execute()
}
