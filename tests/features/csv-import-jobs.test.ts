import { spawn } from 'node:child_process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { listManagedDeals } from '~/features/catalog/deals/list/managed-deals.server'
import { DEFAULT_MANAGE_SEARCH } from '~/features/catalog/deals/list/managed-search'
import { listManagedNames } from '~/features/staff/bulk/managed-names.server'
import { fileOnDisk } from '~/features/staff/csv-import/import-files.server'
import { countDrafts, listRows, writeFailedRows } from '~/features/staff/csv-import/import-reports.server'
import { ImportStopped } from '~/features/staff/csv-import/import-rows.server'
import { cancelImport, cleanUpImports, receiveFile, startImport } from '~/features/staff/csv-import/imports.server'
import { writeImport } from '~/features/staff/csv-import/run-import.server'
import { type RunningWorker, startWorker } from '~/jobs/worker.server'
import * as page from '~/routes/admin.csv-import_.$id/route'
import { makeCategoryAndPlatform, makeRow, type Row, toCsv, withFile } from '../csv-files'
import { makeCategory, makeDeal, makePlatform, makeProfile } from '../factories'
import { renderPage, wordsOf } from '../render'

let editor: { id: string }
let worker: RunningWorker | undefined
beforeEach(async () => {
  await makeCategoryAndPlatform()
  editor = await makeProfile({ role: 'MANAGER' })
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
})

async function upload(rows: Row[], columns?: readonly string[]) {
  return withFile(toCsv(rows, { columns }), (file) =>
    receiveFile(editor, { name: 'batch.csv', source: fileOnDisk(file), kind: 'deals' }),
  )
}

const find = (id: string) => db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function until(id: string, status: string) {
  worker ??= startWorker()
  await expect.poll(async () => (await find(id)).status, { interval: 50 }).toBe(status)
  return find(id)
}

const countDeals = async () => {
  const found = await db
    .selectFrom('deals')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return found.count
}

test('a CSV file is checked without changing deals, imported, published and removed', async () => {
  const live = await makeDeal({ slug: 'inkwell', title: 'Inkwell', status: 'EXPIRED', summary: 'Old' })
  const id = await upload([
    makeRow({ slug: 'inkwell', pros: 'Quick' }),
    makeRow({ title: 'Mossgate' }),
    makeRow({ category: 'Astronomy' }),
  ])

  const checked = await until(id, 'CHECKED')
  expect(checked).toMatchObject({ created_count: 1, updated_count: 1, failed_count: 1, row_count: 3 })
  expect(checked).toMatchObject({ summary: { touched: { live: 1, expired: 1 } } })
  const report = { pattern: '/admin/csv-import/:id', path: `/admin/csv-import/${id}`, routes: [page] }
  expect(wordsOf(await renderPage(editor, report))).toContain('1 live deal is in this file')
  expect(await countDeals()).toBe(1)
  expect(await listRows(id, 'failed', 1)).toEqual([
    expect.objectContaining({
      row: 4,
      errors: [{ column: 'category', message: 'Category not found: Astronomy', cause: 'Category not found' }],
    }),
  ])

  expect(await startImport(editor, id)).toBe(true)
  expect(await startImport(editor, id)).toBe(false)
  expect(await until(id, 'DONE')).toMatchObject({
    created_count: 1,
    updated_count: 1,
    failed_count: 1,
  })
  expect(await listRows(id, 'updated', 1)).toMatchObject([{ row: 2, deal_id: live.id, published: false }])
  expect(await db.selectFrom('import_files').select('part').execute()).toEqual([])

  expect(await countDrafts(id)).toBe(2)
  const ofImport = { ...DEFAULT_MANAGE_SEARCH, import: id }
  expect((await listManagedDeals(ofImport)).deals.map(({ title }) => title).sort()).toEqual(['Inkwell', 'Mossgate'])
  expect((await listManagedNames(ofImport)).importedFile).toBe('batch.csv')
  const actions = await db.selectFrom('audit_log').select('action').where('entity_id', '=', id).orderBy('id').execute()
  expect(actions.map(({ action }) => action)).toEqual(['import.started', 'deals.imported'])

  const again = await upload([
    makeRow({ pros: 'Quick' }),
    makeRow({ title: 'Mossgate' }),
    makeRow({ category: 'Astronomy' }),
  ])
  expect(await until(again, 'CHECKED')).toMatchObject({ created_count: 0, updated_count: 0, unchanged_count: 2 })
})

test('a row whose deal was saved, created or deleted after the check fails, and the others are imported', async () => {
  const [saved, deleted] = [await makeDeal({ slug: 'saved' }), await makeDeal({ slug: 'deleted' })]
  const slugs = ['saved', 'deleted', 'created', 'inkwell']
  const id = await upload(slugs.map((slug) => makeRow({ slug, title: `Title ${slug}` })))
  await until(id, 'CHECKED')
  await db.updateTable('deals').set({ summary: 'By staff', version: 7 }).where('id', '=', saved.id).execute()
  await db.deleteFrom('deals').where('id', '=', deleted.id).execute()
  await makeDeal({ slug: 'created' })

  await startImport(editor, id)

  expect(await until(id, 'DONE')).toMatchObject({ created_count: 1, updated_count: 0, failed_count: 3 })
  const errors = [{ column: 'row', message: 'Someone else saved this deal after the check.' }]
  expect(await listRows(id, 'failed', 1)).toMatchObject([2, 3, 4].map((row) => ({ row, errors })))
  const kept = await db.selectFrom('deals').select(['summary', 'version']).where('id', '=', saved.id).execute()
  expect(kept).toEqual([{ summary: 'By staff', version: 7 }])
})

test('a canceled import changes nothing and cannot be started', async () => {
  const id = await upload([makeRow()])
  await until(id, 'CHECKED')
  expect(await cancelImport(editor, id)).toBe(true)
  expect(await startImport(editor, id)).toBe(false)
  expect(await countDeals()).toBe(0)
})

test('an invalid file fails with the reason', async () => {
  const broken = await upload([makeRow()], [...Object.keys(makeRow()), 'title'])
  expect((await until(broken, 'FAILED')).message).toContain('Duplicate columns in the first row')
})

test('a row whose category or platform was deleted or merged after the check fails, and the others are imported', async () => {
  const category = await makeCategory({ name: 'Gone', slug: 'gone' })
  const platform = await makePlatform({ name: 'Gone', slug: 'gone' })
  const id = await upload([
    makeRow(),
    makeRow({ title: 'Mossgate', category: 'gone' }),
    makeRow({ title: 'Quillstack', platform: 'gone' }),
    makeRow({ title: 'Third' }),
  ])
  await until(id, 'CHECKED')
  await db.deleteFrom('categories').where('id', '=', category.id).execute()
  await db.deleteFrom('platforms').where('id', '=', platform.id).execute()

  await startImport(editor, id)

  expect(await until(id, 'DONE')).toMatchObject({ created_count: 2, failed_count: 2 })
  expect(await listRows(id, 'failed', 1)).toMatchObject([
    { row: 3, errors: [{ message: 'The category of this row was deleted or merged after the check.' }] },
    { row: 4, errors: [{ message: 'The platform of this row was deleted or merged after the check.' }] },
  ])
})

test('the failed rows are downloaded as they were, with formulas escaped and an error column', async () => {
  const columns = ['title', 'vendor_name', 'category', 'platform', 'start_date', 'cta_url', 'note']
  const bad = { ...makeRow({ title: "'=SUM(1)", category: 'Astronomy', vendor_name: '' }), note: '+1' }
  const id = await upload([makeRow(), bad], columns)
  const { header } = await until(id, 'CHECKED')
  const lines: string[] = []
  for await (const line of writeFailedRows(id, header)) lines.push(line)
  expect(lines).toEqual([
    '\uFEFFtitle,vendor_name,category,platform,start_date,cta_url,note,error\r\n',
    "'=SUM(1),,Astronomy,stackyard,2026-01-05,https://inkwell.example/deal,'+1," +
      'Vendor name is required. Category not found: Astronomy\r\n',
  ])
})

test('an import whose worker is killed is finished by the next worker, with each row written once and in the order of the file', async () => {
  const rows = Array.from({ length: 7_000 }, (_, n) => makeRow({ title: `Deal ${n}`, pros: 'Quick|Offline' }))
  const id = await upload(rows)
  await until(id, 'CHECKED')
  await worker!.stop()
  worker = undefined

  await startImport(editor, id)
  const victim = spawn(process.execPath, ['--import', 'tsx', 'scripts/worker.ts'], { stdio: 'ignore' })
  const ended = new Promise((resolve) => victim.once('exit', resolve))
  await expect.poll(async () => (await find(id)).written_row, { interval: 5 }).toBeGreaterThan(0)
  victim.kill('SIGKILL')
  await ended
  expect(await countDeals()).toBe((await find(id)).written_row - 1)

  expect(await until(id, 'DONE')).toMatchObject({ created_count: 7_000, updated_count: 0, unchanged_count: 0 })
  expect(await countDeals()).toBe(7_000)
  const newest = await db
    .selectFrom('deals')
    .select('title')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  expect(newest.map(({ title }) => title)).toEqual(rows.map(({ title }) => title))
  const entries = await db
    .selectFrom('deal_pros_cons')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirst()
  expect(entries).toEqual({ count: 14_000 })
})

test('a checked import that is not started is canceled after a week', async () => {
  const id = await upload([makeRow()])
  await until(id, 'CHECKED')
  const old = new Date(Date.now() - 8 * 86_400_000)
  await db.updateTable('imports').set({ created_at: old }).where('id', '=', id).execute()
  await cleanUpImports()
  expect(await find(id)).toMatchObject({ status: 'CANCELLED' })
})

test('the preview of a checked file has its first ten rows', async () => {
  const id = await upload(Array.from({ length: 12 }, (_, row) => makeRow({ title: `Title of row ${row + 1}` })))
  await until(id, 'CHECKED')
  const path = `/admin/csv-import/${id}`
  const html = await renderPage(editor, { pattern: '/admin/csv-import/:id', path, routes: [page] })
  expect(wordsOf(html)).toContain('Preview First 10 rows of 12')
  const preview = html.slice(html.indexOf('aria-label="Preview of the first rows"'))
  const titles = [...preview.slice(0, preview.indexOf('</table>')).matchAll(/Title of row (\d+)/g)]
  expect(titles.map(([, row]) => Number(row))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('an import that is canceled while it is written counts only what was written', async () => {
  const id = await upload([makeRow(), makeRow({ title: 'Mossgate' }), makeRow({ title: '' })])
  await until(id, 'CHECKED')
  await worker!.stop()
  worker = undefined
  await startImport(editor, id)
  await db.updateTable('imports').set({ written_row: 2 }).where('id', '=', id).execute()
  expect(await cancelImport(editor, id)).toBe(true)
  expect(await find(id)).toMatchObject({ status: 'CANCELLED', created_count: 1, failed_count: 1 })
  expect(await writeImport(id).catch((error) => error)).toBeInstanceOf(ImportStopped)
  expect(await countDeals()).toBe(0)
})
