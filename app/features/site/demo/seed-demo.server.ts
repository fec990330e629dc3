import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { joinProducts } from '~/features/catalog/products/join-products.server'
import { productKeys } from '~/features/catalog/products/product-key'
import {
  DEMO_CATEGORIES,
  DEMO_DEALS,
  DEMO_PEOPLE,
  DEMO_PLATFORMS,
  DEMO_TERMS,
  type DemoDeal,
  type DemoPlatform,
  type DemoTerms,
  type SeededDeal,
} from './demo-content'
import { type DemoDays, demoDays } from './demo-days'
import { addContributions, moderationColumns } from './seed-demo-contributions.server'

/**
 * Adds missing demo content in one transaction. Existing content stays unchanged, and demo deals that were deleted or
 * renamed are not added again.
 *
 * @returns the number of added deals
 */
export async function seedDemo(seededAt = new Date()) {
  const days = demoDays(seededAt)
  return inTransaction(async (trx) => {
    const missing = await listMissingDeals(trx)
    if (missing.length === 0) return 0
    const people = await addPeople(trx, days)
    const deals = await addDeals(trx, missing, days)
    await addParts(trx, deals)
    await addPlans(trx, deals, days)
    await replacePricePoints(trx, deals, days)
    await addContributions(trx, { deals, people, days })
    return deals.length
  })
}

async function listMissingDeals(trx: Trx) {
  const taken = await trx
    .selectFrom('deals')
    .select('slug')
    .union(trx.selectFrom('deal_redirects').select('slug'))
    .execute()
  const slugs = new Set(taken.map(({ slug }) => slug))
  return DEMO_DEALS.filter(({ slug }) => !slugs.has(slug))
}

/** Demo people have no credentials, so they cannot sign in. */
async function addPeople(trx: Trx, { moment }: DemoDays) {
  const people = DEMO_PEOPLE.map(({ name, email, joined }) => {
    const created_at = moment(joined, email)
    return { name, email, created_at, confirmed_at: created_at }
  })
  await trx
    .insertInto('profiles')
    .values(people)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

  const emails = DEMO_PEOPLE.map(({ email }) => email)
  const rows = await trx.selectFrom('profiles').select(['id', 'email']).where('email', 'in', emails).execute()
  const ids = new Map(rows.map(({ id, email }) => [email, id]))
  return new Map(DEMO_PEOPLE.map(({ key, email }) => [key, ids.get(email)!]))
}

async function addDeals(trx: Trx, missing: DemoDeal[], days: DemoDays): Promise<SeededDeal[]> {
  const { date, moment } = days
  const categories = await addCategories(trx)
  const platforms = await addPlatforms(trx)
  const deals = await joinProducts(
    trx,
    missing.map((deal) => ({
      ...contentOf(deal),
      category_id: categories.get(deal.category)!,
      platform_id: platforms.get(deal.platform)!,
      ...termColumns(deal.slug, days),
      start_date: date(deal.starts),
      end_date: deal.ends === undefined ? null : date(deal.ends),
      ...productKeys({ title: deal.title, vendor_name: deal.vendor, cta_url: linkOf(deal) }),
      created_at: moment(deal.listed, deal.slug),
      announced_at: deal.draft ? null : moment(deal.listed, deal.slug),
      imported_at: deal.imported ? moment(deal.listed, deal.slug) : null,
      checked_at: deal.imported ? null : lastCheck(deal, days),
      updated_at: moment(deal.listed, deal.slug),
    })),
  )
  const rows = await trx
    .insertInto('deals')
    .values(deals)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning(['id', 'slug'])
    .execute()
  const ids = new Map(rows.map(({ id, slug }) => [slug, id]))
  return missing.flatMap((deal) => (ids.has(deal.slug) ? [{ ...deal, id: ids.get(deal.slug)! }] : []))
}

/** A deal is checked when it is entered, when its terms are read and when one of its changes is verified. */
function lastCheck({ slug, listed, changes = [] }: DemoDeal, days: DemoDays) {
  const verified = changes
    .map(({ day, title, status }) => moderationColumns(days, day, title, status))
    .flatMap(({ status, moderated_at }) => (status === 'APPROVED' && moderated_at ? moderated_at : []))
  const read = days.moment(DEMO_TERMS[slug]?.read ?? listed, slug)
  return [days.moment(listed, slug), read, ...verified].reduce((a, b) => (a > b ? a : b))
}

/** The columns of a deal that do not depend on the day of seeding. */
export const contentOf = (deal: DemoDeal) => ({
  title: deal.title,
  slug: deal.slug,
  vendor_name: deal.vendor,
  summary: deal.summary,
  description: deal.description.join('\n\n'),
  original_price: originalOf(deal),
  deal_price: deal.price ?? null,
  deal_price_period: deal.paid ?? 'ONCE',
  discount_percent: deal.discount ?? null,
  currency: deal.currency ?? 'USD',
  status: deal.status,
  tags: deal.tags,
  cta_url: linkOf(deal),
  hero_image_url: deal.image ? `/demo/${deal.image}` : null,
  published: !deal.draft,
})

const originalOf = ({ slug, original }: DemoDeal) => DEMO_TERMS[slug]?.original ?? original ?? null
const linkOf = ({ slug }: DemoDeal) => `https://${slug}.example/lifetime`

async function addCategories(trx: Trx) {
  const ids = new Map<string, string>()
  for (const { slug, name, description, parent } of DEMO_CATEGORIES) {
    await trx
      .insertInto('categories')
      .values({ slug, name, description, parent_id: parent ? ids.get(parent)! : null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    ids.set(slug, await findBySlugOrName(trx, 'categories', { slug, name }))
  }
  return ids
}

async function addPlatforms(trx: Trx) {
  const ids = new Map<string, string>()
  for (const platform of DEMO_PLATFORMS) {
    const { slug, name } = platform
    await trx
      .insertInto('platforms')
      .values(platformColumns(platform))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    ids.set(slug, await findBySlugOrName(trx, 'platforms', { slug, name }))
  }
  return ids
}

export const platformColumns = ({ slug, name, website, refund, from, protection }: DemoPlatform) => ({
  slug,
  name,
  website_url: website,
  refund_days: refund ?? null,
  refund_from: from ?? null,
  buyer_protection: protection ?? null,
})

/** Finds the existing row, whose name or slug may have been changed by an editor. */
async function findBySlugOrName(
  trx: Trx,
  table: 'categories' | 'platforms',
  { slug, name }: { slug: string; name: string },
) {
  const { id } = await trx
    .selectFrom(table)
    .select('id')
    .where((eb) => eb.or([eb('slug', '=', slug), eb(sql`lower(name)`, '=', name.toLowerCase())]))
    .orderBy(sql`slug = ${slug}`, 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

async function addParts(trx: Trx, deals: SeededDeal[]) {
  const entries = deals.flatMap(({ id, pros, cons }) => [
    ...pros.map((text, position) => ({ deal_id: id, type: 'PRO' as const, text, position })),
    ...cons.map((text, position) => ({ deal_id: id, type: 'CON' as const, text, position })),
  ])
  const faqs = deals.flatMap(({ id, faqs }) =>
    faqs.map(([question, answer], position) => ({ deal_id: id, question, answer, position })),
  )
  if (entries.length > 0) await trx.insertInto('deal_pros_cons').values(entries).execute()
  if (faqs.length > 0) await trx.insertInto('deal_faqs').values(faqs).execute()
}

/** Replaces the price points recorded by triggers just now with those of the demo content. */
async function replacePricePoints(trx: Trx, deals: SeededDeal[], { moment }: DemoDays) {
  const ids = deals.map(({ id }) => id)
  if (ids.length === 0) return
  await trx.deleteFrom('deal_price_points').where('deal_id', 'in', ids).execute()
  const points = deals.flatMap(({ id, currency = 'USD', ...deal }) =>
    (deal.prices ?? (deal.price ? [[deal.listed, deal.price] as const] : [])).map(([day, deal_price]) => ({
      deal_id: id,
      original_price: originalOf(deal),
      regular_price_period: DEMO_TERMS[deal.slug]?.period ?? null,
      deal_price,
      deal_price_period: deal.paid ?? 'ONCE',
      currency,
      recorded_at: moment(day, deal.slug),
    })),
  )
  if (points.length > 0) await trx.insertInto('deal_price_points').values(points).execute()
}

/** The columns that say what a buyer of a demo deal gets. */
export function termColumns(slug: string, { date }: DemoDays) {
  const terms: DemoTerms = DEMO_TERMS[slug] ?? {}
  return {
    regular_price_period: terms.period ?? null,
    coupon_code: terms.coupon?.[0] ?? null,
    coupon_note: terms.coupon?.[1] ?? null,
    lifetime_means: terms.lifetime ?? null,
    refund_days: terms.refund ?? null,
    refund_from: terms.from ?? null,
    redeem_days: terms.redeem ?? null,
    stackable: terms.codes === undefined ? (terms.stackable ?? null) : true,
    max_codes: terms.codes ?? null,
    transferable: terms.transferable ?? null,
    future_versions: terms.future ?? null,
    shutdown_notice: terms.notice ?? null,
    terms_url: terms.read === undefined ? null : `https://${slug}.example/terms`,
    terms_read_on: terms.read === undefined ? null : date(terms.read),
  }
}

/** Adds the plans of new demo deals, with the days of their former prices. */
export async function addPlans(trx: Trx, deals: SeededDeal[], { moment }: DemoDays) {
  const withPlans = deals.flatMap((deal) => {
    const { plans, planPrices = [] } = DEMO_TERMS[deal.slug] ?? {}
    return plans ? [{ deal, plans, planPrices }] : []
  })
  if (withPlans.length === 0) return
  await trx
    .insertInto('deal_plans')
    .values(
      withPlans.flatMap(({ deal, plans }) =>
        plans.map(({ name, price, codes = null }, position) => ({ deal_id: deal.id, name, price, codes, position })),
      ),
    )
    .execute()
  await trx
    .insertInto('deal_plan_limits')
    .values(
      withPlans.flatMap(({ deal, plans }) =>
        [...new Set(plans.flatMap(({ limits }) => Object.keys(limits)))].map((label, position) => {
          return { deal_id: deal.id, label, position, values: plans.map(({ limits }) => limits[label] ?? '') }
        }),
      ),
    )
    .execute()
  // The first prices are recorded now instead of at the end of the transaction, so that they can get the day of the deal.
  await sql`set constraints deal_plans_settle_prices immediate`.execute(trx)
  for (const { deal, planPrices } of withPlans) {
    const listed = moment(deal.listed, deal.slug)
    const lastChange = Math.max(...(deal.prices ?? []).map(([day]) => day), deal.listed)
    await trx
      .updateTable('plan_price_points')
      .set({ recorded_at: planPrices.length > 0 ? moment(lastChange, deal.slug) : listed })
      .where('deal_id', '=', deal.id)
      .execute()
    const former = planPrices.map(([plan, day, price]) => {
      return { deal_id: deal.id, plan, price, currency: deal.currency ?? 'USD', recorded_at: moment(day, deal.slug) }
    })
    if (former.length > 0) await trx.insertInto('plan_price_points').values(former).execute()
  }
}
