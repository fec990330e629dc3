import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrateToLatest } from '#scripts/database/migrations'
import { db } from '~/db/database.server'

/** The first and the last of the migrations that were squashed. */
const SQUASHED = ['2026-11-22-01_text_functions', '2026-11-25-70_live_totals'] as const

const migrate = () => migrateToLatest(process.env.DATABASE_URL!)

test('a database with unknown migrations is not migrated, and the error says to update the program', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999-01-01-future', '')`.execute(db)
  try {
    await expect(migrate()).rejects.toThrow(
      /^The database is newer than this program: its migration 9999-01-01-future is unknown here, and nothing was changed\.\nUpdate the program.* restore the backup.*upgrades\.md/s,
    )
  } finally {
    await sql`delete from kysely_migration where name = '9999-01-01-future'`.execute(db)
  }
})

/** Replaces the names of the applied migrations, and restores them afterwards. */
async function withApplied(names: string[], work: () => Promise<void>) {
  await sql`create table applied as select * from kysely_migration`.execute(db)
  try {
    await sql`delete from kysely_migration`.execute(db)
    for (const name of names) await sql`insert into kysely_migration (name, timestamp) values (${name}, '')`.execute(db)
    await work()
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    expect(rows.map(({ name }) => name)).toEqual(names)
  } finally {
    await sql`delete from kysely_migration`.execute(db)
    await sql`insert into kysely_migration select * from applied`.execute(db)
    await sql`drop table applied`.execute(db)
  }
}

test('a database of a development version is not migrated, and the error says to start with an empty one', () =>
  withApplied(['2026-11-21-1_people'], async () => {
    await expect(migrate()).rejects.toThrow(
      'The database was made by a development version before 1.0 and cannot be updated: set DATABASE_URL to an empty database, or without DATABASE_URL delete the folder postgres in DATA_DIR.',
    )
  }))

test('a database whose migrations were squashed is not migrated, and the error says how to move it', () =>
  withApplied([...SQUASHED], async () => {
    await expect(migrate()).rejects.toThrow(
      'The migrations of this database have been squashed: back it up (npm run backup -- FILE), then restore the backup with this version into a new DATA_DIR or an empty database (npm run restore -- FILE), see docs/operations/upgrades.md.',
    )
  }))

test('a database that lacks some of the squashed migrations has to get them first', () =>
  withApplied([SQUASHED[0]], async () => {
    await expect(migrate()).rejects.toThrow(
      `The migrations of this database have been squashed: start it once with the last version that has ${SQUASHED[1]}, back it up`,
    )
  }))
