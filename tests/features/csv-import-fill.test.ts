import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { importRows, makeCategoryAndPlatform, makeRow, type Row } from '../csv-files'

beforeEach(async () => {
  await makeCategoryAndPlatform()
})

const NO_COUPON = [
  'title',
  'vendor_name',
  'category',
  'platform',
  'start_date',
  'cta_url',
  'summary',
  'deal_price',
  'original_price',
]
const WITH_COUPON = [...NO_COUPON, 'coupon_code']

const deals = () =>
  db.selectFrom('deals').select(['title', 'coupon_code', 'discount_percent']).orderBy('title').execute()

const rows: Row[] = [
  makeRow({ title: 'Alpha', summary: 'A shelf. 50% off with code BF2026' }),
  makeRow({ title: 'Beta', summary: 'Two codes: code ONE20 or code TWO20' }),
  makeRow({ title: 'Gamma', summary: 'Nothing is stated' }),
]

test('the dry run counts the rows whose text states one code, with the words marked, and fills nothing by itself', async () => {
  const { stated } = await importRows(rows, {}, WITH_COUPON)
  expect(stated.find(({ column }) => column === 'coupon_code')).toEqual({
    column: 'coupon_code',
    count: 1,
    examples: [{ row: 2, before: 'Alpha A shelf. 50% off with ', words: 'code BF2026', after: '', value: 'BF2026' }],
  })
  expect((await deals()).map(({ coupon_code }) => coupon_code)).toEqual([null, null, null])
})

test('at most ten examples are shown', async () => {
  const many = Array.from({ length: 12 }, (_, index) => makeRow({ title: `Row ${index}`, summary: 'with code BF2026' }))
  const { stated } = await importRows(many, { isDryRun: true }, WITH_COUPON)
  expect(stated.find(({ column }) => column === 'coupon_code')).toMatchObject({ count: 12, examples: { length: 10 } })
})

test.each([
  ['with the column', WITH_COUPON],
  ['without the column', NO_COUPON],
])('empty codes of a file %s are filled on demand', async (_name, columns) => {
  await importRows(rows, { fill: ['coupon_code'] }, columns)
  expect((await deals()).map(({ title, coupon_code }) => [title, coupon_code])).toEqual([
    ['Alpha', 'BF2026'],
    ['Beta', null],
    ['Gamma', null],
  ])
})

test('a code in the file or of the deal is not replaced', async () => {
  await importRows(
    [makeRow({ title: 'Alpha', coupon_code: 'OWN', summary: 'code BF2026' })],
    { fill: ['coupon_code'] },
    WITH_COUPON,
  )
  await importRows([makeRow({ title: 'Alpha', summary: 'Now with code BF2027' })], { fill: ['coupon_code'] }, NO_COUPON)
  expect(await deals()).toMatchObject([{ coupon_code: 'OWN' }])
})

test('empty discounts are filled on demand, and the discount of a deal stays', async () => {
  await importRows([makeRow({ title: 'Alpha', discount_percent: '20' })], {}, [...NO_COUPON, 'discount_percent'])
  await importRows(rows, { fill: ['discount_percent'] }, NO_COUPON)
  expect((await deals()).map(({ discount_percent }) => discount_percent)).toEqual([20, null, null])
  await importRows(rows, { fill: ['discount_percent'] }, [...NO_COUPON, 'discount_percent'])
  expect((await deals()).map(({ discount_percent }) => discount_percent)).toEqual([50, null, null])
})

test('a discount is not read where both prices say the saving', async () => {
  const priced = makeRow({ title: 'Alpha', summary: '50% off', deal_price: '10', original_price: '20' })
  const { stated } = await importRows([priced, makeRow({ title: 'Beta', summary: '30% off' })], {}, NO_COUPON)
  expect(stated).toMatchObject([{ column: 'discount_percent', count: 1, examples: [{ row: 3, value: '30%' }] }])
})
