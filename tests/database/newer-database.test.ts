import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrateToLatest } from '#scripts/database/migrations'
import { db } from '~/db/database.server'

test('a database with unknown migrations is not migrated, and the error says to update the program', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999-01-01-future', '')`.execute(db)
  try {
    await expect(migrateToLatest(process.env.DATABASE_URL!)).rejects.toThrow(
      /^The database is newer than this program: its migration 9999-01-01-future is unknown here\. Update the program/,
    )
  } finally {
    await sql`delete from kysely_migration where name = '9999-01-01-future'`.execute(db)
  }
})
