import fs from 'node:fs'
import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { importFile, makeCategoryAndPlatform, withFile } from '../csv-files'

const fixture = (name: string) => `tests/fixtures/csv/${name}.csv`

beforeEach(async () => {
  await makeCategoryAndPlatform()
})

async function listDeals() {
  const deals = await db
    .selectFrom('deals')
    .select(['title', 'slug', 'vendor_name', 'summary', 'description', 'original_price', 'deal_price', 'currency'])
    .select(['start_date', 'end_date', 'tags', 'cta_url', 'hero_image_url', 'video_url', 'status', 'published'])
    .orderBy('slug')
    .execute()
  const entries = await db
    .selectFrom('deal_pros_cons')
    .select(['type', 'text', 'position'])
    .orderBy('deal_id')
    .orderBy('type')
    .orderBy('position')
    .execute()
  return { deals, entries }
}

const WRITTEN = {
  deals: [
    {
      title: 'Inkwell',
      slug: 'inkwell',
      vendor_name: 'Northpane',
      summary: 'Drafts, outlines and a quiet page',
      description: 'Opens fast.\nSays "saved" when it is.',
      original_price: '120.00',
      deal_price: '39.50',
      currency: 'USD',
      start_date: '2026-01-05',
      end_date: '2026-02-28',
      tags: ['HOT', 'teams'],
      cta_url: 'https://inkwell.example/deal',
      hero_image_url: 'https://inkwell.example/hero.webp',
      video_url: null,
      status: 'ACTIVE',
      published: false,
    },
    {
      title: 'Mossgate',
      slug: 'mossgate',
      vendor_name: 'Reedhouse',
      summary: null,
      description: null,
      original_price: null,
      deal_price: null,
      currency: 'USD',
      start_date: '2026-03-01',
      end_date: null,
      tags: [],
      cta_url: 'https://mossgate.example',
      hero_image_url: null,
      video_url: null,
      status: 'ACTIVE',
      published: false,
    },
  ],
  entries: [
    { type: 'PRO', text: 'Quick', position: 0 },
    { type: 'PRO', text: 'Offline', position: 1 },
    { type: 'CON', text: 'Web only', position: 0 },
  ],
}

describe('equivalent CSV files', () => {
  test.each([
    'lf',
    'no-last-break',
    'crlf',
    'cr',
    'mixed-breaks',
    'breaks-in-cells-crlf',
    'bom',
    'blank-tail',
    'semicolon',
    'semicolon-quoted-bom',
    'all-quoted',
    'other-order-and-case',
    'unknown-columns',
    'utf-16',
    'utf-16-without-mark',
  ])('%s.csv imports the same two deals', async (name) => {
    const summary = await importFile(fixture(name))

    expect(summary).toMatchObject({ rows: 2, created: 2, failed: 0, errors: [] })
    expect(await listDeals()).toEqual(WRITTEN)
  })
})

describe('detection of the delimiter', () => {
  const lines: string[][] = parse(fs.readFileSync(fixture('lf')))
  const write = (delimiter: string, lineBreak = '\r\n') =>
    lines.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter) + lineBreak).join('')

  test.each([
    ['a header separated by tabs', write('\t')],
    ['a header separated by pipes', write('|')],
    ['a header after a blank line', `\r\n${write('\t')}`],
    ['a sep line with a semicolon', `sep=;\r\n${write(';')}`],
    ['a sep line with a tab', `sep=\t\r\n${write('\t')}`],
    ['a sep line with an escaped tab', `sep=\\t\n${write('\t', '\n')}`],
    ['a sep line with a comma', `sep=,\r\n${write(',')}`],
    ['a sep line after a byte order mark', `\uFEFFsep=;\r\n${write(';')}`],
    ['a sep line in capitals', `SEP=;\r\n${write(';')}`],
    ['a sep line in quotes', `"sep=;"\r\n${write(';')}`],
    ['a sep line in quotes after a byte order mark', `\uFEFF"sep=;"\n${write(';', '\n')}`],
    ['a sep line before carriage returns', `sep=;\r${write(';', '\r')}`],
    ['the header if the sep line is wrong', `sep=;,,,,,,,,,,,,,,,,,\r\n${write(',')}`],
  ])('the delimiter is read from %s', async (_, csv) => {
    const summary = await withFile(csv, importFile)
    expect(summary).toMatchObject({ rows: 2, created: 2, failed: 0, errors: [] })
    expect(await listDeals()).toEqual(WRITTEN)
  })

  test.each(['', 'sep=;\r\n', '\uFEFF"sep=;"\n'])(
    'rows are numbered from the header when the file starts with %j',
    async (start) => {
      const [header, first, second] = write(';').split(/(?<=\r\n)(?=")/)
      const bad = first!.replace('"writing"', '"Astronomy"')
      const { errors } = await withFile(`${start}${header}${second}${bad}`, importFile)
      expect(errors).toEqual(['3 category: Category not found: Astronomy'])
    },
  )

  test('error messages count lines as a text editor does', async () => {
    const csv = `sep=;\n${write(';', '\n')}"x";y"z\n`
    await expect(withFile(csv, importFile)).rejects.toThrow('Row 4 (line 6): there is a quote in a cell')
  })
})

test('a file without quotes that is separated by pipes may have quotes in its texts', async () => {
  const csv = `title|vendor_name|category|platform|start_date|cta_url
Inkwell "2"|Northpane|writing|stackyard|2026-01-05|https://inkwell.example
`
  expect(await withFile(csv, importFile)).toMatchObject({ created: 1, errors: [] })
  expect((await listDeals()).deals[0]).toMatchObject({ title: 'Inkwell "2"' })
})

test('a file separated by colons is rejected with a sentence that names them', async () => {
  const csv = 'title:vendor_name:category:platform\nInkwell:Northpane:writing:stackyard\n'
  await expect(withFile(csv, importFile)).rejects.toThrow('separated by colons')
})

test('unknown columns are listed and ignored', async () => {
  const { unknownColumns } = await importFile(fixture('unknown-columns'))
  expect(unknownColumns).toEqual(['Partner note', '__proto__', 'constructor', 'Partner note'])
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

describe('rejected CSV files', () => {
  test.each([
    ['empty', 'No data to import'],
    ['blank', 'No data to import'],
    ['header-only', 'No data to import'],
    ['only-blank-rows', 'No data to import'],
    ['latin-1', 'The file is not UTF-8 text. Save it as "CSV UTF-8" and import it again.'],
    ['cut-character', 'The file is not UTF-8 text. Save it as "CSV UTF-8" and import it again.'],
    ['image', 'The file is not UTF-8 text. Save it as "CSV UTF-8" and import it again.'],
    ['unclosed-quote', 'Row 3 (line 3): a quote is opened and never closed.'],
    ['unclosed-quote-midway', 'a quote before it was never closed'],
    ['stray-quote', 'Row 3 (line 4): there is a quote in a cell that is not quoted.'],
    ['missing-columns', 'Missing columns in the first row: start_date, cta_url.'],
    ['column-twice', 'Duplicate columns in the first row: title.'],
  ])('%s.csv is rejected with a reason and changes nothing', async (name, message) => {
    await expect(importFile(fixture(name))).rejects.toThrow(message)
    expect(await listDeals()).toEqual({ deals: [], entries: [] })
  })
})

test('rows with too few or too many cells are rejected, extra empty cells are ignored', async () => {
  const { created, errors } = await importFile(fixture('uneven-rows'))
  expect(errors).toEqual([
    '2 row: Row has 17 cells, but the header has 18 columns.',
    '4 row: Row has 19 cells, but the header has 18 columns.',
  ])
  expect(created).toBe(1)
})
