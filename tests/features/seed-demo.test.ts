import fs from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { DEFAULT_SEARCH } from '~/features/catalog/deals/list/deal-filters'
import { listDeals, listFeaturedDeals } from '~/features/catalog/deals/list/find-deals.server'
import { listUnappliedValues } from '~/features/contributions/change-logs/unapplied-values.server'
import { DEMO_DEALS, DEMO_PEOPLE } from '~/features/site/demo/demo-content'
import { seedDemo } from '~/features/site/demo/seed-demo.server'
import { utcToday } from '~/http/utc-day'
import { makeCategory } from '../factories'

const TABLES = [
  'profiles',
  'categories',
  'platforms',
  'deals',
  'deal_pros_cons',
  'deal_faqs',
  'deal_plans',
  'deal_plan_limits',
  'plan_price_points',
  'deal_price_points',
  'reviews',
  'purchases',
  'change_logs',
  'comments',
  'decisions',
  'karma_events',
] as const

async function readEverything() {
  const tables = await Promise.all(
    TABLES.map((table) => sql`select * from ${sql.table(table)} as stored order by stored::text`.execute(db)),
  )
  return tables.map(({ rows }) => rows)
}

test('seeding creates 51 published deals and two drafts, and joins the rounds of a product', async () => {
  expect(await seedDemo()).toBe(53)

  const deals = await db.selectFrom('deals').select(['published', 'status']).execute()
  expect(deals.filter(({ published }) => published)).toHaveLength(51)
  const shown = new Set(deals.filter(({ published }) => published).map(({ status }) => status))
  expect([...shown].sort()).toEqual(['ACTIVE', 'ENDING_SOON', 'EXPIRED', 'UPCOMING'])
  const quillstack = (await listFeaturedDeals(1))[0]!
  expect(quillstack).toMatchObject({ slug: 'quillstack', other_offers: 2, others_ended: true })
})

test('the demo deals have the values of their last verified changes', async () => {
  await seedDemo()
  const compared = db.selectFrom('change_logs').select('id').where('field', 'is not', null)
  expect((await compared.where('status', '=', 'APPROVED').execute()).length).toBeGreaterThan(10)
  expect(await listUnappliedValues()).toEqual([])
})

test('no demo deal was last checked before its last verified change or the reading of its terms', async () => {
  await seedDemo()
  const { rows } = await sql`
    select slug from deals where imported_at is null and (confirmed_on < terms_read_on or checked_at > now() or
      checked_at < (select max(moderated_at) from change_logs where deal_id = deals.id and status = 'APPROVED'))`.execute(
    db,
  )
  expect(rows).toEqual([])
})

test('seeding again changes nothing, even on a later day', async () => {
  await seedDemo()
  const before = await readEverything()

  expect(await seedDemo(new Date(Date.now() + 5 * 86_400_000))).toBe(0)
  expect(await readEverything()).toEqual(before)
})

test('seeding again keeps edits and does not recreate deleted or renamed deals', async () => {
  await seedDemo()
  await db.updateTable('deals').set({ title: 'Quillstack 3' }).where('slug', '=', 'quillstack').execute()
  await db.deleteFrom('deal_faqs').execute()
  await db.updateTable('deals').set({ slug: 'watchpost-2' }).where('slug', '=', 'watchpost').execute()
  await db.deleteFrom('deals').where('slug', '=', 'moorline-crm').execute()
  const before = await readEverything()

  expect(await seedDemo()).toBe(0)
  expect(await readEverything()).toEqual(before)
})

test('seeding uses an existing category of the same name', async () => {
  const own = await makeCategory({ name: 'developer tools', slug: 'dev' })
  await seedDemo()

  const hookyard = await db
    .selectFrom('deals')
    .select('category_id')
    .where('slug', '=', 'hookyard')
    .executeTakeFirstOrThrow()
  expect(hookyard.category_id).toBe(own.id)
})

test('the six newest open demo deals are the ones chosen for the home page', async () => {
  await seedDemo()
  const newest = await listFeaturedDeals(6)
  expect(newest.map(({ title }) => title)).toEqual([
    'Quillstack',
    'Moorline CRM',
    'Gridmarten',
    'Clipharbor',
    'Rankfield',
    'Watchpost',
  ])
})

test('the demo has a deal that is not confirmed, one with only a discount, and a subscription', async () => {
  await seedDemo()
  const { deals } = await listDeals({ ...DEFAULT_SEARCH, status: 'UNCONFIRMED' })
  expect(deals).toMatchObject([{ slug: 'signetrow' }])
  const { deals: all } = await listDeals({ ...DEFAULT_SEARCH, subscriptions: '1', view: 'list' })
  expect(all.find(({ slug }) => slug === 'ringdale')).toMatchObject({ deal_price: '5.00', deal_price_period: 'MONTH' })
  expect(all.find(({ slug }) => slug === 'boardwick')).toMatchObject({ deal_price: null, discount_percent: 30 })
})

test('demo dates match the status of each deal on the day of seeding', async () => {
  await seedDemo()
  const today = sql`${utcToday()}::date`
  const { rows } = await sql`
    select slug from deals where case status
      when 'ACTIVE' then start_date > ${today} or end_date <= ${today} + 7
      when 'ENDING_SOON' then start_date > ${today} or end_date is null or end_date - ${today} not between 0 and 7
      when 'EXPIRED' then end_date is null or end_date >= ${today}
      when 'UPCOMING' then start_date <= ${today}
    end`.execute(db)
  expect(rows).toEqual([])
})

test('demo contributions are dated between the listing of their deal and now', async () => {
  await seedDemo()
  const { rows } = await sql`
    select written.* from (
      select deal_id, created_at, moderated_at from review_versions
      union all select deal_id, created_at, moderated_at from change_logs
      union all select deal_id, created_at, moderated_at from comments
      union all select deal_id, recorded_at, null from deal_price_points
    ) written join deals on deals.id = written.deal_id
    where written.created_at::date < deals.created_at::date or written.created_at > now() or moderated_at > now()`.execute(
    db,
  )
  expect(rows).toEqual([])
})

test('the last recorded price of a demo deal is its current price', async () => {
  await seedDemo()
  const { rows } = await sql`
    select slug from deals left join lateral (
      select deal_price, currency from deal_price_points where deal_id = deals.id order by recorded_at desc limit 1
    ) last on true
    where (deals.deal_price, case when deals.deal_price is not null then deals.currency end)
      is distinct from (last.deal_price, last.currency)`.execute(db)
  expect(rows).toEqual([])
})

test('demo people have matching karma and cannot sign in', async () => {
  await seedDemo()
  expect(await db.selectFrom('credentials').select('user_id').execute()).toEqual([])

  const { rows } = await sql<{ name: string; karma: number; earned: number }>`
    select name, karma, (
      (select count(*) * 3 from reviews where user_id = profiles.id and published_id is not null)
      + (select count(*) * 5 from change_logs where reported_by_user_id = profiles.id and status = 'APPROVED')
      + (select count(*) from comments where user_id = profiles.id and status = 'APPROVED')
    ) as earned from profiles`.execute(db)
  expect(rows).toHaveLength(DEMO_PEOPLE.length)
  expect(rows.filter(({ karma, earned }) => karma !== earned)).toEqual([])
})

test('every demo image exists and is used', () => {
  const used = DEMO_DEALS.flatMap(({ image }) => image ?? []).sort()
  expect(fs.readdirSync('public/demo').sort()).toEqual(used)
})

test('demo texts have no exclamation marks and fit on a card', () => {
  expect(DEMO_DEALS.filter((deal) => JSON.stringify(deal).includes('!')).map(({ slug }) => slug)).toEqual([])
  expect(DEMO_DEALS.filter(({ summary }) => summary.length > 200).map(({ slug }) => slug)).toEqual([])
})

test('the record holds a decision on every demo contribution that was decided, with a reason for each rejection', async () => {
  await seedDemo()
  const undecided = db
    .selectFrom('moderation_items')
    .leftJoin('decisions', 'subject_id', 'moderation_items.id')
    .select('moderation_items.id')
    .where('status', '<>', 'PENDING')
    .where((eb) => eb.or([eb('decision', 'is', null), eb('decision', '<>', sql<never>`status::text::decision`)]))
  expect(await undecided.execute()).toEqual([])
  const decisions = await db.selectFrom('decisions').select(['kind', 'decision', 'reason']).execute()
  const rejected = decisions.filter(({ kind, decision }) => kind !== 'comment' && decision === 'REJECTED')
  expect(rejected.length).toBeGreaterThanOrEqual(4)
  expect(rejected.every(({ reason }) => reason !== null)).toBe(true)
})

test('the record holds a decision on every checked proof of the demo content', async () => {
  await seedDemo()
  const checked = await db.selectFrom('purchases').select('id').where('proof_status', '=', 'CHECKED').execute()
  const decided = await db
    .selectFrom('decisions')
    .select('subject_id as id')
    .where('kind', '=', 'purchase_proof')
    .where('decision', '=', 'APPROVED')
    .execute()
  expect(checked.length).toBeGreaterThan(20)
  expect(decided.map(({ id }) => id).sort()).toEqual(checked.map(({ id }) => id).sort())
})

test('at least twelve demo deals have terms and plans, whose former prices are on record', async () => {
  await seedDemo()
  const { rows } = await sql<{ slug: string }>`
    select slug from deals where published and lifetime_means is not null
      and exists (select from deal_plans where deal_id = deals.id)`.execute(db)
  expect(rows.length).toBeGreaterThanOrEqual(12)

  const points = await db
    .selectFrom('plan_price_points')
    .innerJoin('deals', 'deals.id', 'deal_id')
    .select(['plan', 'price'])
    .where('slug', '=', 'clipharbor')
    .orderBy('plan')
    .orderBy('recorded_at')
    .execute()
  expect(points.map(({ plan, price }) => `${plan} ${price}`)).toEqual([
    'Tier 1 79.00',
    'Tier 1 69.00',
    'Tier 2 158.00',
    'Tier 2 138.00',
  ])
})
