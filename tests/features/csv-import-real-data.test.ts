import fs from 'node:fs'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { importCategories, importPlatforms } from '~/features/staff/csv-import/import-taxonomies.server'
import { importFile } from '../csv-files'

// Thousands of real deals, which are not part of the repository; the tests run only where the file exists.
const folder = path.resolve('../shared/data')
const isThere = fs.existsSync(path.join(folder, 'deals-real.csv'))
const at = (name: string) => path.join(folder, name)

/** The expected outcome of each row, computed with rules written for this file alone. */
function expectations() {
  const read = (name: string): Record<string, string>[] => parse(fs.readFileSync(at(name)), { columns: true })
  const known = (name: string) => new Set(read(name).flatMap((one) => [one.slug!, one.name!.toLowerCase()]))
  const categories = known('categories.csv')
  const platforms = known('platforms.csv')
  const isUrl = (value: string) => /^https?:\/\/\S+$/.test(value)
  const isDay = (value: string) =>
    /^\d{4}-\d\d-\d\d$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(value).toISOString().startsWith(value)

  const invalidRows = new Map<number, string[]>()
  const bySlug = new Map<string, number>()
  for (const [index, deal] of read('deals-real.csv').entries()) {
    const wrong = new Set<string>()
    for (const name of ['title', 'vendor_name', 'start_date', 'cta_url']) if (!deal[name]!.trim()) wrong.add(name)
    if (!categories.has(deal.category!.toLowerCase())) wrong.add('category')
    if (!platforms.has(deal.platform!.toLowerCase())) wrong.add('platform')
    for (const name of ['cta_url', 'hero_image_url', 'video_url']) if (deal[name] && !isUrl(deal[name])) wrong.add(name)
    for (const name of ['start_date', 'end_date']) if (deal[name] && !isDay(deal[name])) wrong.add(name)
    if (!wrong.has('end_date') && deal.end_date && deal.start_date && deal.end_date < deal.start_date)
      wrong.add('end_date')
    if (new Set(deal.tags!.split('|').filter(Boolean)).size > 20) wrong.add('tags')
    if ([...deal.summary!].length > 500) wrong.add('summary')
    if (wrong.size > 0) invalidRows.set(index + 2, [...wrong].sort())
    else {
      const slug =
        deal.slug ||
        deal
          .title!.toLowerCase()
          .replace(/[^a-z0-9]+/g, '-')
          .replace(/^-|-$/g, '')
      bySlug.set(slug, (bySlug.get(slug) ?? 0) + 1)
    }
  }
  const rows = read('deals-real.csv').length
  return { rows, invalidRows, deals: bySlug.size, repeats: rows - invalidRows.size - bySlug.size }
}

describe.runIf(isThere)('the file of real deals', () => {
  beforeEach(async () => {
    const report = () => expect.unreachable()
    await importCategories(at('categories.csv'), report)
    await importPlatforms(at('platforms.csv'), report)
  })

  test('the real deals are imported except rows that break a rule, reported by row and column', async () => {
    const { rows, invalidRows, deals, repeats } = expectations()

    const summary = await importFile(at('deals-real.csv'))

    expect(summary).toMatchObject({ rows, created: deals, updated: repeats, unchanged: 0, failed: invalidRows.size })
    const told = new Map<number, string[]>()
    for (const error of summary.errors) {
      const [, row, column] = /^(\d+) (\w+): /.exec(error)!
      told.set(Number(row), [...(told.get(Number(row)) ?? []), column!].sort())
    }
    expect(told).toEqual(invalidRows)
    const stored = await db
      .selectFrom('deals')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirst()
    expect(stored).toEqual({ count: deals })
  })

  test('the known errors of the real deals are reported', async () => {
    const { errors } = await importFile(at('deals-real.csv'))
    const rowsOf = (text: string) =>
      errors
        .filter((error) => error.includes(text))
        .map((error) => Number.parseInt(error, 10))
        .sort((a, b) => a - b)

    expect(rowsOf('Platform not found: ')).toEqual([503, 504, 1464, 1728, 1989])
    expect(rowsOf('End date must be')).toEqual([409, 413, 429, 462, 472, 490, 517, 565, 566, 570, 600, 612])
    expect(rowsOf('Category not found: ')).toEqual([])
  })

  test('a second import of the real deals changes nothing', async () => {
    const first = await importFile(at('deals-real.csv'))
    const before = await db.selectFrom('deals').selectAll().orderBy('id').execute()

    const second = await importFile(at('deals-real.csv'))

    expect(second).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: first.created + first.updated,
      failed: first.failed,
    })
    expect(await db.selectFrom('deals').selectAll().orderBy('id').execute()).toEqual(before)
  })
})
