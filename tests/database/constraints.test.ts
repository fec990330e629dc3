import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { makeDeal, makeProfile, makeReview } from '../factories'

// Rules that hold for a psql session, an import of a dump and a bug of the app too.

const CHECK = '23514'
const UNIQUE = '23505'
const FOREIGN_KEY = '23503'
const NOT_NULL = '23502'
const ENUM = '22P02'

const codeOf = (statement: RawBuilder<unknown>) =>
  statement.execute(db).then(
    () => undefined,
    ({ code }: { code: string }) => code,
  )

test.each([
  ['a title of 201 characters', sql`title = repeat('😀', 201)`, CHECK],
  ['an empty title', sql`title = ''`, CHECK],
  ['no title', sql`title = null`, NOT_NULL],
  ['a summary of 501 characters', sql`summary = repeat('x', 501)`, CHECK],
  ['the slug "new"', sql`slug = 'new'`, CHECK],
  ['a slug with a slash', sql`slug = 'a/b'`, CHECK],
  ['a negative price', sql`deal_price = -0.01`, CHECK],
  ['a price of ten million', sql`original_price = 10000000`, CHECK],
  ['a currency in small letters', sql`currency = 'usd'`, CHECK],
  ['a javascript: link', sql`cta_url = 'javascript:alert(1)'`, CHECK],
  ['a data: picture', sql`hero_image_url = 'data:image/png;base64,AAAA'`, CHECK],
  ['a picture of another host without its scheme', sql`hero_image_url = '//evil.example/x.png'`, CHECK],
  ['a link of 2,049 characters', sql`cta_url = 'https://a.example/' || repeat('x', 2031)`, CHECK],
  ['an end before its start', sql`start_date = '2026-02-02', end_date = '2026-02-01'`, CHECK],
  ['21 tags', sql`tags = array_fill('x'::text, array[21])`, CHECK],
  ['an unknown status', sql`status = 'SOLD'`, ENUM],
  ['an unknown category', sql`category_id = ${randomUUID()}`, FOREIGN_KEY],
])('the database rejects a deal with %s', async (_what, change, code) => {
  const { id } = await makeDeal()
  expect(await codeOf(sql`update deals set ${change} where id = ${id}`)).toBe(code)
})

test('the database accepts a deal at every limit', async () => {
  const { id } = await makeDeal()
  expect(
    await codeOf(sql`
      update deals set title = repeat('😀', 200), summary = repeat('😀', 500), deal_price = 9999999.99, currency = 'EUR',
        cta_url = 'https://a.example/' || repeat('x', 2030), start_date = '2026-02-02', end_date = '2026-02-02',
        tags = array_fill('x'::text, array[20])
      where id = ${id}`),
  ).toBeUndefined()
})

test('the database numbers at most a hundred pros and cons of a deal', async () => {
  const { id } = await makeDeal()
  const add = (position: number) =>
    codeOf(sql`insert into deal_pros_cons (deal_id, type, position, text) values (${id}, 'PRO', ${position}, 'Quick')`)
  expect([await add(99), await add(100), await add(-1), await add(99)]).toEqual([undefined, CHECK, CHECK, UNIQUE])
})

test.each([
  ['a rating of 0', sql`rating = 0`, CHECK],
  ['a rating of 6', sql`rating = 6`, CHECK],
  ['a title of 101 characters', sql`title = repeat('x', 101)`, CHECK],
  ['a text of 1,001 characters', sql`body = repeat('😀', 1001)`, CHECK],
  ['a reason without a rejection', sql`moderation_reason = 'No'`, CHECK],
  ['an unknown author', sql`user_id = ${randomUUID()}`, FOREIGN_KEY],
])('the database rejects a review with %s', async (_what, change, code) => {
  const { id } = await makeReview({ status: 'PENDING' })
  expect(await codeOf(sql`update review_versions set ${change} where id = ${id}`)).toBe(code)
})

test('the database keeps one review, one bookmark and one email per person', async () => {
  const review = await makeReview()
  const again = await makeReview({ deal_id: review.deal_id })
  expect(await codeOf(sql`update reviews set user_id = ${review.user_id} where id = ${again.id}`)).toBe(UNIQUE)

  const bookmark = sql`insert into bookmarks (user_id, deal_id) values (${review.user_id}, ${review.deal_id})`
  expect(await codeOf(bookmark)).toBeUndefined()
  expect(await codeOf(bookmark)).toBe(UNIQUE)

  const [ada, ben] = [await makeProfile({ email: 'ada@example.com' }), await makeProfile()]
  expect(await codeOf(sql`update profiles set email = ${ada.email} where id = ${ben.id}`)).toBe(UNIQUE)
})

test('the database does not store an unhashed password, session id or token', async () => {
  const { id } = await makeProfile()
  expect(await codeOf(sql`insert into credentials (user_id, password_hash) values (${id}, 'correct horse')`)).toBe(
    CHECK,
  )
  const session = sql`insert into sessions (id_hash, user_id, expires_at) values ('plain'::bytea, ${id}, now())`
  expect(await codeOf(session)).toBe(CHECK)
  const token = sql`insert into tokens (token_hash, user_id, purpose, expires_at) values ('plain'::bytea, ${id}, 'RESET', now())`
  expect(await codeOf(token)).toBe(CHECK)
})

const ACTIONS = { a: 'no action', r: 'restrict', c: 'cascade', n: 'set null', d: 'set default' }

/** Each foreign key as "child.column: parent, action". */
async function listForeignKeys(condition: RawBuilder<unknown>) {
  const { rows } = await sql<{ key: string; action: keyof typeof ACTIONS }>`
    select conrelid::regclass || '.' || attname || ': ' || confrelid::regclass as key, confdeltype as action
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and ${condition} order by 1`.execute(db)
  return rows.map(({ key, action }) => `${key}, ${ACTIONS[action]}`)
}

test('what only admins change is not deleted or changed with anything that managers delete', async () => {
  const ofAdmins = sql`conrelid in ('link_programs'::regclass, 'site_settings'::regclass, 'pages'::regclass)`
  expect(await listForeignKeys(ofAdmins)).toEqual([
    'link_programs.platform_id: platforms, restrict',
    'pages.author_id: profiles, set null',
    'site_settings.icon_id: pictures, no action',
    'site_settings.logo_dark_id: pictures, no action',
    'site_settings.logo_light_id: pictures, no action',
  ])
})

test('only addresses, follows and suggested pairs are deleted with what managers delete', async () => {
  // A product is deleted when its last offer is moved.
  const ofManagers = sql`confrelid in ('categories'::regclass, 'platforms'::regclass, 'products'::regclass,
    'category_redirects'::regclass, 'follows'::regclass, 'platform_redirects'::regclass, 'product_differences'::regclass,
    'seo_metadata'::regclass, 'vendor_answers'::regclass)`
  expect(await listForeignKeys(sql`${ofManagers} and confdeltype <> 'r'`)).toEqual([
    'category_redirects.category_id: categories, cascade',
    'follows.category_id: categories, cascade',
    'platform_redirects.platform_id: platforms, cascade',
    'product_differences.other_id: products, cascade',
    'product_differences.product_id: products, cascade',
  ])
})
