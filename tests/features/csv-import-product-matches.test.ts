import { beforeEach, expect, test } from 'vitest'
import { describeProductMatches } from '~/features/staff/csv-import/product-matches.server'
import { importRows, makeCategoryAndPlatform, makeRow } from '../csv-files'

beforeEach(async () => {
  await makeCategoryAndPlatform()
})

async function matchesOf(...args: Parameters<typeof importRows>) {
  return describeProductMatches((await importRows(...args)).productMatches)
}

const round = (slug: string, start_date: string, given: Parameters<typeof makeRow>[0] = {}) =>
  makeRow({ slug, start_date, ...given })

test('rows that join a stored product by vendor or by link are counted and named', async () => {
  await importRows([makeRow({ title: 'Inkwell' })])
  const rows = [
    round('round-2', '2026-02-01', { title: 'INKWELL – Lifetime Deal', vendor_name: 'Northpane, Inc.' }),
    round('round-3', '2026-03-01', { vendor_name: 'Quietworks', cta_url: 'https://www.inkwell.example/?ref=list' }),
    round('other', '2026-03-01', { vendor_name: 'Mossworks', cta_url: 'https://mossworks.example/' }),
  ]
  expect(await matchesOf(rows)).toEqual([
    '2 new deals join a product as a further offer: row 2 (Inkwell), row 3 (Inkwell)',
  ])
})

test('rows that join the product of an earlier row of the file are named too', async () => {
  const rows = [
    round('round-1', '2026-01-01'),
    makeRow({ title: 'Mossgate', vendor_name: 'Quietworks', cta_url: 'https://mossgate.example/' }),
    round('round-2', '2026-02-01'),
  ]
  expect(await matchesOf(rows)).toEqual(['1 new deal joins a product as a further offer: row 4 (Inkwell)'])
})

test('the same platform and start date make a likely duplicate of a stored deal or of another row', async () => {
  await importRows([makeRow()])
  const rows = [
    round('inkwell-again', '2026-01-05'),
    round('round-2', '2026-02-01'),
    round('round-2-again', '2026-02-01', { vendor_name: 'Northpane Ltd' }),
  ]
  expect(await matchesOf(rows)).toEqual([
    '3 new deals join a product as a further offer: row 2 (Inkwell), row 3 (Inkwell), row 4 (Inkwell)',
    '2 likely duplicates, with the platform and start date of another offer of the product: row 2 (Inkwell), row 4 (Inkwell)',
  ])
})

test('a new product with a name similar to one of the same vendor is named with that product', async () => {
  await importRows([makeRow({ title: 'Inkwell Notes' })])
  const rows = [
    makeRow({ title: 'Inkwell Notes 2' }),
    makeRow({ title: 'Mossgate' }),
    makeRow({ title: 'Inkwell Notes 3', vendor_name: 'Quietworks', cta_url: 'https://quietworks.example/' }),
  ]
  expect(await matchesOf(rows)).toEqual([
    '1 new product looks like one of the same vendor or link: row 2 (Inkwell Notes)',
  ])
})

test('a row that updates its own deal joins nothing and repeats nothing', async () => {
  await importRows([makeRow()])
  expect(await matchesOf([makeRow({ deal_price: '5' })])).toEqual([])
})

test('five rows are named and the rest is counted', async () => {
  const rows = Array.from({ length: 1_210 }, (_, n) => round(`round-${n}`, '2026-01-05'))
  const named = [3, 4, 5, 6, 7].map((row) => `row ${row} (Inkwell)`).join(', ')
  expect(await matchesOf(rows)).toEqual([
    `1,209 new deals join a product as a further offer: ${named} and 1,204 more`,
    `1,209 likely duplicates, with the platform and start date of another offer of the product: ${named} and 1,204 more`,
  ])
})

test('the sentence about near matches says when only the first rows were searched', () => {
  const none = { count: 0, rows: [] }
  const similar = { count: 1, rows: [{ row: 9, name: 'Inkwell' }] }
  expect(describeProductMatches({ joining: none, repeating: none, similar, starting: 2_001 })).toEqual([
    'Of the first 2,000 new products, 1 looks like one of the same vendor or link: row 9 (Inkwell)',
  ])
})
