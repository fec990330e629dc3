import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { restoreBackup } from '#scripts/backup/restore-backup'
import { listKnown, makeMigrator, migrateQueue } from '#scripts/database/migrations'
import { db } from '~/db/database.server'
import { addJob } from '~/db/job-queue.server'
import { env } from '~/env.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { makeBackup } from '~/features/site/operations/make-backup.server'
import { makeChangeLog, makeComment, makeDeal, makeProof, makeReview, makeVendor } from '../factories'

const BIG_PROOF = Buffer.alloc(1_500_000, 'x')
const name = `ledger_restored_${process.env.VITEST_POOL_ID}`
const url = new URL(inject('databaseServer'))
url.pathname = name
const source = { DATABASE_URL: env.DATABASE_URL, DATA_DIR: env.DATA_DIR }
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-backups-'))
const file = path.join(folder, 'backup.tar.gz')
const target = { DATABASE_URL: url.href, DATA_DIR: path.join(folder, 'data') }

const onServer = async (statement: string) => {
  const admin = new pg.Client(inject('databaseServer'))
  await admin.connect()
  await admin.query(statement).finally(() => admin.end())
}

async function query(statement: string, address = url.href) {
  const client = new pg.Client({ connectionString: address, options: '-c timezone=UTC' })
  await client.connect()
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/** Every table with a fingerprint of its rows, generated columns included, and every sequence. */
async function describeRows(address: string): Promise<Record<string, string>> {
  const tables = await query(
    `select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`,
    address,
  )
  const fingerprints = tables.map(
    ({ tablename }) =>
      `select '${tablename}' as name, count(*) || md5(string_agg(t::text, '' order by t::text)) as rows from public."${tablename}" t`,
  )
  const sequences = `select sequencename, last_value::text from pg_sequences where schemaname = 'public'`
  const rows = await query([...fingerprints, sequences].join(' union all '), address)
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]))
}

const INDEXES = `
  select pg_get_indexdef(i.indexrelid) as index, obj_description(i.indexrelid, 'pg_class') as comment,
    array(select attstattarget from pg_attribute where attrelid = i.indexrelid order by attnum)::text as targets
  from pg_index i join pg_class t on t.oid = i.indrelid where t.relnamespace = 'public'::regnamespace order by 1`

/** Restores the backup into the other database and data folder. */
async function restore() {
  Object.assign(env, target)
  return restoreBackup(file).finally(() => Object.assign(env, source))
}

beforeAll(() => fs.writeFileSync(path.join(env.DATA_DIR, 'session-secret'), 'a secret'))
beforeEach(() => onServer(`create database ${name}`))
afterEach(async () => {
  await onServer(`drop database if exists ${name} with (force)`)
  for (const left of fs.readdirSync(folder)) fs.rmSync(path.join(folder, left), { recursive: true })
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

test('a restored backup has every row, generated column and sequence, the waiting jobs and the session secret', async () => {
  const vendor = await makeVendor({ name: 'Tab\tand\\backslash\nNorthpane \u{1F4D6}' })
  const deal = await makeDeal({ vendor_id: vendor.id, vendor_name: vendor.name, regular_price_period: 'MONTH' })
  await makeReview({ deal_id: deal.id, status: 'APPROVED' })
  await makeReview({ deal_id: deal.id })
  await makeChangeLog({ deal_id: deal.id, status: 'APPROVED' })
  await makeComment({ deal_id: deal.id, status: 'APPROVED' })
  await makeProof({ deal_id: deal.id, content: BIG_PROOF, byte_length: BIG_PROOF.length })
  for (let i = 0; i < 3; i++) await recordAudit({ actor: null, action: 'role.changed', entity: 'profile', id: null })
  await addJob(db, 'check_import', { id: '1' }, { key: 'once', attempts: 7 })

  await makeBackup(file)
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  expect(fs.readdirSync(folder)).toEqual(['backup.tar.gz'])
  await restore()

  const [before, after] = [await describeRows(source.DATABASE_URL!), await describeRows(url.href)]
  expect(after).toEqual(before)
  expect(Object.keys(after).length).toBeGreaterThan(60)
  expect(await query(INDEXES)).toEqual(await query(INDEXES, source.DATABASE_URL))
  const jobs = await query(
    `select t.identifier, j.payload, j.key, j.max_attempts from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'check_import'`,
  )
  expect(jobs).toEqual([{ identifier: 'check_import', payload: { id: '1' }, key: 'once', max_attempts: 7 }])
  const secret = path.join(target.DATA_DIR, 'session-secret')
  expect(fs.readFileSync(secret, 'utf8')).toBe('a secret')
  expect(fs.statSync(secret).mode & 0o777).toBe(0o600)
})

test('in a restored database new rows get new numbers, and triggers work', async () => {
  const review = await makeReview({ status: 'PENDING' })
  const last = await recordAudit({ actor: null, action: 'role.changed', entity: 'profile', id: null })
  await makeBackup(file)
  await restore()
  const [added] = await query(`insert into audit_log (action, entity_type) values ('a.b', 'deal') returning id`)
  expect(Number(added.id)).toBeGreaterThan(last)
  await query(`update reviews set published_id = id where id = '${review.id}'`)
  const [deal] = await query(`select review_count, rating_average from deals where id = '${review.deal_id}'`)
  expect(deal).toEqual({ review_count: 1, rating_average: Number(review.rating).toFixed(2) })
})

test('a backup made while members write is of one moment', async () => {
  const deal = await makeDeal()
  await makeProof({ content: BIG_PROOF, byte_length: BIG_PROOF.length })
  let isDone = false
  const write = async () => {
    let written = 0
    for (; !isDone; written++) await makeReview({ deal_id: deal.id, status: 'APPROVED' })
    return written
  }
  const writing = write()
  await expect.poll(async () => (await db.selectFrom('reviews').select('id').execute()).length).toBeGreaterThan(3)
  const backup = makeBackup(file)
  await backup.finally(() => {
    isDone = true
  })
  const written = await writing
  await restore()
  const [{ counted, stored }] = await query(
    `select review_count as counted, (select count(*)::int from reviews) as stored from deals where id = '${deal.id}'`,
  )
  expect(counted).toBe(stored)
  expect(stored).toBeLessThanOrEqual(written)
  expect(stored).toBeGreaterThan(3)
})

test('roles have the rights on restored tables that they were granted on tables to come', async () => {
  await makeBackup(file)
  await query('alter default privileges in schema public grant select on tables to pg_monitor')
  await restore()
  const [rights] = await query(`select has_table_privilege('pg_monitor', 'public.deals', 'select') as may_read`)
  expect(rights).toEqual({ may_read: true })
})

test('a database that is not empty is refused, and stays as it is', async () => {
  await makeDeal({ slug: 'kept' })
  await makeBackup(file)
  await restore()
  await query(`update deals set slug = 'changed'`)
  fs.writeFileSync(path.join(target.DATA_DIR, 'session-secret'), 'another secret')

  await expect(restore()).rejects.toThrow(/^The database is not empty\. Restore into a new one: set DATABASE_URL/)
  expect(await query('select slug from deals')).toEqual([{ slug: 'changed' }])
  expect(fs.readFileSync(path.join(target.DATA_DIR, 'session-secret'), 'utf8')).toBe('another secret')
})

test.each<[string, (whole: Buffer) => Buffer, RegExp]>([
  ['cut short', (whole) => whole.subarray(0, whole.length - 700), /its end is missing/],
  ['with a changed byte', (whole) => whole.fill(whole[2_000]! ^ 1, 2_000, 2_001), /it cannot be read/],
  ['that is something else', () => Buffer.from('id,title\n1,Quillstack\n'), /it cannot be read/],
  ['that is empty', () => Buffer.alloc(0), /its end is missing/],
])('a file %s is refused, and nothing is changed', async (_how, damage, reason) => {
  await makeProof({ content: BIG_PROOF, byte_length: BIG_PROOF.length })
  await makeBackup(file)
  fs.writeFileSync(file, damage(fs.readFileSync(file)))
  const refusal = restore()
  await expect(refusal).rejects.toThrow(reason)
  await expect(refusal).rejects.toThrow('Nothing was changed. Use another backup.')
  expect(await query(`select from pg_tables where schemaname = 'public'`)).toEqual([])
  expect(fs.existsSync(target.DATA_DIR) ? fs.readdirSync(target.DATA_DIR) : []).toEqual([])
})

test('a backup with migrations that this program lacks is refused with advice', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999-01-01-future', '')`.execute(db)
  await makeBackup(file).finally(() => sql`delete from kysely_migration where name = '9999-01-01-future'`.execute(db))
  await expect(restore()).rejects.toThrow(
    'The backup is newer than this program: its migration 9999-01-01-future is unknown here. Update the program, then restore.',
  )
})

test('a backup of an older schema is restored and then migrated', async () => {
  const later = (await listKnown()).slice(-2)
  await migrateOther((await listKnown()).at(-3)!)
  await query(`insert into profiles (email, name, confirmed_at) values ('ada@mail.example', 'Ada', now())`)
  await backUpOther()

  expect((await restore()).later).toEqual(later)
  expect(await query('select name, email from profiles')).toEqual([{ name: 'Ada', email: 'ada@mail.example' }])
  expect(await query('select name from kysely_migration order by name desc limit 2')).toEqual(
    later.toReversed().map((name) => ({ name })),
  )
})

test('a backup from before the migrations were squashed is restored', async () => {
  await migrateOther('2026-11-25-14_announcements')
  await query(`
    with author as (insert into profiles (email, name, confirmed_at) values ('ada@mail.example', 'Ada', now()) returning id),
      category as (insert into categories (name, slug) values ('Design', 'design') returning id),
      platform as (insert into platforms (name, slug) values ('Appvault', 'appvault') returning id),
      vendor as (insert into vendors (name, slug) values ('Quill', 'quill') returning id),
      product as (insert into products (name, slug, vendor_id) select 'Quillstack', 'quillstack', id from vendor returning *),
      deal as (
        insert into deals (title, slug, published, category_id, platform_id, cta_url, vendor_name, start_date, vendor_id, product_id)
        select 'Quillstack', 'quillstack', true, category.id, platform.id, 'https://vendor.example', 'Quill', '2026-01-01',
          product.vendor_id, product.id
        from category, platform, product returning id)
    insert into reviews (deal_id, user_id, rating, title, body)
    select deal.id, author.id, 4, 'Good value', 'Paid once, used daily.' from deal, author`)
  await query(`delete from kysely_migration where name <> '2026-11-25-14_announcements'`)
  await query(`update kysely_migration set name = '2026-11-22-01_text_functions'`)
  await query(`insert into kysely_migration (name, timestamp) values ('2026-11-25-70_live_totals', '')`)
  // Later migrations add columns.
  const listRows = async () => [
    await query('select id, parent_id, name, slug, description from categories'),
    await query('select id, vendor_id, name, slug, website_url from products'),
  ]
  const before = await listRows()
  await backUpOther()

  const later = (await listKnown()).filter((name) => name > '2026-11-25-14_announcements')
  expect((await restore()).later).toEqual(later)
  expect(await listRows()).toEqual(before)
  const text = { rating: 4, title: 'Good value', body: 'Paid once, used daily.' }
  expect(await query('select rating, title, body from review_versions')).toEqual([text])
  const applied = await query('select name from kysely_migration order by name')
  expect(applied.map(({ name }) => name)).toEqual(await listKnown())
  await query(`update reviews set published_id = id`)
  expect(await query(`select title, review_count from deals`)).toEqual([{ title: 'Quillstack', review_count: 1 }])
})

/** Backs up the other database, and empties it. */
async function backUpOther() {
  env.DATABASE_URL = url.href
  await makeBackup(file).finally(() => Object.assign(env, source))
  await onServer(`drop database ${name} with (force)`)
  await onServer(`create database ${name}`)
}

/** Makes the tables of the other database as this migration and those before it do. */
async function migrateOther(last: string) {
  const pool = new pg.Pool({ connectionString: url.href, max: 1 })
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  const old = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const { error } = await makeMigrator(old).migrateTo(last)
  expect(error).toBeUndefined()
  await migrateQueue(pool)
  await old.destroy()
}

test('a backup with only some of the squashed migrations is refused with advice', async () => {
  await backUpWithMigrations(['2026-11-22-01_text_functions', '2026-11-22-13_queue'])
  await expect(restore()).rejects.toThrow(
    'The migrations of this database have been squashed: start it once with the last version that has 2026-11-25-70_live_totals, back it up',
  )
  expect(await query(`select from pg_tables where schemaname = 'public'`)).toEqual([])
})

/** Backs up the database as if these migrations had made its tables. */
async function backUpWithMigrations(names: string[]) {
  await sql`create table public.kysely_migration_present as select * from kysely_migration`.execute(db)
  try {
    await sql`delete from kysely_migration`.execute(db)
    for (const name of names) await sql`insert into kysely_migration (name, timestamp) values (${name}, '')`.execute(db)
    await makeBackup(file)
  } finally {
    await sql`delete from kysely_migration`.execute(db)
    await sql`insert into kysely_migration select * from kysely_migration_present`.execute(db)
    await sql`drop table kysely_migration_present`.execute(db)
  }
}

test('an interrupted backup leaves the older file as it was, and nothing else', async () => {
  fs.writeFileSync(file, 'older')
  await expect(makeBackup(file, AbortSignal.abort())).rejects.toThrow()
  expect(fs.readdirSync(folder)).toEqual(['backup.tar.gz'])
  expect(fs.readFileSync(file, 'utf8')).toBe('older')
})

test('a backup to a missing folder says so', async () => {
  await expect(makeBackup(path.join(folder, 'missing', 'backup.tar.gz'))).rejects.toThrow(
    `The folder ${path.join(folder, 'missing')} does not exist.`,
  )
})
