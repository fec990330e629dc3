import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import type { Role } from '~/db/schema'
import { consumeUpTo, LIMITS, type Limit } from '~/features/people/limits/limits.server'
import { makeCategory, makeDeal, makePlatform, makeProfile, makeQuestion, makeReview } from '../factories'
import { RACE_ROUNDS } from '../race-rounds'
import { cookieOf } from '../requests'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'
import { type Answer, ask } from '../setup/entry-points'
import { routesOfBuild } from '../setup/routes-of-build'
import { fingerprintTables } from '../setup/table-fingerprints'

type Sent = { path: string; form: Record<string, string> }
type Entry = {
  route: string
  /** Who sends it; a member, if it is not said. */
  by?: Role | 'VISITOR'
  /** The table in which a form makes a row. */
  table: string
  /** Whether its name must be unique. */
  isNamed?: true
  /** The limit that it counts for, and how the refusal names it. */
  limit?: [Limit, string]
  /** Two forms of a person, which make two rows. */
  make(by: string): Promise<Sent[]>
}

const both = <Made>(make: () => Promise<Made>) => Promise.all([make(), make()])
const onDeals = (tab: string, form: Sent['form']) => async () =>
  (await both(makeDeal)).map(({ slug }) => ({ path: `/deals/${slug}${tab}`, form }))
const at = (path: string, form: Sent['form'], other: Sent['form']) => async () => [
  { path, form },
  { path, form: { ...form, ...other } },
]
async function makePublic(user_id?: string) {
  const deal = await makeDeal()
  const author = user_id ? { user_id } : {}
  return { deal, review: await makeReview({ deal_id: deal.id, status: 'APPROVED', ...author }) }
}

const REVIEW = { rating: '4', title: 'Good value', body: 'Paid once, used daily.' }
const REPORTS = '10 change reports a day'

const FORMS: Record<string, Entry> = {
  'a review': {
    route: 'deals.$slug._index',
    table: 'reviews',
    limit: ['review of account', '5 reviews a day'],
    make: onDeals('?index', REVIEW),
  },
  'an edit of a public review': {
    route: 'deals.$slug._index',
    table: 'review_versions',
    limit: ['review of account', '5 reviews a day'],
    make: async (by) =>
      (await both(() => makePublic(by))).map(({ deal }) => ({ path: `/deals/${deal.slug}?index`, form: REVIEW })),
  },
  'a comment': {
    route: 'deals.$slug.comments',
    table: 'comments',
    limit: ['comment of account', '20 comments a day'],
    make: onDeals('/comments', { body: 'Does it export?' }),
  },
  'a change report': {
    route: 'deals.$slug.changes',
    table: 'change_logs',
    limit: ['change report of account', REPORTS],
    make: onDeals('/changes', { title: 'Seats raised', description: 'Five instead of three.' }),
  },
  'a price report': {
    route: 'deals.$slug.changes',
    table: 'change_logs',
    limit: ['change report of account', REPORTS],
    make: onDeals('/changes', { kind: 'PRICE', new_value: '49' }),
  },
  'a report that a deal has ended': {
    route: 'deals.$slug_.availability',
    table: 'availability_reports',
    limit: ['availability report of account', 'You have reported on many deals today.'],
    make: onDeals('/availability', { intent: 'has-ended' }),
  },
  'a bookmark': { route: 'deals.$slug_.bookmark', table: 'bookmarks', make: onDeals('/bookmark', { intent: 'add' }) },
  'a vote for a review': {
    route: 'deals.$slug_.helpful',
    table: 'review_votes',
    limit: ['vote of account', 'You have voted many times today.'],
    make: async () =>
      (await both(makePublic)).map(({ deal, review }) => ({
        path: `/deals/${deal.slug}/helpful`,
        form: { intent: 'add', review: review.id },
      })),
  },
  'a report of a review': {
    route: 'deals.$slug_.report.$id',
    table: 'review_reports',
    limit: ['review report of account', 'You have reported many reviews today.'],
    make: async () =>
      (await both(makePublic)).map(({ deal, review }) => ({
        path: `/deals/${deal.slug}/report/${review.id}`,
        form: { reason: 'OTHER', text: 'A brochure.' },
      })),
  },
  'an answer after a year': {
    route: 'still.$id',
    table: 'follow_ups',
    limit: ['answer of account', '20 answers a day'],
    make: async (by) =>
      (await both(async () => makeQuestion({ review: (await makePublic(by)).review }))).map(({ id }) => ({
        path: `/still/${id}`,
        form: { answer: 'YES', rating: '4', body: 'Every day.' },
      })),
  },
  'a follow': {
    route: 'follow.$kind.$slug',
    table: 'follows',
    make: async () =>
      (await both(makeCategory)).map(({ slug }) => ({ path: `/follow/category/${slug}`, form: { intent: 'follow' } })),
  },
  'a saved search': {
    route: 'account_.following',
    table: 'saved_searches',
    isNamed: true,
    make: at('/account/following', { intent: 'save-search', name: 'Open', query: 'open=1' }, { query: 'priced=1' }),
  },
  'a purchase': {
    route: 'account_.purchases_.$id',
    table: 'purchases',
    make: async () =>
      (await both(makeDeal)).map(({ slug }) => ({
        path: `/account/purchases/new?deal=${slug}`,
        form: { bought_on: '2026-01-31', paid: '59', currency: 'USD' },
      })),
  },
  'a suggestion': {
    route: 'suggest',
    table: 'deal_suggestions',
    limit: ['suggestion of account', 'You have sent 5 suggestions today.'],
    make: at(
      '/suggest',
      { url: 'https://wickboard.example/lifetime', title: 'Wickboard', body: 'Cheaper than the open offers.' },
      { url: 'https://sunmark.example/lifetime', title: 'Sunmark' },
    ),
  },
  'a message': {
    route: 'contact',
    by: 'VISITOR',
    table: 'contact_messages',
    limit: ['message from address', 'You can send 5 messages a day. Your text is kept below.'],
    make: at(
      '/contact',
      { name: 'Maya', email: 'maya@visitor.example', subject: 'A price', message: 'The checkout shows $45.' },
      { subject: 'Another price' },
    ),
  },
  'a deal': {
    route: 'admin.deals.new',
    by: 'MANAGER',
    table: 'deals',
    make: async () => {
      const places = { category_id: (await makeCategory()).id, platform_id: (await makePlatform()).id }
      const stated = { vendor_name: 'Wick Labs', start_date: '2026-01-01', cta_url: 'https://wickboard.example/' }
      return ['Wickboard', 'Sunmark'].map((title) => ({
        path: '/admin/deals/new',
        form: { ...places, ...stated, title, deal_price: '49.00', id: crypto.randomUUID() },
      }))
    },
  },
  'a category': {
    route: 'admin.categories.$id',
    by: 'MANAGER',
    table: 'categories',
    isNamed: true,
    make: at('/admin/categories/new', { name: 'Writing', slug: 'writing' }, { name: 'Design', slug: 'design' }),
  },
  'a platform': {
    route: 'admin.platforms.$id',
    by: 'MANAGER',
    table: 'platforms',
    isNamed: true,
    make: at('/admin/platforms/new', { name: 'Stackyard', slug: 'stackyard' }, { name: 'Other', slug: 'other' }),
  },
  'a page': {
    route: 'admin.pages.$slug',
    by: 'ADMIN',
    table: 'pages',
    isNamed: true,
    make: at('/admin/pages/new', { title: 'Press', body: 'Our logo.' }, { title: 'Jobs' }),
  },
  'a link program': {
    route: 'admin.links.$id',
    by: 'ADMIN',
    table: 'link_programs',
    isNamed: true,
    make: at(
      '/admin/links/new',
      { name: 'Partners', kind: 'host', host: 'net.example', template: '?ref=1', is_active: 'on' },
      { name: 'Others', host: 'other.example' },
    ),
  },
  'an SEO entry': {
    route: 'admin.seo.$id',
    by: 'MANAGER',
    table: 'seo_metadata',
    isNamed: true,
    make: async () =>
      (await both(makeDeal)).map(({ slug }) => ({
        path: '/admin/seo/new',
        form: { entity_type: 'DEAL', entity: slug, meta_title: 'Wickboard' },
      })),
  },
  'an answer of a vendor': {
    route: 'admin.answers.$kind.$id',
    by: 'MANAGER',
    table: 'vendor_answers',
    make: async () =>
      (await both(makePublic)).map(({ review }) => ({
        path: `/admin/answers/reviews/${review.id}`,
        form: { body: 'It is mended.', answered_on: '2026-11-01', version: '0' },
      })),
  },
}

/** Routes whose forms make no row of their own, by what they do instead. */
const OTHERS: Record<string, string> = {
  'sign people in and out, and send mails again as often as their limits allow': `
    auth auth_.confirm auth_.first-admin auth_.inbox auth_.reset auth_.second-factor auth_.verify sign-out`,
  'change or remove what is there': `
    account account_.contributions account_.notifications account_.security
    account_.settings admin.deals.$id admin.deals.$id_.delete admin.deals.$id_.move admin.deals._index admin.deals.bulk admin.demo
    admin.links._index admin.products.$id admin.products._index admin.site admin.system admin.users
    admin.users_.$id.role admin.users_.$id.second-factors admin.vendors.$id deals.$slug_.check proofs.$id
    unsubscribe.$token`,
  'decide about a version, once (features/decisions, features/merging)': `
    admin.queue admin.queue_.$kind.$id admin.queue_.freshness admin.undo admin.reviews
    admin.comments admin.change-logs admin.merge.$kind.$id admin.csv-import_.$id`,
  'store a file once, or as another import (features/pictures, features/csv-import)': 'admin.pictures admin.csv-import',
  'answer every form with 404': '$',
}

let app: BuiltApp
beforeAll(async () => {
  app = await startBuiltApp({ LOG_LEVEL: 'warn', SESSION_SECRET: process.env.SESSION_SECRET! })
})
afterAll(() => app?.stop())

const countOf = async (table: string) => {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(db)
  return rows[0]!.count
}
const listPoints = () => db.selectFrom('rate_limits').select(['key', 'points']).orderBy('key').execute()

async function prepare({ by = 'USER', make }: Entry) {
  const sender = await makeProfile(by === 'VISITOR' ? {} : { role: by })
  const cookie = by === 'VISITOR' ? undefined : await cookieOf(sender)
  const [first, second] = (await make(sender.id)) as [Sent, Sent]
  return { sender, first, second, send: ({ path, form }: Sent) => ask(app.port, path, { cookie, form }) }
}

/** What a refusal says: on its page, or in the toast of the page that a button leads back to. */
function messageOf({ body, setCookies }: Answer) {
  const toast = setCookies.find((cookie) => cookie.startsWith('toast='))
  return toast ? atob(decodeURIComponent(toast).slice('toast='.length).split('.')[0]!) : body
}

test('every route with forms has an entry, or is one whose forms make no row', async () => {
  const routes = (await routesOfBuild()).filter(({ hasAction }) => hasAction).map(({ id }) => id.replace('routes/', ''))
  const others = Object.values(OTHERS).flatMap((ids) => ids.trim().split(/\s+/))
  const named = new Set([...Object.values(FORMS).map(({ route }) => route), ...others])
  expect([...named].sort()).toEqual(routes.sort())
})

test.each(Object.entries(FORMS))(
  '%s that is sent three times at once and again is stored, counted and told once',
  async (_name, entry) => {
    for (let round = 0; round < RACE_ROUNDS; round++) {
      await (await globalThis.startedTests!).empty()
      const { send, first } = await prepare(entry)
      const before = await countOf(entry.table)
      const answers = await Promise.all([send(first), send(first), send(first)])
      expect(answers.map(({ status }) => status)).toContain(303)
      // The others find the name taken, where it has to be unique.
      const repeated = entry.isNamed ? [303, 400, 409] : [303]
      for (const { status } of answers) expect(repeated).toContain(status)
      expect((await countOf(entry.table)) - before).toBe(1)
      const points = await listPoints()
      expect(points.map(({ points }) => points)).toEqual(entry.limit ? [1] : [])

      const after = await fingerprintTables()
      expect((await send(first)).status).toBeLessThan(500)
      expect(await fingerprintTables()).toEqual(after)
      expect(await listPoints()).toEqual(points)
    }
  },
)

const limited = Object.entries(FORMS).flatMap(([name, { limit, ...entry }]) =>
  limit ? [[name, ...limit, entry] as const] : [],
)

test.each(limited)(
  '%s beyond the limit is refused, with when to try again and what was typed',
  async (_name, limit, says, entry) => {
    const [stated] = /\d+/.exec(says) ?? []
    if (stated) expect(LIMITS[limit].points).toBe(Number(stated))
    const { sender, send, first, second } = await prepare(entry)
    const who = entry.by === 'VISITOR' ? '127.0.0.1' : sender.id
    await consumeUpTo(LIMITS[limit].points - 1, limit, who)
    for (const answer of [await send(first), await send(first)]) expect(answer.status).toBe(303)

    const before = await fingerprintTables()
    const refusal = await send(second)
    const told = messageOf(refusal)
    expect(told).toContain(says)
    expect(told).toMatch(/Try again in 24 hours|Come back tomorrow/)
    expect(await fingerprintTables()).toEqual(before)
    // A press of a button without fields leads back to its page.
    if (refusal.status === 303) return
    expect(refusal.status).toBe(429)
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(80_000)
    for (const typed of Object.values(second.form)) expect(refusal.body).toContain(typed)
  },
)
