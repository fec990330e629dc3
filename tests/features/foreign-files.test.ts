import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { checkFile } from '~/features/staff/csv-import/check-file.server'
import { guessMapping, type Mapping } from '~/features/staff/csv-import/columns'
import { fileOnDisk } from '~/features/staff/csv-import/import-files.server'
import { findImport, listCauses } from '~/features/staff/csv-import/import-reports.server'
import { checkAgain, receiveFile } from '~/features/staff/csv-import/imports.server'
import type { FileImport } from '~/features/staff/csv-import/run-import.server'
import * as page from '~/routes/admin.csv-import_.$id/route'
import { importFile, importRows, makeCategoryAndPlatform, makeRow, withFile } from '../csv-files'
import { makeDeal, makeProfile } from '../factories'
import { renderPage } from '../render'

let places: Awaited<ReturnType<typeof makeCategoryAndPlatform>>
beforeEach(async () => {
  places = await makeCategoryAndPlatform()
})

const importText = (csv: string, options?: FileImport) => withFile(csv, (file) => importFile(file, options))
const findDeal = (title: string) =>
  db.selectFrom('deals').selectAll().where('title', '=', title).executeTakeFirstOrThrow()

describe('headings of other programs', () => {
  test.each([
    ['Name,Tagline,Link,Price', { title: 0, summary: 1, cta_url: 2, deal_price: 3 }],
    ['Tool,Website,LTD Price,Regular Price', { title: 0, cta_url: 1, deal_price: 2, original_price: 3 }],
    ['post_title,post_content,post_date', { title: 0, description: 1, start_date: 2 }],
    [
      'Handle,Title,Body (HTML),Vendor,Image Src',
      { slug: 0, title: 1, description: 2, vendor_name: 3, hero_image_url: 4 },
    ],
    ['Title,title_en,URL,Link', { title: 0, cta_url: 2 }],
    ['Product Name,Product URL,Discount %,Coupon Code', { title: 0, cta_url: 1, discount_percent: 2, coupon_code: 3 }],
    ['Published,Name', { title: 1 }],
    ['', {}],
  ])('%j', (header, mapping) => expect(guessMapping(header.split(','), 'deals')).toEqual(mapping))

  test('of changes', () => {
    expect(guessMapping(['slug', 'date', 'from', 'to', 'link'], 'changes')).toEqual({
      ...{ deal_slug: 0, date: 1, old_value: 2, new_value: 3, source_url: 4 },
    })
  })
})

test('a file with other headings is imported by its mapping, with one value for every row', async () => {
  const columns: Mapping = {
    ...{ title: 0, cta_url: 2, start_date: { value: 'today' }, platform: { value: 'Stackyard' }, category: 1 },
  }
  const csv = 'Tool,Type,Page,,\nInkwell,Writing,https://inkwell.example,,\n'
  const options: FileImport = { options: { columns, vendor: 'title' } }
  expect(await importText(csv, options)).toMatchObject({ created: 1, errors: [], unknownColumns: [] })
  expect(await findDeal('Inkwell')).toMatchObject({ vendor_name: 'Inkwell', platform_id: places.platform.id })
  expect(await importText(csv, options)).toMatchObject({ created: 0, unchanged: 1 })
})

test('cells are read as other programs write them, and each kind is counted with an example', async () => {
  const rows = [
    makeRow({ title: 'Ink &amp; well', start_date: '2026-01-05T00:00:00Z', deal_price: 'Free', stackable: 'x' }),
    makeRow({ title: 'Mossgate', start_date: '5 Jan 2026', coupon_code: 'N/A', discount_percent: '50%' }),
    makeRow({ title: 'Third', start_date: '05.01.2026', refund_days: '60 days', summary: 'fÃ¼r alle' }),
  ]
  const { created, errors, summary } = await importRows(rows)
  expect({ created, errors }).toEqual({ created: 3, errors: [] })
  expect(summary.readings).toMatchObject({
    html: { count: 1, before: 'Ink &amp; well', after: 'Ink & well' },
    time: { count: 1, before: '2026-01-05T00:00:00Z', after: '2026-01-05' },
    ...{ date: { count: 2 }, free: { count: 1 }, answer: { count: 1 }, nothing: { count: 1 } },
    ...{ number: { count: 2 }, garbled: { count: 1 } },
  })
  const deals = await db.selectFrom('deals').select(['start_date', 'deal_price', 'coupon_code']).distinct().execute()
  expect(deals.map(({ start_date }) => start_date)).toEqual(deals.map(() => '2026-01-05'))
  expect(await findDeal('Ink & well')).toMatchObject({ deal_price: '0.00', stackable: true })
})

test('a word for nothing is an error in a required cell', async () => {
  expect(await importRows([makeRow({ cta_url: '#REF!' })])).toMatchObject({
    errors: ['2 cta_url: CTA URL is required.'],
  })
})

test('a price may name its currency in a file without that column', async () => {
  const columns = ['title', 'vendor_name', 'category', 'platform', 'start_date', 'cta_url', 'deal_price']
  await importRows([makeRow({ deal_price: '49 €' })], {}, columns)
  expect(await findDeal('Inkwell')).toMatchObject({ deal_price: '49.00', currency: 'EUR' })
})

describe('dates that can be read in two ways', () => {
  const dated = (...dates: string[]) =>
    dates.map((start_date, index) => makeRow({ title: `Deal ${index}`, start_date }))
  const startDates = async () => {
    const deals = await db.selectFrom('deals').select('start_date').orderBy('title').execute()
    return deals.map(({ start_date }) => start_date)
  }

  test('are read like the others of their file', async () => {
    expect(await importRows(dated('02/03/2026', '02/27/2026'))).toMatchObject({ created: 2, errors: [] })
    expect(await startDates()).toEqual(['2026-02-03', '2026-02-27'])
  })

  test('are asked about where no other says it', async () => {
    const asked = await importRows(dated('02/03/2026'))
    expect(asked).toMatchObject({ created: 0, failed: 1, summary: { unclearDate: '02/03/2026' } })
    expect(await importRows(dated('02/03/2026'), { options: { monthFirst: false } })).toMatchObject({ created: 1 })
    expect(await startDates()).toEqual(['2026-03-02'])
  })
})

test('lists with commas are split only if it is said so', async () => {
  const rows = [makeRow({ tags: 'maps, notes, ink', pros: 'Quick, small, neat' })]
  expect(await importRows(rows, { isDryRun: true })).toMatchObject({ summary: { readings: { list: { count: 1 } } } })
  await importRows(rows, { options: { splitsLists: true } })
  expect(await findDeal('Inkwell')).toMatchObject({ tags: ['maps', 'notes', 'ink'] })
})

describe('categories and platforms that do not exist', () => {
  const rows = [
    makeRow({ category: 'Astronomy' }),
    makeRow({ title: 'Mossgate', category: 'astronomy', platform: 'Dealmint' }),
    makeRow({ title: 'Third', category: 'Science / Maps' }),
  ]

  test('are counted with their rows, and fail them', async () => {
    const { failed, summary, id } = await importRows(rows)
    expect(failed).toBe(3)
    expect(summary.missing).toMatchObject({
      category: [
        { name: 'Astronomy', rows: 2 },
        { name: 'Science / Maps', rows: 1 },
      ],
      platform: [{ name: 'Dealmint', rows: 1 }],
    })
    const causes = await listCauses(id, { title: 0 })
    expect(causes.map(({ cause, count }) => [cause, count])).toEqual([
      ['Category not found', 3],
      ['Platform not found', 1],
    ])
  })

  test('are one whether they are written as words or as a slug, and C, C++ and C# are three', async () => {
    const sites = ['vendor-website', 'Vendor website', 'C', 'C++', 'C#'].map((platform, index) =>
      makeRow({ title: `Deal ${index}`, platform, category: 'star-maps' }),
    )
    const { summary } = await importRows(sites, { options: { createsMissing: true } })
    expect(summary.missing).toMatchObject({
      category: [{ name: 'Star maps', rows: 5 }],
      platform: [{ name: 'Vendor website', rows: 2 }, { name: 'C' }, { name: 'C++' }, { name: 'C#' }],
    })
    const created = db
      .selectFrom('platforms')
      .select('slug')
      .where('name', 'in', ['Vendor website', 'C++'])
      .orderBy('slug')
    expect(await created.execute()).toEqual([{ slug: 'c-2' }, { slug: 'vendor-website' }])
    expect(await importRows(sites)).toMatchObject({ unchanged: 5, failed: 0 })
  })

  test('are created with the import and not by its dry run', async () => {
    const names = async () => {
      const found = await db.selectFrom('categories').select(['name', 'slug']).orderBy('name').execute()
      return found.map(({ name, slug }) => `${name} ${slug}`)
    }
    const options = { createsMissing: true }
    expect(await importRows(rows, { options, isDryRun: true })).toMatchObject({ created: 3, failed: 0 })
    expect(await names()).toEqual(['Writing writing'])
    expect(await importRows(rows, { options })).toMatchObject({ created: 3, failed: 0 })
    expect(await names()).toEqual([
      ...['Astronomy astronomy', 'Science science', 'Science / Maps science-maps', 'Writing writing'],
    ])
    expect(await importRows(rows, { options })).toMatchObject({ unchanged: 3, failed: 0 })
  })

  test('can be mapped to others', async () => {
    const names = { category: { astronomy: { id: places.category.id } }, platform: { dealmint: 'error' as const } }
    const imported = await importRows(rows, { options: { createsMissing: true, names } })
    expect(imported).toMatchObject({ created: 2, failed: 1, errors: ['3 platform: Platform not found: Dealmint'] })
    expect(await findDeal('Inkwell')).toMatchObject({ category_id: places.category.id })
  })
})

test('live deals stay live and keep their status if it is said so', async () => {
  const live = await makeDeal({ title: 'Inkwell', slug: 'inkwell', status: 'ENDING_SOON', summary: 'Old' })
  const row = (summary: string) => [makeRow({ slug: 'inkwell', summary })]
  const options = { keepsLive: true }
  expect(await importRows(row('New'), { options })).toMatchObject({ updated: 1, unpublished: 1 })
  expect(await findDeal('Inkwell')).toMatchObject({
    id: live.id,
    published: true,
    status: 'ENDING_SOON',
    summary: 'New',
  })
  await importRows(row('Newer'))
  expect(await findDeal('Inkwell')).toMatchObject({ published: false, status: 'ACTIVE' })
})

describe('a file that is uploaded', () => {
  const send = async (csv: string, kind: 'deals' | 'changes' = 'deals') => {
    const editor = await makeProfile({ role: 'MANAGER' })
    const id = await withFile(csv, (file) => receiveFile(editor, { name: 'a.csv', source: fileOnDisk(file), kind }))
    const found = (await findImport(id))!
    return { editor, id, status: found.status, options: found.options, samples: found.summary.samples }
  }
  const FOREIGN = 'Name,Link,Sort\nInkwell,https://inkwell.example,Writing\nMossgate,,Writing\n'

  test('waits for its columns unless it has our headings', async () => {
    expect(await send(FOREIGN)).toMatchObject({
      status: 'COLUMNS',
      options: { columns: { title: 0, cta_url: 1 }, vendor: 'link' },
      samples: [['Inkwell', 'Mossgate'], ['https://inkwell.example'], ['Writing', 'Writing']],
    })
    expect(await send(`${Object.keys(makeRow()).join()}\n1,2,3,4,5,6\n`)).toMatchObject({ status: 'CHECKING' })
    expect(await send('deal_slug,date\ninkwell,2026-01-05\n', 'changes')).toMatchObject({ status: 'COLUMNS' })
  })

  test('can name a category and a platform for every row while the site has none', async () => {
    await db.deleteFrom('categories').execute()
    await db.deleteFrom('platforms').execute()
    const { editor, id } = await send(FOREIGN)
    const path = `/admin/csv-import/${id}`
    const html = await renderPage(editor, { pattern: '/admin/csv-import/:id', path, routes: [page] })
    for (const name of ['category-value', 'platform-value']) expect(html).toMatch(new RegExp(`<input name="${name}"`))
  })

  test('has the columns that were chosen for the last file with the same headings', async () => {
    const { editor, id } = await send(FOREIGN)
    const fixed = { platform: { value: 'stackyard' }, start_date: { value: 'today' } }
    const chosen = { columns: { title: 0, cta_url: 1, category: 2, ...fixed }, vendor: 'title' as const }
    expect(await checkAgain(editor, id, chosen)).toBe(true)
    expect(await checkAgain(editor, id, chosen)).toBe(false)
    await checkFile(id)
    expect(await send(FOREIGN)).toMatchObject({ status: 'COLUMNS', options: chosen })
  })
})

test('a cell whose example or reading is cut in the middle of an emoji is imported', async () => {
  for (const lead of ['', 'x']) {
    const row = makeRow({
      title: `Inkwell ${lead}`,
      summary: `${lead}${'a'.repeat(79)}🪐`,
      description: `${lead}${'b'.repeat(57)}🪐&amp;`,
    })
    expect(await importRows([row])).toMatchObject({ errors: [], created: 1 })
  }
})

test('NUL in a cell is an error of its row, and in a value for every row it is replaced', async () => {
  const rows = [makeRow({ title: 'Ink\0&amp;well', tags: 'a\0,b,c' }), makeRow({ title: 'Mossgate' })]
  expect(await importRows(rows)).toMatchObject({ created: 1, failed: 1 })
  const columns: Mapping = {
    ...{ title: 0, cta_url: 1, start_date: { value: 'today' }, platform: { value: 'Stackyard' } },
    ...{ category: { value: 'Writing' }, summary: { value: 'a\0b' } },
  }
  const options = { columns, vendor: 'title' } as const
  expect(await importText('A,B\nThird,https://third.example\n', { options })).toMatchObject({ created: 1, failed: 0 })
  expect(await findDeal('Third')).toMatchObject({ summary: 'a\ufffdb' })
})

test('what is too long for a category, or no name at all, is an error of its row and no name to create', async () => {
  const rows = ['a'.repeat(101), 'Star\0maps'].map((category) => makeRow({ category }))
  const { failed, summary } = await importRows(rows, { options: { createsMissing: true } })
  expect([failed, summary.missing?.category]).toEqual([2, []])
})
