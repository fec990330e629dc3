import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { DEFAULT_MANAGE_SEARCH } from '~/features/catalog/deals/list/managed-search'
import { joinEntries, planEntry } from '~/features/catalog/deals/plans/cell-entries'
import { IMPORT_COLUMNS } from '~/features/staff/csv-import/csv-import'
import { exportDeals } from '~/features/staff/csv-import/export-deals.server'
import { escapeCell } from '~/http/escape'
import { importFile, makeCategoryAndPlatform, type Row, readAll, toCsv, withFile } from '../csv-files'
import { insertDeals, makeDeal } from '../factories'

// Characters that are special in CSV, SQL, JSON or spreadsheets.
const letter = fc.constantFrom(...'aZ9 ,;"\'|=+-@\\/%_é漢🪐\u0301{}$', ' ', 'word ')
const text = (maxLength: number) =>
  fc.array(letter, { minLength: 1, maxLength }).map((letters) => `x${letters.join('')}`.trim())
const list = fc.uniqueArray(text(20), { maxLength: 4 })
/** Of currencies with two decimals, with none and with three. */
const DIGITS = { USD: 2, EUR: 2, JPY: 0, KWD: 3 }
const fils = fc.integer({ min: 0, max: 9_999_999_999 })
const amountOf = (all: number, currency: keyof typeof DIGITS) => {
  const digits = DIGITS[currency]
  const amount = `${Math.floor(all / 1_000)}`
  return digits === 0
    ? amount
    : `${amount}.${String(all % 1_000)
        .padStart(3, '0')
        .slice(0, digits)}`
}
const day = fc
  .date({ min: new Date('0100-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const url = fc.webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true })
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null })

const days = fc.integer({ min: 1, max: 3_650 })
const plan = fc.record({ name: text(20), price: fils, codes: maybe(fc.integer({ min: 1, max: 100 })) })
const terms = fc.record({
  regular_price_period: fc.constantFrom('ONCE', 'MONTH', 'YEAR', null),
  deal_price_period: fc.constantFrom('ONCE', 'MONTH', 'YEAR'),
  discount_percent: maybe(fc.integer({ min: 1, max: 99 })),
  affiliate_url: maybe(url),
  coupon_code: maybe(text(12).map((code) => code.replace(/ +/g, ' '))),
  coupon_note: maybe(text(30)),
  lifetime_means: fc.constantFrom('PRODUCT', 'COMPANY', 'ACCOUNT', '5 YEARS', null),
  refund_days: maybe(fc.integer({ min: 0, max: 3_650 })),
  refund_from: fc.constantFrom('PURCHASE', 'REDEMPTION', null),
  redeem_days: maybe(days),
  stackable: maybe(fc.boolean()),
  max_codes: fc.constant<number | null>(null),
  transferable: maybe(fc.boolean()),
  future_versions: maybe(text(30)),
  shutdown_notice: maybe(text(30)),
  terms_url: maybe(url),
  terms_read_on: maybe(day),
  plans: fc.uniqueArray(plan, { maxLength: 4, selector: ({ name }) => name }),
})

const plainDeal = fc.record({
  title: text(60),
  vendor_name: text(30),
  summary: maybe(text(60)),
  description: maybe(fc.array(text(40), { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'))),
  original_price: maybe(fils),
  deal_price: maybe(fils),
  currency: fc.constantFrom('USD', 'EUR', 'JPY', 'KWD'),
  start_date: day,
  end_date: fc.constant(null),
  tags: list,
  cta_url: url,
  hero_image_url: maybe(url),
  video_url: maybe(url),
  pros: list,
  cons: list,
})
/**
 * Deals that the rules between fields allow: the price of a plan, a period only with a price, a discount only without both
 * prices, and a number of codes only where they are stacked.
 */
const deal = fc.tuple(plainDeal, terms, maybe(fc.integer({ min: 2, max: 100 }))).map(([plain, stated, codes]) => {
  const amount = (all: number | null) => (all === null ? null : amountOf(all, plain.currency))
  const deal_price = amount(stated.plans.at(-1)?.price ?? plain.deal_price)
  return {
    ...plain,
    ...stated,
    original_price: amount(plain.original_price),
    plans: stated.plans.map((one) => ({ ...one, price: amountOf(one.price, plain.currency) })),
    max_codes: stated.stackable ? codes : null,
    deal_price,
    deal_price_period: deal_price === null ? ('ONCE' as const) : stated.deal_price_period,
    discount_percent: deal_price !== null && plain.original_price !== null ? null : stated.discount_percent,
  }
})
const dialect = fc.record({
  columns: fc.shuffledSubarray([...IMPORT_COLUMNS], { minLength: IMPORT_COLUMNS.length }),
  delimiter: fc.constantFrom(',', ';', '\t'),
  lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
  quoteAll: fc.boolean(),
  mark: fc.boolean(),
})

test('valid deals survive an import in any CSV dialect, and importing their export changes nothing', async () => {
  await makeCategoryAndPlatform()
  await fc.assert(
    fc.asyncProperty(fc.array(deal, { minLength: 1, maxLength: 5 }), dialect, async (deals, how) => {
      await sql`truncate deals cascade`.execute(db)
      const rows = deals.map((one, n): Row => {
        const { tags, pros, cons, plans, ...plain } = one
        const lists = {
          tags: joinEntries(tags),
          pros: joinEntries(pros),
          cons: joinEntries(cons),
          plans: joinEntries(plans.map(planEntry)),
        }
        const cells = Object.entries({ ...plain, ...lists }).map(([name, cell]) => [name, escapeCell(`${cell ?? ''}`)])
        return { ...Object.fromEntries(cells), slug: `deal-${n}`, category: 'Writing', platform: 'stackyard' }
      })

      const csv = toCsv(rows, how)
      const first = await withFile(csv, importFile)
      expect(first.errors).toEqual([])
      expect(await readBack()).toEqual(deals)
      const exported = await readAll(exportDeals(DEFAULT_MANAGE_SEARCH))
      expect(await withFile(exported, importFile)).toMatchObject({
        unchanged: deals.length,
        created: 0,
        updated: 0,
        failed: 0,
      })
    }),
    { numRuns: 15 },
  )
})

async function readBack() {
  const entries = (type: 'PRO' | 'CON') =>
    sql<string[]>`array(select text from deal_pros_cons where deal_id = deals.id and type = ${type} order by position)`
  const plans = sql<unknown>`(
    select coalesce(json_agg(json_build_object('name', name, 'price', price::text, 'codes', codes) order by position), '[]')
    from deal_plans where deal_id = deals.id)`
  return db
    .selectFrom('deals')
    .select(['title', 'vendor_name', 'summary', 'description', 'original_price', 'deal_price', 'currency'])
    .select(['start_date', 'end_date', 'tags', 'cta_url', 'hero_image_url', 'video_url'])
    .select(['regular_price_period', 'coupon_code', 'coupon_note', 'lifetime_means', 'refund_days', 'refund_from'])
    .select(['redeem_days', 'stackable', 'max_codes', 'transferable', 'future_versions', 'shutdown_notice'])
    .select(['terms_url', 'terms_read_on', 'deal_price_period', 'discount_percent', 'affiliate_url'])
    .select([entries('PRO').as('pros'), entries('CON').as('cons'), plans.as('plans')])
    .orderBy('slug')
    .execute()
}

test('an export has the status that visitors see, and an import ignores it', async () => {
  const { category, platform } = await makeCategoryAndPlatform()
  const deal = { category_id: category.id, platform_id: platform.id, status: 'ACTIVE' as const }
  await makeDeal({ ...deal, end_date: '2026-01-02' })

  const exported = await readAll(exportDeals(DEFAULT_MANAGE_SEARCH))
  const [row] = parse(exported, { bom: true, columns: true }) as Record<string, string>[]
  expect(row).toMatchObject({ end_date: '2026-01-02', shown_status: 'EXPIRED' })
  expect(await withFile(exported, importFile)).toMatchObject({ unchanged: 1, unknownColumns: [], errors: [] })
  const status = await db.selectFrom('deals').select('status').executeTakeFirstOrThrow()
  expect(status).toEqual({ status: 'ACTIVE' })
})

test('a long export contains every deal once, filtered or not, with formulas escaped', async () => {
  const { category, platform } = await makeCategoryAndPlatform()
  const created_at = new Date()
  const made = Array.from({ length: 1_203 }, (_, n) => ({
    title: n % 3 === 0 ? `=Deal ${n}` : `Deal ${n}`,
    slug: `deal-${n}`,
    vendor_name: 'Northpane',
    category_id: category.id,
    platform_id: platform.id,
    start_date: '2026-01-01',
    cta_url: 'https://vendor.example/lifetime',
    // Many with the same time: only their ids differ.
    created_at,
    published: false,
  }))
  await insertDeals(made)

  const all = await readAll(exportDeals(DEFAULT_MANAGE_SEARCH))
  const slugs = all
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[1])
  expect(new Set(slugs).size).toBe(1_203)
  expect(slugs).toHaveLength(1_203)
  expect(all).not.toMatch(/^=/m)
  expect(await withFile(all, importFile)).toMatchObject({ unchanged: 1_203, updated: 0, failed: 0 })

  const some = await readAll(exportDeals({ ...DEFAULT_MANAGE_SEARCH, q: '"deal 120"' }))
  expect(some.split('\r\n').slice(1, -1)).toHaveLength(4)
})
