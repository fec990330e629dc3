import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrateToLatest } from '#scripts/database/migrations'
import { db } from '~/db/database.server'

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

test('a database of a development version is not migrated, and the error says to start with an empty one', async () => {
  await sql`create table applied as select * from kysely_migration`.execute(db)
  await sql`delete from kysely_migration`.execute(db)
  await sql`insert into kysely_migration (name, timestamp) values ('2026-11-21-1_people', '')`.execute(db)
  try {
    await expect(migrate()).rejects.toThrow(
      'The database was made by a development version before 1.0 and cannot be updated: set DATABASE_URL to an empty database, or without DATABASE_URL delete the folder postgres in DATA_DIR.',
    )
    const { rows } = await sql`select name from kysely_migration`.execute(db)
    expect(rows).toEqual([{ name: '2026-11-21-1_people' }])
  } finally {
    await sql`delete from kysely_migration`.execute(db)
    await sql`insert into kysely_migration select * from applied`.execute(db)
    await sql`drop table applied`.execute(db)
  }
})
