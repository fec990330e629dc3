import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { findPriceHistory } from '~/features/catalog/price-history/price-history.server'
import { listVerifiedChanges } from '~/features/contributions/change-logs/change-logs.server'
import { CHANGE_FILE_COLUMNS, type ChangeColumn } from '~/features/staff/csv-import/csv-import'
import { addDays, utcToday } from '~/http/utc-day'
import { importFile, toCsv, withFile } from '../csv-files'
import { makeDeal, makeProfile } from '../factories'
import { tellKinds } from '../told'

type Row = Partial<Record<ChangeColumn, string>>

const importChanges = (rows: Row[], options: { isDryRun?: boolean } = {}) =>
  withFile(toCsv(rows as object[], { columns: CHANGE_FILE_COLUMNS }), (file) =>
    importFile(file, { kind: 'changes', ...options }),
  )

let deal: Awaited<ReturnType<typeof makeDeal>>
beforeEach(async () => {
  deal = await makeDeal({ title: 'Proxyman', slug: 'proxyman', deal_price: '49.00', currency: 'USD' })
})

const price = (given: Row = {}): Row => ({
  deal_slug: 'proxyman',
  kind: 'PRICE',
  date: '2019-11-29',
  old_value: '49',
  new_value: '24.5',
  ...given,
})

const terms = (given: Row = {}): Row => ({
  deal_slug: 'proxyman',
  kind: 'Terms',
  title: 'Lifetime license ends for new buyers',
  date: '2017-08-10',
  affects_owners: 'no',
  source_url: 'https://proxyman.example/blog',
  ...given,
})

test('rows become verified changes with their date, and prices points of the price record', async () => {
  const member = await makeProfile()
  await db.insertInto('bookmarks').values({ user_id: member.id, deal_id: deal.id }).execute()
  expect(await importChanges([price(), terms()])).toMatchObject({ created: 2, unchanged: 0, failed: 0, errors: [] })
  expect(await listVerifiedChanges(deal.id)).toMatchObject([
    {
      title: 'Price changed from $49.00 to $24.50',
      old_value: '49.00',
      new_value: '24.50',
      effective_on: '2019-11-29',
      verified_at: new Date('2019-11-29'),
      affects_owners: 'UNKNOWN',
      is_from_file: true,
    },
    {
      title: 'Lifetime license ends for new buyers',
      kind: 'TERMS',
      verified_at: new Date('2017-08-10'),
      affects_owners: 'NO',
    },
  ])
  const { points } = await findPriceHistory(deal.id)
  expect(points.map(({ deal_price, is_from_file }) => [deal_price, is_from_file])).toEqual([
    ['24.50', true],
    ['49.00', false],
  ])
  expect(await tellKinds()).toEqual([])
  const audited = await db.selectFrom('audit_log').select('action').execute()
  expect(audited).toEqual([{ action: 'changes.imported' }])
})

test('a dry run counts and changes nothing', async () => {
  expect(await importChanges([price(), price({ date: '2999-01-01' })], { isDryRun: true })).toMatchObject({
    created: 1,
    failed: 1,
    errors: ['3 date: date is in the future.'],
  })
  expect(await listVerifiedChanges(deal.id)).toEqual([])
})

test('a row that is on record is skipped, and the same row twice in a file is an error', async () => {
  await importChanges([price(), terms()])
  expect(await importChanges([terms(), price(), price({ date: '2020-11-27' }), terms()])).toMatchObject({
    created: 1,
    unchanged: 2,
    failed: 1,
    errors: ['5 row: The row is the same as row 2.'],
  })
  expect((await findPriceHistory(deal.id)).points).toHaveLength(3)
})

test('changes that differ only in their description are two, in a file and on record', async () => {
  const rows = [terms({ description: 'For teams' }), terms({ description: 'For single users' })]
  expect(await importChanges(rows)).toMatchObject({ created: 2, failed: 0 })
  expect(await importChanges(rows)).toMatchObject({ created: 0, unchanged: 2, failed: 0 })
  expect(await importChanges([terms({ description: 'For schools' })])).toMatchObject({ created: 1, unchanged: 0 })
})

test('a slug that one deal has and another had names the present one', async () => {
  await db.updateTable('deals').set({ slug: 'renamed' }).where('id', '=', deal.id).execute()
  const present = await makeDeal({ slug: 'proxyman', title: 'Another' })
  await importChanges([terms()])
  expect(await listVerifiedChanges(deal.id)).toEqual([])
  expect(await listVerifiedChanges(present.id)).toHaveLength(1)
})

test.each<[string, Row, string]>([
  ['an unknown deal', price({ deal_slug: 'proximan' }), 'deal_slug: deal_slug “proximan” is not a deal.'],
  ['no deal', price({ deal_slug: '' }), 'deal_slug: deal_slug is required.'],
  ['an unknown kind', price({ kind: 'SALE' }), 'kind: kind must be one of PRICE, TERMS, LIMITS, REFUND and so on.'],
  [
    'a day that does not exist',
    price({ date: '2020-13-02' }),
    'date: date “2020-13-02” is not a day. Write it as 2019-11-29.',
  ],
  ['tomorrow', price({ date: addDays(utcToday(), 1) }), 'date: date is in the future.'],
  ['a price in words', price({ new_value: '9 per user' }), 'new_value: new_value “9 per user” is not an amount.'],
  ['no new price', price({ new_value: '' }), 'new_value: new_value is empty. A change of price needs the new one.'],
  ['no words', terms({ title: '' }), 'title: title is empty.'],
  ['a currency in words', price({ currency: 'dollars' }), 'currency: currency must be three letters, such as USD.'],
  [
    'an answer that is none',
    price({ affects_owners: 'maybe' }),
    'affects_owners: affects_owners must be one of YES, NO, UNKNOWN.',
  ],
  [
    'no web address',
    price({ source_url: 'proxyman' }),
    'source_url: source_url must be a full web address, such as https://vendor.example/deal.',
  ],
])('a row with %s is rejected with a sentence, and the other rows are imported', async (_name, row, message) => {
  const imported = await importChanges([row, terms()])
  expect(imported).toMatchObject({ created: 1, failed: 1, errors: [`2 ${message}`] })
})

test('prices of one day in two currencies are rejected, in a file and against the record', async () => {
  expect(await importChanges([price(), price({ currency: 'EUR', new_value: '20' })])).toMatchObject({
    created: 1,
    errors: ['3 currency: currency is EUR, but the price of 29 Nov 2019 in row 2 is in USD.'],
  })
  expect(await importChanges([price({ currency: 'EUR', new_value: '20' })])).toMatchObject({
    created: 0,
    errors: ['2 currency: currency is EUR, but the price of 29 Nov 2019 on record is in USD.'],
  })
})

test('a price in another currency than the deal keeps its sign', async () => {
  await importChanges([price({ currency: 'EUR' })])
  expect(await listVerifiedChanges(deal.id)).toMatchObject([{ old_value: '€49.00', new_value: '€24.50' }])
})

test('the present price stays the last point of the record', async () => {
  await db
    .updateTable('deal_price_points')
    .set({ recorded_at: new Date('2020-01-01') })
    .execute()
  await importChanges([price({ date: '2021-01-01' })])
  const { points } = await findPriceHistory(deal.id)
  expect(points.map(({ deal_price }) => deal_price)).toEqual(['49.00', '24.50', '49.00'])
})

test('a former slug names the present deal', async () => {
  await db.insertInto('deal_redirects').values({ slug: 'proxyman-old', deal_id: deal.id, title: 'Proxyman' }).execute()
  expect(await importChanges([terms({ deal_slug: 'proxyman-old' })])).toMatchObject({ created: 1 })
})

test('a file of many batches is checked', async () => {
  const rows = Array.from({ length: 2_500 }, (_, index) => terms({ title: `Change ${index}` }))
  expect(await importChanges(rows, { isDryRun: true })).toMatchObject({ created: 2_500, failed: 0 })
})
