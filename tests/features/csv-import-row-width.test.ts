import fs from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { importPlatforms } from '~/features/staff/csv-import/import-taxonomies.server'
import { importFile, makeCategoryAndPlatform, withFile } from '../csv-files'

const HEADER =
  'title,slug,vendor_name,category,platform,summary,description,original_price,deal_price,currency,start_date,end_date,tags,cta_url,hero_image_url,video_url,pros,cons'
const GOOD = 'Inkwell,,Northpane,writing,stackyard,,,,,,2026-01-05,,,https://inkwell.example,,,,'
const TOO_MANY = 'cells, but the header has 18 columns. Check for an unquoted comma.'
const TOO_FEW =
  'but the header has 18 columns. Check for a line break outside quotes, or a missing comma (an empty cell needs one too).'

beforeEach(async () => {
  await makeCategoryAndPlatform()
})

const importLines = (lines: string[], header = HEADER) => withFile([header, ...lines].join('\n'), importFile)

test.each([
  ['in the title', GOOD.replace('Inkwell', 'Inkwell, the editor')],
  ['in a price', GOOD.replace('stackyard,,,,', 'stackyard,,,1,299,')],
  ['in the last list that has an entry', GOOD.replace(/,$/, 'Quick, small,')],
])('an unquoted comma %s is reported as one error, even if the last cell is empty', async (_, line) => {
  const { created, errors } = await importLines([line])
  expect(errors).toEqual([`2 row: Row has 19 ${TOO_MANY}`])
  expect(created).toBe(0)
})

test('a row with more cells than columns is reported as one error', async () => {
  const { created, errors } = await importLines([`${GOOD}x,y,z`, GOOD])
  expect(errors).toEqual([`2 row: Row has 20 ${TOO_MANY}`])
  expect(created).toBe(1)
})

test('a row with surplus empty cells at the end is imported', async () => {
  expect(await importLines([`${GOOD},`, `${GOOD.replace('Inkwell', 'Mossgate')},,`])).toMatchObject({
    created: 2,
    errors: [],
  })
})

test('unnamed columns at the end of the header are ignored, and other errors are still reported', async () => {
  const { created, errors } = await importLines(
    [`${GOOD},,`, GOOD.replace('Inkwell', 'Mossgate'), `${GOOD.replace('writing', 'Astronomy')},,`],
    `${HEADER},,`,
  )
  expect(errors).toEqual(['4 category: Category not found: Astronomy'])
  expect(created).toBe(2)
})

test('a row split by a line break is reported as two rows with too few cells', async () => {
  const { errors } = await importLines([GOOD.replace('stackyard,', 'stackyard,one\ntwo')])
  expect(errors).toEqual([`2 row: Row has 6 cells, ${TOO_FEW}`, `3 row: Row has 13 cells, ${TOO_FEW}`])
})

test('the error for a wrong number of cells names the delimiter of the file', async () => {
  const semicolons = [HEADER, `${GOOD},x`].join('\n').replaceAll(',', ';')
  const tabs = [HEADER, `${GOOD},x`].join('\n').replaceAll(',', '\t')
  expect((await withFile(semicolons, importFile)).errors[0]).toContain('an unquoted semicolon.')
  expect((await withFile(tabs, importFile)).errors[0]).toContain('an unquoted tab.')
})

test('platform files get the same error for a wrong number of cells', async () => {
  const errors: string[] = []
  await withFile('name,slug,website_url\nDealmint, Inc.,dealmint,\n', (file) =>
    importPlatforms(file, (found) => errors.push(...found.errors.map(({ message }) => message))),
  )
  expect(errors).toEqual(['Row has 4 cells, but the header has 3 columns. Check for an unquoted comma.'])
})

test('the header used in these tests matches the fixtures', () => {
  expect(fs.readFileSync('tests/fixtures/csv/lf.csv', 'utf8').split('\n')[0]).toBe(HEADER)
})
