import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { writeFailedRows } from '~/features/staff/csv-import/import-reports.server'
import { importRows, makeCategoryAndPlatform, makeRow, type Row, readAll } from '../csv-files'
import { makeDeal, makePlatform, makeReview } from '../factories'

beforeEach(async () => {
  await makeCategoryAndPlatform()
  await makePlatform({ name: 'Bundles', slug: 'bundles' })
})

const listDeals = async () => {
  const deals = await db.selectFrom('deals').select(['slug', 'title', 'vendor_name']).orderBy('slug').execute()
  return deals.map(({ slug, title, vendor_name }) => `${slug}: ${title} by ${vendor_name}`)
}
const readDeals = () => db.selectFrom('deals').selectAll().orderBy('id').execute()

const c = (title: string, vendor_name: string, given: Row = {}) =>
  makeRow({ title, vendor_name, cta_url: `https://${vendor_name.toLowerCase()}.example/`, ...given })
const THREE = [c('C++', 'First'), c('C#', 'Second'), c('C', 'Third')]

test('three products whose titles make one slug become three deals, and importing them again changes nothing', async () => {
  expect(await importRows(THREE, { publish: true })).toMatchObject({ created: 3, updated: 0, failed: 0 })
  expect(await listDeals()).toEqual(['c: C++ by First', 'c-2: C# by Second', 'c-3: C by Third'])

  const before = await readDeals()
  for (const rows of [THREE, THREE.toReversed(), [THREE[1]!]]) {
    const counts = { created: 0, updated: 0, unchanged: rows.length, failed: 0 }
    expect(await importRows(rows, { publish: true })).toMatchObject(counts)
  }
  expect(await readDeals()).toEqual(before)
})

test('a row without a slug leaves the reviewed deal of another vendor alone', async () => {
  const deal = await makeDeal({ slug: 'c', title: 'C', vendor_name: 'Third', cta_url: 'https://third.example/' })
  await makeReview({ deal_id: deal.id, status: 'APPROVED', rating: 5 })
  const before = await db.selectFrom('deals').selectAll().where('id', '=', deal.id).executeTakeFirst()

  expect(await importRows([THREE[1]!])).toMatchObject({ created: 1, updated: 0, unpublished: 0 })

  expect(await db.selectFrom('deals').selectAll().where('id', '=', deal.id).executeTakeFirst()).toEqual(before)
  expect(await listDeals()).toEqual(['c: C by Third', 'c-2: C# by Second'])
})

test.each<[string, Row]>([
  ['the same vendor at another site', { cta_url: 'https://other.example/' }],
  ['the same site under another vendor', { vendor_name: 'Quietworks' }],
  ['the vendor in another spelling', { vendor_name: 'Northpane, Inc.', cta_url: 'https://other.example/' }],
  ['a title with words about the sale', { title: 'INKWELL (Lifetime Deal)' }],
  ['another start date', { start_date: '2026-02-01' }],
])('a row without a slug updates the deal with %s', async (_what, given) => {
  await importRows([makeRow()])
  expect(await importRows([makeRow(given)])).toMatchObject({ created: 0, updated: 1 })
  expect(await importRows([makeRow(given)])).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
  expect(await readDeals()).toMatchObject([{ slug: 'inkwell' }])
})

test.each<[string, Row, string]>([
  ['another vendor and site', { vendor_name: 'Quietworks', cta_url: 'https://quietworks.example/' }, 'inkwell-2'],
  ['another platform', { platform: 'bundles' }, 'inkwell-2'],
  ['a title with a plus', { title: 'Inkwell+' }, 'inkwell-2'],
  ['the next version', { title: 'Inkwell 2' }, 'inkwell-2'],
  ['a title in other letters', { title: 'Inkwell \u00ae Pro' }, 'inkwell-pro'],
])('a row without a slug creates a deal for %s', async (_what, given, slug) => {
  await importRows([makeRow()])
  const before = await readDeals()
  expect(await importRows([makeRow(given)])).toMatchObject({ created: 1, updated: 0 })
  expect(await importRows([makeRow(given)])).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
  const deals = await readDeals()
  expect(deals.filter(({ id }) => id === before[0]!.id)).toEqual(before)
  expect(deals.map((deal) => deal.slug).sort()).toEqual(['inkwell', slug])
})

test('a link that a shortener or store shares between vendors agrees only as a whole', async () => {
  const first = makeRow({ vendor_name: 'First', cta_url: 'https://geni.us/abc' })
  await importRows([first])
  expect(await importRows([{ ...first, vendor_name: 'Second' }])).toMatchObject({ updated: 1 })
  expect(await importRows([{ ...first, vendor_name: 'Third', cta_url: 'https://geni.us/def' }])).toMatchObject({
    created: 1,
  })
})

test('a row with a slug updates that deal, whatever its title, vendor and platform are', async () => {
  await importRows(THREE)
  const row = c('Renamed', 'Fourth', { slug: 'c', platform: 'bundles' })
  expect(await importRows([row])).toMatchObject({ created: 0, updated: 1 })
  expect(await listDeals()).toEqual(['c: Renamed by Fourth', 'c-2: C# by Second', 'c-3: C by Third'])
})

test('of several offers that agree, a row updates that of its start date, else of the slug of its title, else the latest', async () => {
  const offer = (slug: string, start_date: string) => makeRow({ slug, start_date })
  await importRows([offer('round-1', '2023-11-20'), offer('inkwell', '2024-11-20'), offer('round-3', '2025-11-20')])
  const updated = async (start_date: string) => {
    await importRows([makeRow({ start_date, summary: `Of ${start_date}` })])
    const found = await db.selectFrom('deals').select('slug').where('summary', '=', `Of ${start_date}`).execute()
    return found.map(({ slug }) => slug)
  }
  expect(await updated('2023-11-20')).toEqual(['round-1'])
  expect(await updated('2026-01-01')).toEqual(['inkwell'])
  await db.updateTable('deals').set({ slug: 'round-2' }).where('slug', '=', 'inkwell').execute()
  expect(await updated('2026-01-02')).toEqual(['round-2'])
})

test.each<[string, Row, Row]>([
  ['the same title, vendor and site', {}, { summary: 'Again' }],
  ['the same vendor', {}, { cta_url: 'https://other.example/' }],
  ['the same site', {}, { vendor_name: 'Quietworks' }],
  ['a sale in the title', {}, { title: 'Inkwell - Black Friday 2026' }],
  ['another start date', {}, { start_date: '2026-02-01' }],
  ['a slug in the second', {}, { slug: 'inkwell-2026' }],
  ['a slug in the first', { slug: 'inkwell-2026' }, {}],
])(
  'two rows of a file that are the same offer are named, in the first import and the second: %s',
  async (_what, ...given) => {
    const [first, second] = given.map(makeRow) as [Row, Row]
    const rows = [first, c('Mossgate', 'Mossworks'), second]
    const words = first.slug ? '' : ' Give each a slug to import both.'
    const errors = [`2 row: The same offer is in row 4.${words}`]
    expect(await importRows(rows, { isDryRun: true })).toMatchObject({ created: 2, failed: 1, errors })
    expect(await importRows(rows)).toMatchObject({ created: 2, updated: 0, unchanged: 0, failed: 1, errors })
    expect(await importRows(rows)).toMatchObject({ created: 0, updated: 0, unchanged: 2, failed: 1, errors })
    expect(await readDeals()).toHaveLength(2)
  },
)

test('two rows of a file that agree with one deal, but not with each other, are the same offer', async () => {
  await importRows([makeRow()])
  const rows = [
    makeRow({ cta_url: 'https://other.example/' }),
    makeRow({ vendor_name: 'Quietworks' }),
    makeRow({ slug: 'inkwell', title: 'Renamed', vendor_name: 'Reedhouse', cta_url: 'https://reedhouse.example/' }),
  ]
  const words = 'Give each a slug to import both.'
  expect(await importRows(rows)).toMatchObject({
    updated: 1,
    failed: 2,
    errors: [`2 row: The same offer is in row 4. ${words}`, `3 row: The same offer is in row 4. ${words}`],
  })
})

test('one tool on two platforms, and rows with a slug each, are several offers', async () => {
  const rows = [
    makeRow(),
    makeRow({ platform: 'bundles' }),
    c('Mossgate', 'Mossworks', { slug: 'mossgate-2025' }),
    c('Mossgate', 'Mossworks', { slug: 'mossgate-2026' }),
  ]
  expect(await importRows(rows)).toMatchObject({ created: 4, failed: 0 })
  expect(await importRows(rows)).toMatchObject({ created: 0, updated: 0, unchanged: 4, failed: 0 })
})

test('a free slug is neither that of another row, nor of a deal, nor one that redirects', async () => {
  const former = await makeDeal({ slug: 'c', title: 'Former' })
  await db.updateTable('deals').set({ slug: 'former' }).where('id', '=', former.id).execute()
  await makeDeal({ slug: 'c-2', title: 'Taken' })
  const rows = [...THREE, c('Given', 'Fourth', { slug: 'c-3' }), c('C 4', 'Fifth')]
  expect(await importRows(rows)).toMatchObject({ created: 5, failed: 0 })
  expect((await listDeals()).filter((deal) => deal.startsWith('c'))).toEqual([
    'c-2: Taken by Northpane',
    'c-3: Given by Fourth',
    'c-4: C 4 by Fifth',
    'c-5: C++ by First',
    'c-6: C# by Second',
    'c-7: C by Third',
  ])
  expect(await importRows(rows)).toMatchObject({ created: 0, updated: 0, unchanged: 5 })
})

test('many rows whose titles make one slug are numbered in the order of the file', async () => {
  const rows = Array.from({ length: 2_300 }, (_, n) => c('Deal', `Vendor${n}`))
  expect(await importRows(rows)).toMatchObject({ created: 2_300, failed: 0 })
  expect(await importRows(rows)).toMatchObject({ created: 0, updated: 0, unchanged: 2_300 })
  const deals = await db.selectFrom('deals').select(['slug', 'vendor_name']).execute()
  const slugOf = new Map(deals.map(({ slug, vendor_name }) => [vendor_name, slug]))
  expect([0, 1, 2_299].map((n) => slugOf.get(`Vendor${n}`))).toEqual(['deal', 'deal-2', 'deal-2300'])
})

test('imports of different files at once update no deal of the other, and create each once', async () => {
  const files = [THREE, THREE.toReversed(), [THREE[1]!, c('C', 'Fourth'), THREE[0]!]]
  const summaries = await Promise.all(files.map((rows) => importRows(rows, { publish: true })))
  expect(summaries.map(({ updated }) => updated)).toEqual([0, 0, 0])
  const created = summaries.reduce((sum, one) => sum + one.created, 0)
  // A row whose slug another import took meanwhile has failed, and goes in with the next import.
  expect((await readDeals()).length).toBe(created)
  for (const rows of files) await importRows(rows, { publish: true })
  const vendors = (await listDeals()).map((deal) => deal.split(': ')[1])
  expect(vendors.sort()).toEqual(['C by Fourth', 'C by Third', 'C# by Second', 'C++ by First'])
})

test('a failed row without a slug has none in the file of failed rows', async () => {
  await importRows([makeRow(), makeRow({ summary: 'Again' })])
  const { id, header } = await db.selectFrom('imports').select(['id', 'header']).executeTakeFirstOrThrow()
  const [, failed] = (await readAll(writeFailedRows(id, header))).split('\r\n')
  expect(failed).toMatch(/^\ufeff?Inkwell,,Northpane,/)
})
