import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import {
  makeCategory,
  makeComment,
  makeDeal,
  makeFollowUp,
  makePlatform,
  makeProfile,
  makeReview,
  makeSuggestion,
} from '../factories'

let listener: pg.Client
let payloads: string[] = []

beforeAll(async () => {
  listener = new pg.Client(env.DATABASE_URL)
  await listener.connect()
  listener.on('notification', ({ payload = '' }) => {
    payloads.push(payload)
  })
  await listener.query('listen content_changed')
})
afterAll(() => listener.end())

/** Whether a statement sends NOTIFY: pending notifications arrive before the listener's own query is answered. */
async function isAnnounced(statement: ReturnType<typeof sql>) {
  await listener.query('select')
  payloads = []
  await statement.execute(db)
  await listener.query('select')
  return payloads.length > 0
}

type Given = Record<'deal_id' | 'user_id' | 'category_id' | 'platform_id' | 'vendor_id' | 'product_id', string> & {
  isPublic: boolean
}
type Table = { row: (given: Given) => Record<string, unknown>; change: Record<string, unknown>; isAlwaysPublic?: true }

const status = ({ isPublic }: Given) => (isPublic ? 'APPROVED' : 'PENDING')

// The public tables, each with a row to insert and a change to it.
const TABLES: Record<string, Table> = {
  availability_reports: {
    row: ({ deal_id, user_id }) => ({ deal_id, user_id, has_ended: true, counts: true }),
    change: { has_ended: false },
  },
  categories: { row: () => ({ name: 'Poems', slug: 'poems' }), change: { name: 'Poetry' }, isAlwaysPublic: true },
  change_logs: {
    row: ({ deal_id, ...given }) => ({
      deal_id,
      title: 'Seats',
      description: 'Five now.',
      status: status({ deal_id, ...given }),
    }),
    change: { description: 'Six now.' },
  },
  comments: {
    row: (given) => ({ deal_id: given.deal_id, user_id: given.user_id, body: 'Is it fast?', status: status(given) }),
    change: { body: 'Is it quick?' },
  },
  deal_alerts: {
    row: ({ deal_id }) => ({ deal_id, kind: 'BROKEN_LINK' }),
    change: { status: 'REJECTED' },
  },
  deal_faqs: {
    row: ({ deal_id }) => ({ deal_id, position: 0, question: 'Why?', answer: 'Because.' }),
    change: { answer: 'Why not?' },
  },
  deal_plan_limits: {
    row: ({ deal_id }) => ({ deal_id, position: 0, label: 'Seats', values: ['5'] }),
    change: { label: 'Members' },
  },
  deal_plans: {
    row: ({ deal_id }) => ({ deal_id, position: 0, name: 'Tier 1', price: '49.00' }),
    change: { codes: 2 },
  },
  deal_pros_cons: {
    row: ({ deal_id }) => ({ deal_id, type: 'PRO', position: 0, text: 'Quick' }),
    change: { text: 'Slow' },
  },
  deals: {
    row: ({ category_id, platform_id, vendor_id, product_id, isPublic }) => ({
      title: 'Quillstack',
      slug: 'quillstack',
      vendor_name: 'Northpane',
      category_id,
      platform_id,
      vendor_id,
      product_id,
      start_date: '2026-01-05',
      cta_url: 'https://quillstack.example',
      published: isPublic,
    }),
    change: { summary: 'Drafts and outlines' },
  },
  platforms: { row: () => ({ name: 'Dealmint', slug: 'dealmint' }), change: { name: 'Mint' }, isAlwaysPublic: true },
  link_programs: {
    row: () => ({ name: 'Partners', host: 'net.example', template: '?ref=1' }),
    change: { is_active: false },
    isAlwaysPublic: true,
  },
  site_settings: { row: () => ({ name: 'Dealbook' }), change: { tagline: 'Paid once.' }, isAlwaysPublic: true },
  pages: {
    row: () => ({ slug: 'press', title: 'Press', body: 'Our logo.' }),
    change: { body: 'Our logos.' },
    isAlwaysPublic: true,
  },
  seo_metadata: {
    row: () => ({ entity_type: 'PAGE', entity_id: '/about', meta_title: 'About' }),
    change: { meta_title: 'About us' },
    isAlwaysPublic: true,
  },
}

test('every table with a content_changed trigger is listed here and notifies on all kinds of changes', async () => {
  const { rows } = await sql<{ table: string; verbs: string[] }>`
    select relname as table, array_agg(verb order by verb) as verbs
    from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid,
      lateral (values (4, 'insert'), (8, 'delete'), (16, 'update'), (32, 'truncate')) as kinds (bit, verb)
    where prosrc ~ 'notify content_changed' and tgtype & bit > 0 and tgenabled = 'O'
    group by relname`.execute(db)
  const all = ['delete', 'insert', 'truncate', 'update']
  // They are only ever truncated together with deals.
  const exceptAlone = ['delete', 'insert', 'update']
  expect(Object.fromEntries(rows.map(({ table, verbs }) => [table, verbs]))).toEqual({
    ...Object.fromEntries(Object.keys(TABLES).map((table) => [table, all])),
    availability_reports: exceptAlone,
    deal_alerts: exceptAlone,
    deal_suggestions: ['update'],
    follow_ups: all,
    purchases: all,
    reviews: all,
    products: ['update'],
    sources: all,
    profiles: ['update'],
    vendor_answers: all,
    vendors: ['update'],
  })
})

describe.each(Object.entries(TABLES))('NOTIFY for %s', (name, { row, change, isAlwaysPublic }) => {
  test.each(isAlwaysPublic ? [true] : [true, false])(
    'NOTIFY is sent only for rows that visitors see (public: %s)',
    async (isPublic) => {
      const [category, platform, profile] = await Promise.all([makeCategory(), makePlatform(), makeProfile()])
      const places = { category_id: category.id, platform_id: platform.id }
      const deal = await makeDeal({
        ...places,
        deal_price: '49.00',
        published: isPublic || ['change_logs', 'comments'].includes(name),
      })
      const { id: deal_id, vendor_id, product_id } = deal
      const given = { deal_id, vendor_id, product_id, user_id: profile.id, ...places, isPublic }
      const values = Object.entries(row(given))
      const table = sql.table(name)
      // The counts and averages of the deal would change too and send the NOTIFY instead.
      if (name !== 'deals') await sql`alter table deals disable trigger user`.execute(db)
      try {
        const columns = sql.join(values.map(([column]) => sql.ref(column)))
        const insert = sql`insert into ${table} (${columns}) values (${sql.join(values.map(([, value]) => value))})`
        expect(await isAnnounced(insert), 'insert').toBe(isPublic)

        const [key, first] = values.find(([column]) => !(column in change))!
        const isRow = sql`${sql.ref(key)} = ${first}`
        const assignments = sql.join(
          Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
        )
        expect(await isAnnounced(sql`update ${table} set ${assignments} where ${isRow}`), 'update').toBe(isPublic)
        expect(await isAnnounced(sql`delete from ${table} where ${isRow}`), 'delete').toBe(isPublic)
      } finally {
        await sql`alter table deals enable trigger user`.execute(db)
      }
    },
  )
})

test('moving an entry between a draft and a published deal sends NOTIFY', async () => {
  const [published, draft] = [await makeDeal({ published: true }), await makeDeal({ published: false })]
  await sql`insert into deal_pros_cons (deal_id, type, position, text) values (${draft.id}, 'PRO', 0, 'Quick')`.execute(
    db,
  )

  expect(await isAnnounced(sql`update deal_pros_cons set deal_id = ${published.id}`)).toBe(true)
  expect(await isAnnounced(sql`update deal_pros_cons set deal_id = ${draft.id}`)).toBe(true)
})

test('a change of a vendor or product sends NOTIFY only when one of its deals is published', async () => {
  for (const published of [true, false]) {
    const deal = await makeDeal({ published, vendor_name: published ? 'Northpane' : 'Quietworks' })
    const { product_id, vendor_id } = deal
    expect(await isAnnounced(sql`update products set name = 'Quillstack 2' where id = ${product_id}`)).toBe(published)
    expect(await isAnnounced(sql`update products set created_at = now() where id = ${product_id}`)).toBe(false)
    expect(await isAnnounced(sql`update vendors set name = name || ' Labs' where id = ${vendor_id}`)).toBe(published)
    expect(await isAnnounced(sql`update vendors set note = 'Asked twice' where id = ${vendor_id}`)).toBe(false)
  }
})

test('a purchase sends NOTIFY only when its member has an approved review of the deal or asked for a refund', async () => {
  for (const isPublic of [true, false]) {
    const { user_id, deal_id } = await makeReview({ status: isPublic ? 'APPROVED' : 'PENDING' })
    const other = await makeReview({ user_id, status: 'APPROVED' })
    expect(other.deal_id).not.toBe(deal_id)
    const bought = sql`insert into purchases (user_id, deal_id, bought_on) values (${user_id}, ${deal_id}, '2026-03-14')`
    expect(await isAnnounced(bought)).toBe(isPublic)
    const ofThis = sql`where deal_id = ${deal_id}`
    expect(await isAnnounced(sql`update purchases set refunded_on = '2026-04-01' ${ofThis}`)).toBe(isPublic)
    const asked = sql`update purchases set refunded_on = null, refund_asked_on = '2026-04-01' ${ofThis}`
    expect(await isAnnounced(asked)).toBe(true)
    expect(await isAnnounced(sql`update purchases set refund_asked_on = null ${ofThis}`)).toBe(true)
    expect(await isAnnounced(sql`delete from purchases ${ofThis}`)).toBe(isPublic)
  }
})

test("a vendor's answer sends NOTIFY only when what it answers is public", async () => {
  for (const status of ['APPROVED', 'PENDING'] as const) {
    const review = await makeReview({ status })
    const isPublic = status === 'APPROVED'
    const insert = sql`insert into vendor_answers (review_id, body, answered_on) values (${review.id}, 'Mended.', '2026-11-01')`
    expect(await isAnnounced(insert)).toBe(isPublic)
    const ofThis = sql`where review_id = ${review.id}`
    expect(await isAnnounced(sql`update vendor_answers set body = 'It is mended.' ${ofThis}`)).toBe(isPublic)
    expect(await isAnnounced(sql`delete from vendor_answers ${ofThis}`)).toBe(isPublic)
  }
})

test('a review sends NOTIFY when a text is published or replaced, and as long as one is', async () => {
  const review = await makeReview()
  const set = (change: RawBuilder<unknown>) => isAnnounced(sql`update reviews set ${change} where id = ${review.id}`)
  expect(await set(sql`helpful_count = 1`)).toBe(false)
  for (const change of [sql`published_id = id`, sql`helpful_count = 2`, sql`published_id = null`]) {
    expect(await set(change)).toBe(true)
  }
  expect(await isAnnounced(sql`insert into reviews (deal_id) values (${review.deal_id})`)).toBe(false)
  const other = await makeReview({ status: 'APPROVED' })
  expect(await isAnnounced(sql`delete from reviews where id = ${review.id}`)).toBe(false)
  expect(await isAnnounced(sql`delete from reviews where id = ${other.id}`)).toBe(true)
})

test('an announcement says only that something public changed', async () => {
  const review = await makeReview()
  expect(await isAnnounced(sql`update reviews set published_id = id where id = ${review.id}`)).toBe(true)
  expect(new Set(payloads)).toEqual(new Set(['']))
})

test('an answer about a review sends NOTIFY only when it is approved', async () => {
  const review = await makeReview({ status: 'APPROVED' })
  const { id } = await makeFollowUp({ review })
  const ofThis = sql`where id = ${id}`
  const insert = sql`insert into follow_ups (review_id, deal_id, months, answer, rating)
    values (${review.id}, ${review.deal_id}, 24, 'NO', 2)`
  expect(await isAnnounced(insert)).toBe(false)
  expect(await isAnnounced(sql`update follow_ups set body = 'Every day.' ${ofThis}`)).toBe(false)
  expect(await isAnnounced(sql`update follow_ups set status = 'APPROVED' ${ofThis}`)).toBe(true)
  expect(await isAnnounced(sql`update follow_ups set body = 'Every week.' ${ofThis}`)).toBe(true)
  expect(await isAnnounced(sql`delete from follow_ups ${ofThis}`)).toBe(true)
})

test('a change of who suggested a deal sends NOTIFY only when the deal is published', async () => {
  for (const published of [true, false]) {
    const [deal, suggestion] = [await makeDeal({ published }), await makeSuggestion()]
    const ofThis = sql`where id = ${suggestion.id}`
    const accepted = sql`update deal_suggestions set status = 'APPROVED', deal_id = ${deal.id} ${ofThis}`
    expect(await isAnnounced(accepted)).toBe(published)
    expect(await isAnnounced(sql`update deal_suggestions set title = 'Sunmark' ${ofThis}`)).toBe(false)
    expect(await isAnnounced(sql`update deal_suggestions set user_id = null ${ofThis}`)).toBe(published)
  }
})

describe('NOTIFY for a new name or a switched off profile', () => {
  test.each([
    ['the author of an approved review', true, (user_id: string) => makeReview({ user_id, status: 'APPROVED' })],
    ['the author of an approved comment', true, (user_id: string) => makeComment({ user_id, status: 'APPROVED' })],
    [
      'a member who suggested a published deal',
      true,
      async (user_id: string) => {
        const deal = await makeDeal({ published: true })
        await makeSuggestion({ user_id, status: 'APPROVED', deal_id: deal.id })
      },
    ],
    ['the author of a pending review', false, (user_id: string) => makeReview({ user_id })],
    ['the author of a rejected comment', false, (user_id: string) => makeComment({ user_id, status: 'REJECTED' })],
    ['a member without contributions', false, async () => {}],
  ])('a new name of %s sends NOTIFY: %s', async (_, expected, write) => {
    const { id } = await makeProfile({ name: 'Ada' })
    await write(id)
    expect(await isAnnounced(sql`update profiles set name = 'Ada L.' where id = ${id}`)).toBe(expected)
    expect(await isAnnounced(sql`update profiles set name = 'Ada L.' where id = ${id}`), 'the same name').toBe(false)
    expect(await isAnnounced(sql`update profiles set email = 'ada@new.example' where id = ${id}`), 'email').toBe(false)
    const switchedOff = sql`update profiles set has_public_profile = false where id = ${id}`
    expect(await isAnnounced(switchedOff), 'public profile').toBe(expected)
  })
})
