import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { importRows, makeCategoryAndPlatform, makeRow, type Row } from '../csv-files'

// A long file in which every pair of faults occurs, and now and then a row for the same offer as the row before.

/** Cells that break one rule each, by the column that the error names. */
const FAULTS = {
  title: { title: ' ' },
  vendor_name: { vendor_name: '' },
  category: { category: 'Astronomy' },
  platform: { platform: 'Unknown shelf' },
  start_date: { start_date: '2026-02-30' },
  end_date: { end_date: '2025-12-31' },
  cta_url: { cta_url: 'not an address' },
  hero_image_url: { hero_image_url: 'ftp://pictures.example/one.png' },
  video_url: { video_url: 'films' },
  summary: { summary: 's'.repeat(501) },
  tags: { tags: Array.from({ length: 21 }, (_, at) => `tag-${at}`).join('|') },
} satisfies Record<string, Row>
const columns = Object.keys(FAULTS) as (keyof typeof FAULTS)[]
const faulty = columns.flatMap((one, at) => columns.slice(at).map((other) => [...new Set([one, other])]))

const ROWS = 600
const sound = (at: number) =>
  makeRow({ title: `Deal ${at}`, cta_url: `https://shop.example/${at}`, end_date: '2026-06-30' })
const rows = Array.from({ length: ROWS }, (_, at): { cells: Row; faults: string[]; isRepeat?: boolean } => {
  const faults = at % 4 === 0 ? faulty[(at / 4) % faulty.length]! : []
  // The end is before the start only where there is a start.
  const wrong = faults.includes('start_date') ? faults.filter((column) => column !== 'end_date') : faults
  if (faults.length > 0)
    return { cells: Object.assign(sound(at), ...faults.map((column) => FAULTS[column])), faults: wrong }
  if (at % 25 === 2 && (at - 1) % 4 !== 0)
    return { cells: { ...sound(at - 1), summary: `Once more, in row ${at}` }, faults, isRepeat: true }
  return { cells: sound(at), faults }
})
const file = rows.map(({ cells }) => cells)
const failed = rows.filter(({ faults }) => faults.length > 0).length
const repeats = rows.filter(({ isRepeat }) => isRepeat).length

beforeEach(makeCategoryAndPlatform)

test('rows that break a rule are reported by row and column, and all others are imported', async () => {
  const summary = await importRows(file)

  const created = ROWS - failed - repeats
  expect(summary).toMatchObject({ rows: ROWS, created, updated: 0, unchanged: 0, failed: failed + repeats })
  const reported = rows.map((_, at) =>
    summary.errors
      .flatMap((error) =>
        /^(\d+) (\w+): /.exec(error)!.slice(1, 3)[0] === String(at + 2) ? [/^\d+ (\w+)/.exec(error)![1]!] : [],
      )
      .sort(),
  )
  const expected = rows.map(({ faults }, at) => (rows[at + 1]?.isRepeat ? ['row'] : [...faults].sort()))
  expect(reported).toEqual(expected)
  const stored = await db
    .selectFrom('deals')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirst()
  expect(stored).toEqual({ count: created })
})

test('a second import of the same file changes nothing', async () => {
  const first = await importRows(file)
  const before = await db.selectFrom('deals').selectAll().orderBy('id').execute()

  const second = await importRows(file)

  expect(second).toMatchObject({ created: 0, failed: first.failed })
  expect(await db.selectFrom('deals').selectAll().orderBy('id').execute()).toEqual(before)
})
