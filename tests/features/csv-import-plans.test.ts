import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { findDealToEdit } from '~/features/catalog/deals/editor/stored-deal.server'
import { importFile, makeCategoryAndPlatform, toCsv, withFile } from '../csv-files'

const DEAL = {
  title: 'Quillstack',
  slug: 'quillstack',
  vendor_name: 'Northpane',
  category: 'Writing',
  platform: 'stackyard',
  start_date: '2026-01-01',
  cta_url: 'https://vendor.example/lifetime',
}
const PLANS = { deal_price: '59.00', plans: 'Tier 1:59.00:1|Tier 2:118.00:2' }

const importRows = (...rows: Parameters<typeof toCsv>[0]) => withFile(toCsv(rows), importFile)

async function findDeal() {
  const { id } = await db.selectFrom('deals').select('id').where('slug', '=', 'quillstack').executeTakeFirstOrThrow()
  return (await findDealToEdit(id))!
}

test('a file sets terms and plans, and columns that it lacks stay as they are', async () => {
  await makeCategoryAndPlatform()
  const terms = { refund_days: '30', stackable: 'Yes', transferable: 'FALSE', lifetime_means: '5 years' }
  await importRows({ ...DEAL, ...PLANS, ...terms, regular_price_period: 'every month', original_price: '12' })
  const stated = {
    refund_days: 30,
    stackable: true,
    transferable: false,
    lifetime_means: '5 YEARS',
    regular_price_period: 'MONTH',
    plans: [
      { name: 'Tier 1', price: '59.00', codes: 1 },
      { name: 'Tier 2', price: '118.00', codes: 2 },
    ],
  }
  expect(await findDeal()).toMatchObject(stated)

  const shorter = { ...DEAL, summary: 'Drafts and cites' }
  const csv = toCsv([shorter], { columns: Object.keys(shorter) })
  expect(await withFile(csv, importFile)).toMatchObject({ updated: 1 })
  expect(await findDeal()).toMatchObject({ ...stated, summary: 'Drafts and cites' })
})

test('a file can take the price of a subscription only together with its period', async () => {
  await makeCategoryAndPlatform()
  await importRows({ ...DEAL, deal_price: '5', deal_price_period: 'MONTH' })
  const bare = { ...DEAL, deal_price: '' }
  const found = await withFile(toCsv([bare], { columns: Object.keys(bare) }), importFile)
  expect(found.errors).toEqual(['2 deal_price: Deal price is required, because this deal is paid every month or year.'])
  expect(await findDeal()).toMatchObject({ deal_price: '5.00', deal_price_period: 'MONTH' })
  expect(await importRows({ ...DEAL, deal_price: '' })).toMatchObject({ updated: 1, failed: 0 })
  expect(await findDeal()).toMatchObject({ deal_price: null, deal_price_period: 'ONCE' })
})

test('new plans of a file keep the values of limits for plans that stay by name', async () => {
  await makeCategoryAndPlatform()
  await importRows({ ...DEAL, ...PLANS })
  const { id: deal_id } = await findDeal()
  await db
    .insertInto('deal_plan_limits')
    .values({ deal_id, position: 0, label: 'Seats', values: ['2', '5'] })
    .execute()

  const plans = 'Tier 2:110.00:2|Tier 0:29.00|Tier 1:59.00:1'
  expect(await importRows({ ...DEAL, deal_price: '29.00', plans })).toMatchObject({ updated: 1, failed: 0 })
  expect(await findDeal()).toMatchObject({
    deal_price: '29.00',
    plans: [{ name: 'Tier 2', price: '110.00' }, { name: 'Tier 0', codes: null }, { name: 'Tier 1' }],
    limits: [{ label: 'Seats', values: ['5', '', '2'] }],
  })
  expect(await importRows({ ...DEAL, deal_price: '29.00', plans })).toMatchObject({ unchanged: 1 })
})

test.each([
  [{ deal_price: '60' }, 'deal_price: Deal price must equal the price of one of the plans.'],
  [
    { plans: 'Tier 1' },
    'plans: Plans, entry 1 must be a name, a price and the number of codes, such as "Tier 1:59.00:1".',
  ],
  [{ plans: 'Tier 1:59:1|Tier 1:60:2' }, 'plans: Plans, entry 2 has the name of another one.'],
  [
    { plans: 'Tier 1:$59:1|Tier 2:€60:2' },
    'plans: Plans, entry 2 has a price that names a different currency. If 60 is the amount in this currency, type 60.',
  ],
  [
    { plans: 'Tier 1:59:many' },
    'plans: Plans, entry 1 has a number of codes that must be a whole number from 1 to 100.',
  ],
  [{ refund_days: 'a month' }, 'refund_days: Refund days must be a whole number from 0 to 3650.'],
  [{ regular_price_period: 'weekly' }, 'regular_price_period: Billing period must be one of ONCE, MONTH, YEAR.'],
])('a row with %j fails with a reason', async (given, reason) => {
  await makeCategoryAndPlatform()
  const { errors } = await importRows({ ...DEAL, ...PLANS, ...given })
  expect(errors).toEqual([`2 ${reason}`])
})

test('a price that none of the stored plans has fails, and the rest of the file is imported', async () => {
  await makeCategoryAndPlatform()
  await importRows({ ...DEAL, ...PLANS })
  const other = { ...DEAL, slug: 'otterbase', title: 'Otterbase', deal_price: '60' }
  const result = await importRows({ ...DEAL, deal_price: '60' }, other)
  expect(result).toMatchObject({ created: 1, failed: 1 })
  expect(result.errors).toEqual([
    '2 deal_price: Deal price must equal the price of one of the plans of this deal. Give its plans in the same row.',
  ])
  expect(await findDeal()).toMatchObject({ deal_price: '59.00' })
})
