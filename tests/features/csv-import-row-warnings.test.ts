import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { describeRowWarnings } from '~/features/staff/csv-import/row-warnings'
import { importRows, makeCategoryAndPlatform, makeRow } from '../csv-files'
import { makeDeal } from '../factories'

beforeEach(async () => {
  await makeCategoryAndPlatform()
})

async function warningsOf(...args: Parameters<typeof importRows>) {
  return describeRowWarnings((await importRows(...args)).summary.warnings)
}

const priced = (title: string, original_price: string, deal_price: string) =>
  makeRow({ title, original_price, deal_price })

test('prices above the original price are counted and listed by row', async () => {
  const warnings = await warningsOf([
    priced('One', '49', '49.01'),
    priced('Two', '49', '49'),
    priced('Three', '9', '10'),
    priced('Four', '', '10'),
    priced('Five', '5', ''),
    priced('Six', '59', '149'),
  ])
  expect(warnings).toEqual(['3 deals have a price above their original price (rows 2, 4, 7)'])
  expect(await warningsOf([priced('Seven', '1', '2')])).toEqual(['1 deal has a price above its original price (row 2)'])
})

test('a discount beside both prices is left out with a warning, and importing it again changes nothing', async () => {
  const both = { ...priced('One', '240', '120'), discount_percent: '30' }
  const rows = [both, makeRow({ title: 'Two', discount_percent: '30' }), { ...both, title: 'Three' }]
  const leftOut = 'The discount of 2 deals is left out: both prices are given, the saving is computed (rows 2, 4)'
  expect(await warningsOf(rows)).toEqual([leftOut])
  const stored = await db.selectFrom('deals').select(['title', 'discount_percent']).orderBy('title').execute()
  expect(stored.map(({ title, discount_percent }) => [title, discount_percent])).toEqual([
    ['One', null],
    ['Three', null],
    ['Two', 30],
  ])
  expect(await importRows(rows)).toMatchObject({ unchanged: 3, updated: 0 })
})

test('links that may earn someone else a commission are named where the plain address belongs', async () => {
  const linked = (title: string, cta_url: string) => makeRow({ title, cta_url })
  expect(
    await warningsOf([
      linked('One', 'https://www.awin1.com/cread.php?ued=https%3A%2F%2Fone.example'),
      linked('Two', 'https://notawin1.com/deal'),
      linked('Three', 'https://acme.sjv.io/b3NkX1'),
      linked('Four', 'https://geni.us/abc'),
      linked('Five', 'https://five.example/?via=joe'),
    ]),
  ).toEqual([
    '4 links in cta_url may earn someone else a commission, because of the network, link shortener or partner in it (rows 2, 4, 5, 6). Put the plain address into cta_url, and a link that earns for us into affiliate_url',
  ])
})

test('neither vendor, website nor product is taken from a link that only passes visitors on', async () => {
  const linked = (title: string, cta_url: string) => makeRow({ title, cta_url, vendor_name: '' })
  const rows = [
    linked('DocuSign', 'https://aff.link/docusign'),
    linked('Sumo Tool', 'https://appsumo.8odi.net/DyGKWj'),
    linked('Geni Tool', 'https://geni.us/abc'),
    linked('Numbered', 'https://imp.i384100.net/JkZnoQ'),
    linked('Of a program', 'https://goto.store.example/c/5660929/298927/4662'),
    linked('Amazon Tool', 'https://amzn.to/3abc'),
    linked('Partner Tool', 'https://unknown.example/?aff=7'),
  ]
  expect(await warningsOf(rows, { options: { vendor: 'link' }, publish: true })).toEqual([
    expect.stringMatching(/^7 links in cta_url may earn someone else a commission/),
  ])
  const deals = await db
    .selectFrom('deals')
    .innerJoin('vendors', 'vendors.id', 'vendor_id')
    .select(['title', 'vendor_name', 'link_key', 'website_url'])
    .where('title', '<>', 'Partner Tool')
    .execute()
  expect(deals.map(({ title, ...deal }) => deal)).toEqual(
    deals.map(({ title }) => ({ vendor_name: title, link_key: null, website_url: null })),
  )
  expect((await db.selectFrom('products').select('id').execute()).length).toBe(7)
})

test('a deal price above the price of a month or a year is no reason for a warning', async () => {
  const paid = (period: string) => ({ ...priced(`Paid ${period}`, '12', '59'), regular_price_period: period })
  expect(await warningsOf([paid('MONTH'), paid('YEAR'), paid('ONCE')])).toEqual([
    '1 deal has a price above its original price (row 4)',
  ])
})

test('the price check uses the stored price of an existing deal if the file has none', async () => {
  await makeDeal({ slug: 'inkwell', original_price: '40.00', deal_price: '20.00' })
  const columns = ['title', 'slug', 'vendor_name', 'category', 'platform', 'start_date', 'cta_url']
  const slug = 'inkwell'
  expect(await warningsOf([makeRow({ slug, deal_price: '41' })], {}, [...columns, 'deal_price'])).toEqual([
    '1 deal has a price above its original price (row 2)',
  ])
  expect(await warningsOf([makeRow({ slug, original_price: '39' })], {}, [...columns, 'original_price'])).toEqual([
    '1 deal has a price above its original price (row 2)',
  ])
  expect(await warningsOf([makeRow({ slug, original_price: '50' })], {}, [...columns, 'original_price'])).toEqual([])
})

test('warnings list ten rows and count the rest', async () => {
  const rows = Array.from({ length: 1_250 }, (_, n) => priced(`Deal ${n}`, '1', '2'))
  expect(await warningsOf(rows)).toEqual([
    '1,250 deals have a price above their original price (rows 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 1,240 more)',
  ])
})

test('a file without problems has no warnings', async () => {
  expect(await warningsOf([makeRow(), priced('Two', '2', '1')])).toEqual([])
})
