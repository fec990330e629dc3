import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_MANAGE_SEARCH } from '~/features/catalog/deals/list/managed-search'
import { exportDeals } from '~/features/staff/csv-import/export-deals.server'
import { writeTemplate } from '~/features/staff/csv-import/template.server'
import { escapeCell, unescapeCell } from '~/http/escape'
import { writeCsv } from '~/http/files.server'
import { makeCategoryAndPlatform, readAll } from '../csv-files'
import { makeDeal } from '../factories'

describe('escaping of formula cells', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(1)', "'@SUM(1)"],
    ['\t=1', '"\'\t=1"'],
    ['\r=1', '"\'\r=1"'],
    ['\n=1', '"\'\n=1"'],
    ['\0=1', "'\0=1"],
    ['＝1+1', "'＝1+1"],
    ["'=1", "''=1"],
    ['=1,2', '"\'=1,2"'],
    ['a\t=1', '"a\t=1"'],
    ['a;=1', '"a;=1"'],
    ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
    ['1-1', '1-1'],
    ["'tis", "'tis"],
    ['a=1', 'a=1'],
    ['', ''],
  ])('the cell %j is exported as %j so that no spreadsheet runs it', async (cell, written) => {
    const lines = await readAll(writeCsv(['a', 'b'], [[[cell, 'x']]], { bom: false }))
    expect(lines).toBe(`a,b\r\n${written},x\r\n`)
  })
})

describe('unescaping of formula cells', () => {
  test.each([
    ["'=1+1", '=1+1'],
    ["'\t1", '\t1'],
    ["'\r1", '\r1'],
    ["'\x001", '\x001'],
    ["''=1", "'=1"],
    ["'tis", "'tis"],
    ["'1", "'1"],
    ['=1', '=1'],
  ])('the cell %j is imported as %j', (cell, read) => expect(unescapeCell(cell)).toBe(read))

  test('a cell with several apostrophes survives an export and an import', () =>
    expect(unescapeCell(escapeCell("'''=1"))).toBe("'''=1"))
})

describe('downloads read by another CSV parser', () => {
  beforeEach(async () => {
    await makeCategoryAndPlatform()
  })
  const HOSTILE = { title: '=cmd|"x"!A1', summary: 'a\t=1, "b"; c', vendor_name: '-Northpane' }

  // Strict: throws for a row with another number of cells or a misplaced quote.
  const read = (csv: string): string[][] => parse(csv, { bom: true })

  test('the CSV template has the 18 specified columns in their order, and 37 with all columns', async () => {
    const [header, first, second] = read(await readAll(writeTemplate({ hasAllColumns: false })))
    expect(header!.join(', ')).toBe(
      'title, slug, vendor_name, category, platform, summary, description, original_price, deal_price, currency, ' +
        'start_date, end_date, tags, cta_url, hero_image_url, video_url, pros, cons',
    )
    expect(first![6]).toBe('One board per week.\nExports to any calendar.')
    expect(second![0]).toBe('Tallowbase')

    const [all, ...rows] = read(await readAll(writeTemplate({ hasAllColumns: true })))
    expect(all).toHaveLength(37)
    expect(all).toEqual(
      expect.arrayContaining([
        'regular_price_period',
        'deal_price_period',
        'discount_percent',
        'plans',
        'confirmed_on',
      ]),
    )
    expect(rows).toHaveLength(2)
  })

  test('the exported deals are parsed with their formula cells escaped', async () => {
    await makeDeal({ ...HOSTILE, description: '\u00a0@one\n+two', tags: ['=a'] })
    const [header, row] = read(await readAll(exportDeals(DEFAULT_MANAGE_SEARCH)))
    const cells = Object.fromEntries(header!.map((name, place) => [name, row![place]]))
    expect(cells).toMatchObject({
      title: '\'=cmd|"x"!A1',
      summary: 'a\t=1, "b"; c',
      vendor_name: "'-Northpane",
      tags: "'=a",
    })
  })
})
