import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { importFile, makePlaces } from '../csv-files'

const fixture = (name: string) => `tests/fixtures/csv/${name}.csv`

beforeEach(async () => {
  await makePlaces()
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

describe('the same two deals are read from', () => {
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
  ])('%s.csv', async (name) => {
    const summary = await importFile(fixture(name))

    expect(summary).toMatchObject({ rows: 2, created: 2, failed: 0, errors: [] })
    expect(await listDeals()).toEqual(WRITTEN)
  })
})

test('columns that the template does not have are named and do nothing', async () => {
  const { unknownColumns } = await importFile(fixture('unknown-columns'))
  expect(unknownColumns).toEqual(['Partner note', '__proto__', 'constructor', 'Partner note'])
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

describe('a file that cannot be imported says why and changes nothing', () => {
  test.each([
    ['empty', 'No data to import'],
    ['blank', 'No data to import'],
    ['header-only', 'No data to import'],
    ['only-blank-rows', 'No data to import'],
    ['utf-16', 'The file is UTF-16 text. Save it as "CSV UTF-8" and import it again.'],
    ['utf-16-without-mark', 'The file is UTF-16 text. Save it as "CSV UTF-8" and import it again.'],
    ['latin-1', 'The file is not UTF-8 text. Save it as "CSV UTF-8" and import it again.'],
    ['cut-character', 'The file is not UTF-8 text. Save it as "CSV UTF-8" and import it again.'],
    ['image', 'The file is not UTF-8 text. Save it as "CSV UTF-8" and import it again.'],
    ['unclosed-quote', 'Row 3 (line 3): a quote is opened and never closed.'],
    ['unclosed-quote-midway', 'a quote before it was never closed'],
    ['stray-quote', 'Row 3 (line 4): a quote stands in a cell that is not quoted.'],
    ['missing-columns', 'Columns missing in the first row: start_date, cta_url'],
    ['column-twice', 'Columns that come twice in the first row: title'],
  ])('%s.csv', async (name, message) => {
    await expect(importFile(fixture(name))).rejects.toThrow(message)
    expect(await listDeals()).toEqual({ deals: [], entries: [] })
  })
})

test('a row with too few or too many cells is left out, one with empty cells too many is not', async () => {
  const { created, errors } = await importFile(fixture('uneven-rows'))
  expect(errors).toEqual([
    '2 row: The row has 17 cells, the header has 18',
    '4 row: The row has 19 cells, the header has 18',
  ])
  expect(created).toBe(1)
})
