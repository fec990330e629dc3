import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { makeMigrator, migrateQueue, migrateToLatest, namesOf } from '#scripts/database/migrations'

const admin = new pg.Client(inject('databaseServer'))
const name = `ledger_migrating_${randomBytes(4).toString('hex')}`
const url = new URL(inject('databaseServer'))
url.pathname = name
let client: pg.Client

beforeAll(() => admin.connect())
afterAll(() => admin.end())
beforeEach(async () => {
  await admin.query(`create database ${name}`)
  client = new pg.Client(url.href)
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await admin.query(`drop database ${name} with (force)`)
})

const listTables = async () => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     and relname not like 'kysely%' order by relname`,
  )
  return rows.map(({ name }) => name)
}

test('of four processes that migrate an empty database at once, one applies the migrations, and later ones change nothing', async () => {
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrateToLatest(url.href)))
  const counts = applied.map((names) => names.length).sort((a, b) => b - a)
  expect(counts[0]).toBeGreaterThan(10)
  expect(counts.slice(1)).toEqual([0, 0, 0])

  await client.query(`insert into categories (name, slug) values ('Design', 'design')`)
  const before = await listTables()
  expect(await migrateToLatest(url.href)).toEqual([])
  expect(await listTables()).toEqual(before)
  const { rows } = await client.query('select name, slug from categories')
  expect(rows).toEqual([{ name: 'Design', slug: 'design' }])
})

test('a migration that fails leaves nothing of the others behind and names itself, and works once the cause is gone', async () => {
  // In the way of a table that a migration in the middle creates.
  await client.query('create table imports (id int)')
  await expect(migrateToLatest(url.href)).rejects.toThrow(/The migration \S*imports\S* failed, nothing was changed: /)
  expect(await listTables()).toEqual(['imports'])

  await client.query('drop table imports')
  expect((await migrateToLatest(url.href)).length).toBeGreaterThan(10)
})

test('a migration whose connection is ended in the middle leaves nothing behind, and the next one applies everything', async () => {
  // Held until the migrations have come as far as this table.
  await client.query('create table imports (id int)')
  await client.query('begin; lock table imports in access exclusive mode')
  const migration = migrateToLatest(url.href).catch((error: Error) => error)
  const findWaiting = async () => {
    const { rows } = await admin.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = $1 and backend_xmin is not null and query ilike '%create%'`,
      [name],
    )
    return rows[0]?.pid
  }
  await expect.poll(findWaiting, { interval: 10 }).toBeDefined()
  await admin.query('select pg_terminate_backend($1)', [await findWaiting()])
  expect(await migration).toBeInstanceOf(Error)
  await client.query('rollback')
  expect(await listTables()).toEqual(['imports'])

  await client.query('drop table imports')
  expect((await migrateToLatest(url.href)).length).toBeGreaterThan(10)
})

async function migrateTo(migration: string) {
  const pool = new pg.Pool({ connectionString: url.href })
  pool.on('connect', (client) => client.on('error', () => {})).on('error', () => {})
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  namesOf(await makeMigrator(db).migrateTo(migration))
  await migrateQueue(pool)
  await db.destroy()
}

test('jobs that no longer exist are removed', async () => {
  await migrateTo('2026-11-25-14_announcements')
  await client.query(`select graphile_worker.add_job('tell_followers', queue_name => 'tell_followers')`)
  await client.query(`select graphile_worker.add_job('clean_up')`)
  expect(await migrateToLatest(url.href)).toContain('2026-11-25-20_rules_in_functions')
  const { rows } = await client.query('select task_identifier as task, queue_name from graphile_worker.jobs order by 1')
  expect(rows).toEqual([{ task: 'clean_up', queue_name: null }])
})

test('a follow of a product becomes a bookmark of its current offer, and an announced offer still notifies', async () => {
  await migrateTo('2026-11-26-53_logo')
  await client.query(`
    insert into categories (name, slug) values ('Design', 'design');
    insert into platforms (name, slug) values ('Stackyard', 'stackyard');
    insert into vendors (name, slug) values ('Northpane', 'northpane');
    insert into products (name, slug, vendor_id) select product, lower(product), vendors.id
      from vendors, unnest(array['Quill', 'Ink', 'Pen']) as product`)
  const addOffer = (product: string, slug: string, start: string, published = true) =>
    client.query(
      `insert into deals (title, slug, vendor_name, category_id, platform_id, vendor_id, product_id, cta_url, start_date, published)
       select $2, $2, 'Northpane', categories.id, platforms.id, vendor_id, products.id, 'https://northpane.example', $3, $4
       from products, categories, platforms where products.slug = $1`,
      [product, slug, start, published],
    )
  await addOffer('quill', 'quill-2024', '2024-11-01')
  await addOffer('quill', 'quill-2026', '2026-11-01')
  await addOffer('ink', 'ink-2024', '2024-11-01')
  await addOffer('ink', 'ink-2026', '2026-11-01')
  await addOffer('pen', 'pen', '2026-11-01', false)
  await client.query(`
    insert into profiles (email) values ('ada@example.com'), ('ben@example.com');
    insert into follows (user_id, product_id) select profiles.id, products.id from profiles, products;
    insert into follows (user_id, vendor_id) select profiles.id, vendors.id from profiles, vendors;
    insert into bookmarks (user_id, deal_id, tells_price, tells_reopened) select profiles.id, deals.id, false, false
      from profiles, deals where email = 'ben@example.com' and deals.slug = 'quill-2024';
    insert into deal_events (deal_id, kind, cause) select id, 'PUBLISHED', id from deals where slug = 'ink-2026'`)

  await migrateToLatest(url.href)
  const { rows } = await client.query(
    `select email, slug, tells_price, tells_reopened from bookmarks
     join profiles on profiles.id = user_id join deals on deals.id = deal_id order by email, slug`,
  )
  const all = { tells_price: true, tells_reopened: true }
  expect(rows).toEqual([
    { email: 'ada@example.com', slug: 'ink-2024', ...all },
    { email: 'ada@example.com', slug: 'pen', ...all },
    { email: 'ada@example.com', slug: 'quill-2026', ...all },
    { email: 'ben@example.com', slug: 'ink-2024', ...all },
    { email: 'ben@example.com', slug: 'pen', ...all },
    { email: 'ben@example.com', slug: 'quill-2024', tells_price: false, tells_reopened: true },
  ])
  const follows = await client.query('select vendor_id from follows')
  expect(follows.rows).toHaveLength(2)
})

test('accounts whose only second factor was a passkey are named, and keep their recovery codes', async () => {
  await migrateTo('2026-11-26-71_search_matches')
  await client.query(`
    insert into profiles (email) values ('ada@example.com'), ('ben@example.com'), ('cleo@example.com'), ('dan@example.com');
    insert into passkeys (user_id, credential_id, public_key, counter, name, is_backed_up)
      select id, email::bytea, 'key', 0, 'Laptop', false from profiles where email <> 'dan@example.com';
    insert into recovery_codes (user_id, code_hash) select id, sha256(email::bytea) from profiles;
    insert into authenticators (user_id, sealed_secret, confirmed_at)
      select id, decode(repeat('00', 48), 'hex'), now() from profiles where email in ('ben@example.com', 'dan@example.com');
    insert into sessions (id_hash, user_id, expires_at) select sha256('begun'), id, now() from profiles where email like 'cleo%';
    insert into authenticators (user_id, sealed_secret, session_hash)
      select user_id, decode(repeat('00', 48), 'hex'), id_hash from sessions;
    insert into tokens (token_hash, user_id, purpose, expires_at)
      select sha256(purpose::bytea), id, purpose::token_purpose, now() from profiles, unnest(array['SET_UP', 'RESET']) as purpose
      where email like 'ada%'`)
  for (const mail of ['passkey-added', 'new-device', 'set-up', 'reset']) {
    await client.query(`select graphile_worker.add_job('send_mail', $1)`, [{ mail, email: 'ada@example.com' }])
  }
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  try {
    await migrateToLatest(url.href)
    expect(warn.mock.calls.flat()).toEqual([
      expect.stringContaining('only second factor was a passkey:\n  ada@example.com\n  cleo@example.com\nThey sign in'),
    ])
  } finally {
    warn.mockRestore()
  }
  expect(await listTables()).not.toContain('passkeys')
  const read = async (query: string) => (await client.query({ text: query, rowMode: 'array' })).rows.flat()
  expect(await read('select count(*)::int from recovery_codes')).toEqual([4])
  expect(await read('select purpose from tokens')).toEqual(['RESET'])
  expect(await read(`select kind || ' ' || address from mails`)).toEqual(['reset ada@example.com'])
})

test('events that wait are told as changed deals, and what was told is not told again', async () => {
  await migrateTo('2026-11-28-91_mails')
  await client.query(`
    insert into categories (name, slug) values ('Design', 'design');
    insert into platforms (name, slug) values ('Stackyard', 'stackyard');
    insert into vendors (name, slug) values ('Northpane', 'northpane');
    insert into products (name, slug, vendor_id) select 'Quill', 'quill', id from vendors;
    insert into profiles (email) values ('ada@example.com');
    insert into deals (title, slug, vendor_name, category_id, platform_id, vendor_id, product_id, cta_url, start_date, published, deal_price)
      select name_of, name_of, 'Northpane', categories.id, platforms.id, vendor_id, products.id, 'https://northpane.example', '2026-01-01', name_of <> 'draft', 49
      from products, categories, platforms, unnest(array['price', 'fresh', 'over', 'matched', 'told', 'draft']) as name_of;
    insert into change_logs (deal_id, title, description, status, moderated_at)
      select id, slug, slug, 'APPROVED', now() from deals where slug in ('price', 'told');
    insert into deal_events (deal_id, kind, cause, data, done_at)
      select deals.id, event.kind::deal_event_kind, coalesce((select change.id::text from change_logs change where event.kind = 'CHANGE' and deal_id = deals.id), deals.id::text),
        data::jsonb, case slug when 'told' then now() end
      from deals join (values ('price', 'PRICE', '{"was": 59, "price": 49}'), ('price', 'CHANGE', '{}'), ('fresh', 'PUBLISHED', '{}'),
        ('over', 'ENDED', '{}'), ('told', 'CHANGE', '{}'), ('told', 'PUBLISHED', '{}')) as event (of, kind, data) on slug = of;
    insert into deals_to_match (deal_id) select id from deals where slug = 'matched';
    insert into notifications (user_id, kind, cause, deal_id, event_id)
      select profiles.id, lower(kind::text), 'event:' || deal_events.id, deal_id, deal_events.id from profiles, deal_events where done_at is not null`)
  await migrateToLatest(url.href)
  const read = async (query: string) => (await client.query({ text: query, rowMode: 'array' })).rows
  expect(
    await read(`select slug, before -> 'price', before -> 'is_over', before -> 'offer' = 'null' from changed_deals
      join deals on deals.id = deal_id order by slug`),
  ).toEqual([
    ['fresh', null, null, null],
    ['matched', 49, false, true],
    ['over', 49, false, false],
    ['price', 59, false, false],
  ])
  expect(await read('select slug from deals where announced_at is null order by slug')).toEqual([['draft'], ['fresh']])
  expect(await read('select title from change_logs where told_at is null')).toEqual([['price']])
  expect(
    await read(`select notifications.kind, cause = 'change:' || change_logs.id, cause = 'new:' || notifications.deal_id
      from notifications join change_logs using (deal_id) order by 1`),
  ).toEqual([
    ['change', true, false],
    ['published', false, true],
  ])
})

test('mails that wait as jobs become rows of the outbox, and what was mailed by a job is not mailed again', async () => {
  await migrateTo('2026-11-28-32_no_queue_items')
  await client.query(`
    insert into profiles (email) values ('ada@example.com');
    insert into notifications (user_id, kind, cause) select id, 'contribution_decided', 'decision:' || n
      from profiles, generate_series(1, 2) n;
    insert into contact_messages (id, name, email, subject, body)
      values ('00000000-0000-4000-8000-000000000001', 'Ben', 'ben@example.com', 'Price', 'It is wrong.')`)
  const jobs: [string, object][] = [
    ['send_mail', { mail: 'confirm', email: 'ben@example.com', redirectTo: '/deals', failures: 2 }],
    ['send_mail', { mail: 'suspended', email: 'ada@example.com', suspension: { reason: 'Spam', note: 'Links.' } }],
    ['send_contact_mail', { messageId: '00000000-0000-4000-8000-000000000001', to: 'staff' }],
    ['send_decision_mail', { decisionId: '2' }],
  ]
  for (const job of jobs) await client.query('select graphile_worker.add_job($1, $2)', job)
  await migrateToLatest(url.href)
  const { rows } = await client.query(
    'select kind, coalesce(address, email) as to, data, failures, mails.status from mails left join profiles on profiles.id = user_id order by kind',
  )
  const message = '00000000-0000-4000-8000-000000000001'
  expect(rows).toEqual([
    { kind: 'confirm', to: 'ben@example.com', data: { redirectTo: '/deals' }, failures: 2, status: 'WAITING' },
    { kind: 'contact', to: 'ben@example.com', data: { message }, failures: 0, status: 'WAITING' },
    { kind: 'decisions', to: 'ada@example.com', data: {}, failures: 0, status: 'SENT' },
    {
      kind: 'suspended',
      to: 'ada@example.com',
      data: { reason: 'Spam', note: 'Links.' },
      failures: 0,
      status: 'WAITING',
    },
  ])
  const unmailed = await client.query('select cause from notifications where mail_id is null')
  expect(unmailed.rows).toEqual([{ cause: 'decision:2' }])
  expect((await client.query('select from graphile_worker.jobs')).rows).toEqual([])
})

test('of the versions of a page the newest becomes the page, and private addresses are dropped', async () => {
  await migrateTo('2026-11-26-71_search_matches')
  await client.query(`
    insert into profiles (email) values ('ada@example.com');
    insert into private_addresses (user_id, token_hash) select id, sha256('token') from profiles;
    insert into page_versions (slug, title, body, author_id)
      select slug, 'Press', body, id from profiles, (values ('press', 'One.'), ('about', 'Us.'), ('press', 'Two.')) as texts (slug, body)`)
  await migrateToLatest(url.href)
  const { rows } = await client.query(
    'select slug, body, email from pages join profiles on id = author_id order by slug',
  )
  expect(rows).toEqual([
    { slug: 'about', body: 'Us.', email: 'ada@example.com' },
    { slug: 'press', body: 'Two.', email: 'ada@example.com' },
  ])
  expect(await listTables()).not.toContain('private_addresses')
})

test('each text of a review and of its edits becomes a version with its decision, and readers see the same text', async () => {
  await migrateTo('2026-11-28-91_mails')
  const id = (n: string) => `00000000-0000-0000-0000-${n.padStart(12, '0')}`
  await client.query(`
    insert into categories (name, slug) values ('Design', 'design');
    insert into platforms (name, slug) values ('Stackyard', 'stackyard');
    insert into vendors (name, slug) values ('Northpane', 'northpane');
    insert into products (name, slug, vendor_id) select 'Quill', 'quill', id from vendors;
    insert into deals (title, slug, vendor_name, category_id, platform_id, vendor_id, product_id, cta_url, start_date, published)
      select 'Quill', 'quill', 'Northpane', categories.id, platforms.id, vendor_id, products.id, 'https://northpane.example',
        '2026-01-01', true from products, categories, platforms;
    insert into profiles (email) select 'author-' || n || '@example.com' from generate_series(1, 9) n`)
  const addReview = async (n: number, title: string, status: string, rating: number, edited: string | null = null) => {
    await client.query(
      `insert into reviews (id, deal_id, user_id, rating, title, body, status, created_at, edited_at)
       select $1, deals.id, profiles.id, $2, $3, $3, $4::moderation_status, '2026-01-01', $5
       from deals, profiles where email = $6`,
      [id(`${n}`), rating, title, status, edited, `author-${n}@example.com`],
    )
  }
  const addVersion = (n: number, title: string, status: string, rating: number, created = '2026-01-01') =>
    client.query(
      `insert into review_versions (id, review_id, rating, title, body, connection, status, created_at)
       values ($1, $2, $3, $4, $4, 'NONE', $5, $6)`,
      [id(title), id(`${n}`), rating, title, status, created],
    )
  const addEdit = (n: number, title: string, status: string, rating: number, replaced: string | null = null) =>
    client.query(
      `insert into review_edits (id, review_id, deal_id, user_id, rating, title, body, status, created_at, replaced_version_id)
       select $1, id, deal_id, user_id, $2, $3, $3, $4::moderation_status, '2026-02-01', $5 from reviews where id = $6`,
      [id(title), rating, title, status, replaced && id(replaced), id(`${n}`)],
    )
  await addReview(1, 'a1', 'APPROVED', 5)
  await addReview(2, 'b1', 'PENDING', 4)
  await addReview(3, 'c2', 'APPROVED', 3, '2026-02-01')
  await addVersion(3, 'c1', 'APPROVED', 5)
  await addEdit(3, 'c2', 'APPROVED', 3, 'c1')
  await addReview(4, 'd1', 'APPROVED', 3)
  await addEdit(4, 'd2', 'PENDING', 1)
  await addReview(5, 'e2', 'PENDING', 3, '2026-02-01')
  await addVersion(5, 'e1', 'REJECTED', 1)
  await addReview(6, 'f1', 'APPROVED', 3)
  await addEdit(6, 'f2', 'REJECTED', 1)
  // A reopened review beside an edit that waits, one that was removed with the text of an edit, and one of a merge.
  await addReview(7, 'aa1', 'PENDING', 3)
  await addEdit(7, 'aa2', 'PENDING', 1)
  await addReview(8, 'bb2', 'REJECTED', 2, '2026-02-01')
  await addVersion(8, 'bb1', 'APPROVED', 5)
  await addEdit(8, 'bb2', 'APPROVED', 2, 'bb1')
  await addReview(9, 'cc2', 'PENDING', 2)
  await addVersion(9, 'cc1', 'PENDING', 5, '2025-01-01')
  await client.query(
    `insert into decisions (kind, subject_id, decision, waiting_since, effects) values
      ('review_edit', $1, 'APPROVED', now(), '{}'), ('review', $2, 'APPROVED', now(), '{}')`,
    [id('c2'), id('3')],
  )
  const countsOf = async () => (await client.query('select review_count, rating_sum, rating_average from deals')).rows
  const before = await countsOf()

  await migrateToLatest(url.href)
  const { rows } = await client.query(`
    select right(reviews.id::text, 1) as review, shown.title as shown, edited_at is not null as is_edited,
      (select string_agg(title || ' ' || status || case when text.id = text.review_id then ' first' else '' end, ', '
        order by created_at) from review_versions text where review_id = reviews.id) as texts
    from reviews left join shown_reviews shown using (id) order by 1`)
  expect(rows.map(({ review, shown, is_edited, texts }) => [review, shown, is_edited, texts])).toEqual([
    ['1', 'a1', false, 'a1 APPROVED first'],
    ['2', null, false, 'b1 PENDING first'],
    ['3', 'c2', true, 'c1 APPROVED first, c2 APPROVED'],
    ['4', 'd1', false, 'd1 APPROVED first, d2 PENDING'],
    ['5', null, false, 'e1 REJECTED, e2 PENDING first'],
    ['6', 'f1', false, 'f1 APPROVED first, f2 REJECTED'],
    ['7', null, false, 'aa1 APPROVED first, aa2 PENDING'],
    ['8', null, false, 'bb1 APPROVED first, bb2 REJECTED'],
    ['9', null, false, 'cc1 REJECTED, cc2 PENDING first'],
  ])
  expect(await countsOf()).toEqual(before)
  const decisions = await client.query('select kind, subject_id, effects from decisions order by effects')
  expect(decisions.rows).toEqual([
    { kind: 'review', subject_id: id('3'), effects: {} },
    { kind: 'review', subject_id: id('c2'), effects: { before: id('3') } },
  ])
})
