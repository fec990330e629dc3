import { promises as fs } from 'node:fs'
import path from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrateToLatest } from '#scripts/database/migrations'

const BEFORE = '2026-11-22-11_content_announcements'
const BEFORE_CLOSED_VENDORS = '2026-11-25-23_connections_of_edits'
const name = `ledger_upgrade_${process.env.VITEST_POOL_ID}`
const url = new URL(inject('databaseServer'))
url.pathname = name
let old: Kysely<unknown>

const onServer = async (query: string) => {
  const admin = new pg.Client(inject('databaseServer'))
  await admin.connect()
  await admin.query(query).finally(() => admin.end())
}
const read = async (query: string) => (await sql.raw<Record<string, unknown>>(query).execute(old)).rows

/** A database as it was before the queue, with one of each kind waiting, approved and rejected. */
beforeAll(async () => {
  await onServer(`drop database if exists ${name} with (force)`)
  await onServer(`create database ${name}`)
  const pool = new pg.Pool({ connectionString: url.href, max: 1 })
  // The database is dropped with force at the end, which may be before the server has closed the last connection.
  pool.on('connect', (client) => client.on('error', () => {}))
  old = new Kysely({ dialect: new PostgresDialect({ pool }) })
  const migrationFolder = path.resolve('migrations')
  const migrator = new Migrator({ db: old, provider: new FileMigrationProvider({ fs, path, migrationFolder }) })
  const migrateTo = async (version: string) => {
    const { error } = await migrator.migrateTo(version)
    if (error) throw error
  }
  await migrateTo(BEFORE)
  await sql
    .raw(`
      insert into profiles (email, name, confirmed_at) values ('ada@mail.example', 'Ada', now());
      insert into profiles (email, name, confirmed_at) select 'ada' || n || '@mail.example', 'Ada', now() from generate_series(1, 2) n;
      insert into categories (name, slug) values ('Design', 'design');
      insert into platforms (name, slug) values ('Dealmarket', 'dealmarket');
      insert into category_redirects (slug, category_id) select former.slug, id from categories, (values ('video'), ('film')) as former (slug);
      insert into audit_log (action, entity_type, detail) values
        ('category.merged', 'category', '{"name": "Video", "slug": "video", "into": "Design"}');
      insert into deals (title, slug, vendor_name, category_id, platform_id, start_date, cta_url, published)
        select 'Quillstack', 'quillstack', 'Northpane', categories.id, platforms.id, '2026-01-01', 'https://vendor.example', true
        from categories, platforms;
      create temporary table given as
        select status::moderation_status, n, timestamptz '2026-01-01 10:00:00.123456Z' + n * interval '1 day' as created_at,
          case when status <> 'PENDING' then timestamptz '2026-01-11 10:00Z' + n * interval '1 day' end as moderated_at,
          case when status = 'REJECTED' then 'Offers a code.' end as moderation_reason,
          (select id from deals) as deal_id, (select id from profiles where email = 'ada' || coalesce(nullif(n, 0)::text, '') || '@mail.example') as user_id
        from (values ('PENDING', 0), ('APPROVED', 1), ('REJECTED', 2)) given (status, n);
      insert into reviews (deal_id, user_id, rating, title, body, status, moderation_reason, moderated_at, created_at)
        select deal_id, user_id, 3 + n, 'Title', 'Body', status, moderation_reason, moderated_at, created_at from given;
      insert into comments (deal_id, user_id, body, status, moderated_at, created_at)
        select deal_id, user_id, 'Body', status, moderated_at, created_at from given;
      insert into change_logs (deal_id, reported_by_user_id, title, description, affects_owners, status, moderation_reason, moderated_at, created_at)
        select deal_id, user_id, 'Title', 'Body', 'YES', status, moderation_reason, moderated_at, created_at from given`)
    .execute(old)
  await migrateTo(BEFORE_CLOSED_VENDORS)
  await sql
    .raw(`
      update vendors set status = 'SHUT_DOWN', status_on = '2026-01-20', status_source_url = 'https://vendor.example/end';
      insert into bookmarks (user_id, deal_id) select profiles.id, deals.id from profiles, deals limit 1`)
    .execute(old)
  await migrateToLatest(url.href)
})

afterAll(async () => {
  await old?.destroy()
  await onServer(`drop database if exists ${name} with (force)`)
})

test('an upgrade queues what was waiting, since when it was sent', async () => {
  const waiting = await read(`
    select kind, rank, waiting_since::text = (timestamptz '2026-01-01 10:00:00.123456Z')::text as is_original,
      deal_id is not null as has_deal, author_id is not null as has_author, claimed_by from queue_items order by rank`)
  const same = { is_original: true, has_deal: true, has_author: true, claimed_by: null }
  expect(waiting).toEqual([
    { kind: 'change_log', rank: 1, ...same },
    { kind: 'review', rank: 5, ...same },
    { kind: 'comment', rank: 6, ...same },
  ])
})

test('an upgrade records the decisions made before', async () => {
  const decisions = await read(`
    select kind, decision, reason, rating, affects_owners,
      extract(day from decided_at - waiting_since)::int as days, undone_at
    from decisions order by kind, decision`)
  const rest = { days: 9, undone_at: null }
  expect(decisions).toEqual([
    { kind: 'change_log', decision: 'APPROVED', reason: null, rating: null, affects_owners: 'YES', ...rest },
    { kind: 'change_log', decision: 'REJECTED', reason: 'OTHER', rating: null, affects_owners: 'YES', ...rest },
    { kind: 'comment', decision: 'APPROVED', reason: null, rating: null, affects_owners: null, ...rest },
    { kind: 'comment', decision: 'REJECTED', reason: null, rating: null, affects_owners: null, ...rest },
    { kind: 'review', decision: 'APPROVED', reason: null, rating: 4, affects_owners: null, ...rest },
    { kind: 'review', decision: 'REJECTED', reason: 'OTHER', rating: 5, affects_owners: null, ...rest },
  ])
})

test('an upgrade keeps the words of old rejections as the note', async () => {
  for (const table of ['reviews', 'change_logs']) {
    expect(await read(`select moderation_reason, rejection_reason from ${table} where status = 'REJECTED'`)).toEqual([
      { moderation_reason: 'Offers a code.', rejection_reason: 'OTHER' },
    ])
  }
})

test('after an upgrade a decision takes the item from the queue, and a request for a change is possible', async () => {
  await read(
    `update reviews set status = 'CHANGES_REQUESTED', moderation_reason = 'Say more.' where status = 'PENDING'`,
  )
  expect(await read(`select from queue_items where kind = 'review'`)).toEqual([])
  await read(`update reviews set status = 'PENDING', moderation_reason = null where status = 'CHANGES_REQUESTED'`)
  const [item] = await read(
    `select now() - waiting_since < interval '1 minute' as is_new from queue_items where kind = 'review'`,
  )
  expect(item).toEqual({ is_new: true })
})

test('redirects of merged categories get their former names from the audit log', async () => {
  expect(await read('select slug, name from category_redirects order by slug')).toEqual([
    { slug: 'film', name: null },
    { slug: 'video', name: 'Video' },
  ])
})

test('an upgrade sets the deals of vendors that shut down to Expired, and notifies no followers', async () => {
  expect(await read('select status, version from deals')).toEqual([{ status: 'EXPIRED', version: 2 }])
  expect(await read('select kind from deal_events')).toEqual([])
})
