import fs from 'node:fs'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { readDealFeed } from '~/features/audience/feeds/deal-feed.server'
import { DEFAULT_SEARCH, PAGE_SIZE } from '~/features/catalog/deals/list/deal-filters'
import { listDeals } from '~/features/catalog/deals/list/find-deals.server'
import { pictureSrc } from '~/features/catalog/pictures/picture'
import { readCsvFile } from '~/features/staff/csv-import/csv-file.server'
import { fileOnDisk } from '~/features/staff/csv-import/import-files.server'
import { importDeals } from '~/features/staff/csv-import/run-import.server'
import { planLinkChecks } from '~/features/staff/freshness/due-links.server'
import { escapeCell } from '~/http/escape'
import { utcToday } from '~/http/utc-day'
import { importFile, importRows, makeCategoryAndPlatform, makeRow, toCsv, withFile } from '../csv-files'
import { makeCategory, makeDeal, makeReview, makeVendor } from '../factories'

let places: Awaited<ReturnType<typeof makeCategoryAndPlatform>>
beforeEach(async () => {
  places = await makeCategoryAndPlatform()
})

const findDeal = (slug: string) => db.selectFrom('deals').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow()

async function entriesOf(slug: string) {
  const entries = await db
    .selectFrom('deal_pros_cons')
    .innerJoin('deals', 'deals.id', 'deal_id')
    .select(['type', 'text'])
    .where('slug', '=', slug)
    .orderBy('type')
    .orderBy('position')
    .execute()
  return entries.map(({ type, text }) => `${type} ${text}`)
}

const countPrices = () =>
  db
    .selectFrom('deal_price_points')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirst()

test('an imported deal is an active draft, or published with the publish option', async () => {
  await importRows([makeRow()])
  expect(await findDeal('inkwell')).toMatchObject({ published: false, status: 'ACTIVE', currency: 'USD' })

  await importRows([makeRow({ title: 'Mossgate' })], { publish: true })
  expect(await findDeal('mossgate')).toMatchObject({ published: true, status: 'ACTIVE' })
})

test('a picture of this site is a stored one or one of the demo content, or its row fails', async () => {
  const [stored, unknown] = ['a', 'b'].map((digit) => pictureSrc(digit.repeat(64), 1_440))
  await db
    .insertInto('pictures')
    .values({ sha256: 'a'.repeat(64), width: 9, height: 9 })
    .execute()
  const paths = [
    stored,
    '/demo/quillstack.svg',
    'https://vendor.example/x.png',
    '/static/x.png',
    unknown,
    '/demo/none.svg',
  ]
  const rows = paths.map((hero_image_url, index) => makeRow({ title: `Inkwell ${index}`, hero_image_url }))
  const { errors } = await importRows(rows)

  const deals = await db.selectFrom('deals').select('hero_image_url').orderBy('title').execute()
  expect(deals.map(({ hero_image_url }) => hero_image_url)).toEqual(paths.slice(0, 3))
  const message = 'Hero image URL must be a full web address, or the path of a picture of this site.'
  expect(errors).toEqual([5, 6, 7].map((row) => `${row} hero_image_url: ${message}`))
})

test('a row with an existing slug updates that deal, keeps its id and reviews, and makes it an active draft', async () => {
  const old = await makeDeal({ slug: 'inkwell', status: 'EXPIRED', deal_price: '59.00', summary: 'Old words' })
  await makeReview({ deal_id: old.id, status: 'APPROVED' })

  const summary = await importRows([makeRow({ slug: 'inkwell', deal_price: '49' })])

  expect(summary).toMatchObject({ created: 0, updated: 1, unpublished: 1, reactivated: 1 })
  const deal = await findDeal('inkwell')
  expect(deal).toMatchObject({ id: old.id, title: 'Inkwell', summary: null, deal_price: '49.00' })
  expect(deal).toMatchObject({ published: false, status: 'ACTIVE', review_count: 1, version: old.version + 1 })
  expect(await countPrices()).toEqual({ count: 2 })
})

test('an import neither confirms an offer nor takes its confirmation away', async () => {
  const entered = { created_at: new Date('2018-01-01'), start_date: '2017-11-21' }
  await makeDeal({ slug: 'unconfirmed', ...entered, found_on: null })
  await makeDeal({ slug: 'confirmed', ...entered, found_on: '2026-05-06' })
  await importRows([
    makeRow({ slug: 'unconfirmed', start_date: '2026-03-04' }),
    makeRow({ slug: 'confirmed', start_date: '2026-03-04' }),
    makeRow({ slug: 'added', start_date: '2999-01-01' }),
  ])
  const deals = await db.selectFrom('deals').select(['slug', 'confirmed_on', 'open_until']).orderBy('slug').execute()
  expect(deals).toEqual([
    { slug: 'added', confirmed_on: null, open_until: '2999-03-02' },
    { slug: 'confirmed', confirmed_on: '2026-05-06', open_until: '2026-11-02' },
    { slug: 'unconfirmed', confirmed_on: null, open_until: '2026-05-03' },
  ])
})

test('a file says when an offer was confirmed, which only later days change', async () => {
  const confirm = async (confirmed_on: string) => {
    const counts = await importRows([makeRow({ start_date: '2017-11-21', confirmed_on })], { publish: true })
    return [counts.created + counts.updated, (await findDeal('inkwell')).confirmed_on]
  }
  expect(await confirm('2025-02-03')).toEqual([1, '2025-02-03'])
  expect(await confirm('2024-02-03')).toEqual([0, '2025-02-03'])
  expect(await confirm('')).toEqual([0, '2025-02-03'])
  expect(await confirm('2026-03-04')).toEqual([1, '2026-03-04'])
})

test('imported deals of a vendor that shut down are Expired, and an update leaves the status that staff set', async () => {
  const { vendor_name } = makeRow()
  const end = { status_on: '2026-05-04', status_source_url: 'https://news.example/end' }
  await makeVendor({ name: vendor_name, status: 'SHUT_DOWN', ...end })
  await importRows([makeRow({ deal_price: '59' })])
  expect(await findDeal('inkwell')).toMatchObject({ status: 'EXPIRED' })

  const summary = await importRows([makeRow({ deal_price: '49' })])
  expect(summary).toMatchObject({ updated: 1, reactivated: 0 })
  expect(await findDeal('inkwell')).toMatchObject({ status: 'EXPIRED', deal_price: '49.00' })

  await db.updateTable('deals').set({ status: 'ACTIVE' }).where('slug', '=', 'inkwell').execute()
  await importRows([makeRow({ deal_price: '39' })])
  expect(await findDeal('inkwell')).toMatchObject({ status: 'ACTIVE', deal_price: '39.00' })
})

test('the deals of a file keep its order under newest, over several batches', async () => {
  await makeDeal({ title: 'Entered before', created_at: new Date(Date.now() - 60_000) })
  const rows = Array.from({ length: 4_500 }, (_, n) =>
    makeRow({ title: `Deal ${(n * 7919) % 4_500}`, start_date: utcToday() }),
  )
  // A row that is repeated stands where it is last.
  await importRows([...rows, rows[3]!], { publish: true })
  await makeDeal({ title: 'Entered after' })

  const titlesInOrder = [...rows.toSpliced(3, 1), rows[3]!].map(({ title }) => title)
  const expected = ['Entered after', ...titlesInOrder, 'Entered before']
  const { deals } = await listDeals(DEFAULT_SEARCH)
  expect(deals.map(({ title }) => title)).toEqual(expected.slice(0, PAGE_SIZE))
  const newest = db.selectFrom('deals').select('title').orderBy('created_at', 'desc').orderBy('id', 'desc')
  expect((await newest.execute()).map(({ title }) => title)).toEqual(expected)
  const feed = await readDealFeed({ ...DEFAULT_SEARCH, page: 2 }, 'json')
  expect(feed.entries.map(({ title }) => title.split(':')[0])).toEqual(expected.slice(PAGE_SIZE, 2 * PAGE_SIZE))
})

test('the row with the latest start date is the newest deal, over several batches, and rows of one day follow the file', async () => {
  const filler = Array.from({ length: 2_500 }, (_, n) => makeRow({ title: `Filler ${n}`, start_date: '2017-01-01' }))
  const row = (title: string, start_date: string) => makeRow({ title, start_date })
  await importRows(
    [
      row('Old', '2024-01-05'),
      row('Newer, first', '2026-01-05'),
      ...filler,
      row('Newest', utcToday()),
      row('Newer, second', '2026-01-05'),
    ],
    { publish: true },
  )
  const { deals } = await listDeals({ ...DEFAULT_SEARCH, sort: 'newest' })
  const titles = deals.map(({ title }) => title)
  expect(titles.slice(0, 6)).toEqual(['Newest', 'Newer, first', 'Newer, second', 'Old', 'Filler 0', 'Filler 1'])
  const { created_at } = await findDeal('newest')
  expect(created_at.getTime()).toBeLessThanOrEqual(Date.now())
})

test('a row with another link restarts the link check of its deal', async () => {
  await importRows([makeRow({ slug: 'inkwell' }), makeRow({ slug: 'mossgate' })], { publish: true })
  await planLinkChecks()
  await db.updateTable('link_checks').set({ result: 'FAILED', reason: '404' }).execute()
  const cta_url = 'https://inkwell.example/other'
  await importRows([makeRow({ slug: 'inkwell', cta_url }), makeRow({ slug: 'mossgate', title: 'Mossgate' })])
  const checks = await db.selectFrom('link_checks').select(['url', 'result']).orderBy('result').execute()
  expect(checks).toEqual([
    { url: 'https://inkwell.example/deal', result: 'FAILED' },
    { url: cta_url, result: null },
  ])
})

test('an import notes when it created a deal, and leaves deals that exist as they are', async () => {
  const before = await makeDeal({ slug: 'inkwell' })
  await importRows([makeRow({ slug: 'inkwell' }), makeRow({ slug: 'quill' })])

  const deals = await db.selectFrom('deals').select(['slug', 'created_at', 'imported_at']).orderBy('slug').execute()
  expect(deals).toEqual([
    { slug: 'inkwell', created_at: before.created_at, imported_at: null },
    { slug: 'quill', created_at: expect.any(Date), imported_at: expect.any(Date) },
  ])
})

test('importing the same file again changes nothing, even after deals were published', async () => {
  const rows = [makeRow({ deal_price: '49', tags: 'a|b', pros: 'Quick|Offline' }), makeRow({ title: 'Mossgate' })]
  await importRows(rows)
  await db.updateTable('deals').set({ published: true, status: 'ENDING_SOON' }).where('slug', '=', 'inkwell').execute()
  const before = await db.selectFrom('deals').selectAll().orderBy('slug').execute()

  expect(await importRows(rows)).toMatchObject({ created: 0, updated: 0, unchanged: 2, unpublished: 0 })

  expect(await db.selectFrom('deals').selectAll().orderBy('slug').execute()).toEqual(before)
  expect(await entriesOf('inkwell')).toEqual(['PRO Quick', 'PRO Offline'])
  expect(await countPrices()).toEqual({ count: 1 })
})

test('importing the same file again with the publish option publishes its deals', async () => {
  await importRows([makeRow()])
  expect(await importRows([makeRow()], { publish: true })).toMatchObject({ updated: 1 })
  expect(await importRows([makeRow()], { publish: true })).toMatchObject({ unchanged: 1 })
  expect(await findDeal('inkwell')).toMatchObject({ published: true })
})

test('pros and cons are replaced, and kept if the row has none', async () => {
  await importRows([makeRow({ pros: 'Quick | Offline || Small', cons: 'Web only' })])
  await importRows([makeRow({ pros: 'Cheap|Quick' })])
  expect(await entriesOf('inkwell')).toEqual(['PRO Cheap', 'PRO Quick', 'CON Web only'])

  const columns = ['title', 'vendor_name', 'category', 'platform', 'start_date', 'cta_url']
  expect(await importRows([makeRow()], {}, columns)).toMatchObject({ unchanged: 1 })
  expect(await entriesOf('inkwell')).toHaveLength(3)
})

test('columns missing from the file keep the values of a deal', async () => {
  await importRows([makeRow({ summary: 'Drafts and outlines', currency: 'EUR', tags: 'HOT' })])
  const columns = ['title', 'vendor_name', 'category', 'platform', 'start_date', 'cta_url']

  await importRows([makeRow({ vendor_name: 'Reedhouse' })], {}, columns)

  const unchanged = { summary: 'Drafts and outlines', currency: 'EUR', tags: ['HOT'] }
  expect(await findDeal('inkwell')).toMatchObject({ vendor_name: 'Reedhouse', ...unchanged })
})

test('the last of several rows with one slug counts, the others are errors, and importing them again changes nothing', async () => {
  const rows = [
    makeRow({ slug: 'inkwell', deal_price: '49', pros: 'Quick' }),
    makeRow({ title: 'Mossgate' }),
    makeRow({ slug: 'inkwell', title: 'Inkwell 2', deal_price: '39' }),
    makeRow({ slug: 'inkwell', title: 'Inkwell 2', deal_price: '39' }),
  ]
  const errors = ['2 row: The same offer is in row 5.', '4 row: The same offer is in row 5.']
  expect(await importRows(rows)).toMatchObject({ created: 2, updated: 0, unchanged: 0, failed: 2, errors })
  expect(await findDeal('inkwell')).toMatchObject({ title: 'Inkwell 2', deal_price: '39.00' })
  expect(await entriesOf('inkwell')).toEqual([])

  expect(await importRows(rows)).toMatchObject({ created: 0, updated: 0, unchanged: 2, failed: 2, errors })
})

test('all errors of invalid rows are reported by row number, and valid rows are imported', async () => {
  const { created, failed, errors } = await importRows([
    makeRow({ category: 'Astronomy', platform: ' ', title: '' }),
    makeRow(),
    makeRow({ vendor_name: '', cta_url: '', start_date: '' }),
    makeRow({ title: 'Late', start_date: '2026-02-01', end_date: '2026-01-31', deal_price: '€5' }),
    makeRow({ category: 'WRITING', platform: 'Stackyard', title: 'Fine' }),
  ])
  expect({ created, failed }).toEqual({ created: 2, failed: 3 })
  expect(errors).toEqual([
    '2 category: Category not found: Astronomy',
    '2 platform: Platform not found: ',
    '2 title: Title is required.',
    '4 cta_url: CTA URL is required.',
    '4 start_date: Start date is required.',
    '4 vendor_name: Vendor name is required.',
    '5 deal_price: Deal price names a different currency. If 5 is the amount in this currency, type 5.',
    '5 end_date: End date cannot be before the start date.',
  ])
})

test('a row that only the database rejects does not affect other rows', async () => {
  const rows = ['One', 'Two', 'Three', 'Four'].map((title) => makeRow({ title }))
  await db.schema.alterTable('deals').addCheckConstraint('no_third', sql`title <> 'Three'`).execute()
  try {
    const { created, errors } = await importRows(rows)
    expect(created).toBe(3)
    expect(errors).toEqual([expect.stringContaining('4 row: The database refused this row')])
  } finally {
    await db.schema.alterTable('deals').dropConstraint('no_third').execute()
  }
})

test('concurrent imports of one file create each deal once', async () => {
  const rows = Array.from({ length: 3000 }, (_, n) =>
    makeRow({ title: `Deal ${n}`, pros: 'Quick|Offline', deal_price: '5' }),
  )
  const shuffled = rows.map((row, n) => ({ row, key: (n * 7919) % 3000 })).sort((a, b) => a.key - b.key)
  const summaries = await Promise.all([
    importRows(rows),
    importRows(shuffled.map(({ row }) => row)),
    importRows(rows.toReversed()),
  ])

  const total = (count: 'created' | 'updated' | 'unchanged' | 'failed') =>
    summaries.reduce((sum, one) => sum + one[count], 0)
  expect([total('created'), total('updated'), total('unchanged') + total('failed')]).toEqual([3000, 0, 6000])
  const errors = new Set(summaries.flatMap((one) => one.errors.map((error) => error.replace(/^\d+ /, ''))))
  expect([...errors]).toEqual(total('failed') > 0 ? ['row: Someone else saved this deal after the check.'] : [])
  const count = (table: 'deals' | 'deal_pros_cons' | 'deal_price_points') =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  expect(await count('deals')).toEqual({ count: 3000 })
  expect(await count('deal_pros_cons')).toEqual({ count: 6000 })
  expect(await count('deal_price_points')).toEqual({ count: 3000 })
})

test('a file is checked in parts of 100 rows, so that other work of the process goes on in between', async () => {
  const checked: number[] = []
  await importRows(
    Array.from({ length: 250 }, (_, n) => makeRow({ title: `Deal ${n}` })),
    {
      isDryRun: true,
      onProgress: ({ step, rows }) => {
        if (step === 'checking') checked.push(rows)
      },
    },
  )
  expect(checked).toEqual([100, 200, 250])
})

describe('import limits', () => {
  test('a file with more than 100,000 rows is rejected', async () => {
    const count = (rows: number) =>
      withFile(`title\n${'a\n'.repeat(rows)}`, async (file) => {
        let counted = 0
        for await (const batch of readCsvFile(fileOnDisk(file))) counted += batch.rows.length
        return counted
      })
    expect(await count(100_000)).toBe(100_000)
    await expect(count(100_001)).rejects.toThrow('more than 100,000 rows')
  })

  test('a file over 100 MB is rejected', async () => {
    const refused = withFile('', (file) => {
      fs.truncateSync(file, 100 * 1024 * 1024 + 1)
      return importFile(file)
    })
    await expect(refused).rejects.toThrow('over 100 MB')
  })

  test('a cell over 100 kB is rejected with its row and column', async () => {
    const rows = [makeRow(), makeRow({ description: 'é'.repeat(60_000) })]
    await expect(importRows(rows)).rejects.toThrow('Row 3: the cell description is over 100 KB')
  })
})

test('cells escaped by an export are unescaped by an import', async () => {
  for (const title of ['=SUM(1)', "'=quoted", '+1 more', "'plain"]) {
    await importRows([makeRow({ title: escapeCell(title), slug: 'inkwell' })])
    expect(await findDeal('inkwell')).toMatchObject({ title })
  }
})

test('each import is recorded, including failed ones', async () => {
  await withFile(toCsv([makeRow(), makeRow({ title: '' })]), (file) => importDeals(file))
  await expect(withFile('title\nInkwell\n', importDeals)).rejects.toThrow()

  const runs = await db.selectFrom('imports').selectAll().orderBy('created_at').execute()
  const counts = { created_count: 1, updated_count: 0, unchanged_count: 0, failed_count: 1 }
  expect(runs[0]).toMatchObject({ file_name: 'deals.csv', status: 'DONE', user_id: null, ...counts })
  expect(runs[0]!.finished_at).not.toBeNull()
  expect(runs[1]).toMatchObject({ status: 'FAILED', message: expect.stringContaining('Missing columns') })
})

test('a category is found by slug before another category by name', async () => {
  await makeCategory({ name: 'writing-tools', slug: 'other' })
  await importRows([makeRow({ category: 'Writing-Tools' }), makeRow({ title: 'Mossgate', category: 'writing' })])
  expect((await findDeal('mossgate')).category_id).toBe(places.category.id)
  expect((await findDeal('inkwell')).category_id).not.toBe(places.category.id)
})

test('a row without a vendor is rejected, or named after its title or site with the option for that', async () => {
  const row = makeRow({ vendor_name: '', cta_url: 'https://www.inkwell.example/deal' })

  expect(await importRows([row])).toMatchObject({ failed: 1, errors: ['2 vendor_name: Vendor name is required.'] })
  expect(await importRows([row], { options: { vendor: 'link' } })).toMatchObject({ created: 1, errors: [] })

  expect(await findDeal('inkwell')).toMatchObject({ vendor_name: 'Inkwell' })
})
