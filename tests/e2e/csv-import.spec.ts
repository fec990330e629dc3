import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { makeCategory, makeDeal, makePlatform } from '#tests/factories'
import { makeImport } from '#tests/staff-factories'
import { db } from '~/db/database.server'
import { checkImport, publishImport, runImport } from '~/features/staff/csv-import/import-tasks.server'
import { type RunningWorker, startWorker } from '~/jobs/worker.server'
import { expectNoViolations } from './axe'
import { expect, test } from './fixtures'

let worker: RunningWorker
test.beforeAll(() => {
  worker = startWorker({ check_import: checkImport, run_import: runImport, publish_import: publishImport })
})
test.afterAll(() => worker.stop())

async function check(page: Page, name: string, text: string) {
  await page.goto('/admin/csv-import')
  await page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page).toHaveURL(/\/admin\/csv-import\/[\da-f-]{36}/)
}

const stat = (page: Page, label: string) => page.locator('dl > div', { hasText: label }).locator('dd')

async function download(page: Page, name: string) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()])
  return fs.readFileSync(await file.path(), 'utf8')
}

test('a manager checks a CSV file, imports valid rows, fixes the rest, publishes, exports and imports again @both', async ({
  page,
  signInAs,
}) => {
  await signInAs({ role: 'MANAGER', name: 'Edda' })
  const category = await makeCategory()
  const platform = await makePlatform()
  const mark = `Reedmark ${crypto.randomUUID().slice(0, 8)}`
  const head = 'title;vendor_name;category;platform;start_date;cta_url;deal_price;pros;Partner note\r\n'
  const row = (title: string, of: string) =>
    `${title};${mark};${of};${platform.slug};2026-01-05;https://reedmark.example;49;"Quick|""Offline""";x\r\n`

  await check(page, 'november-batch.csv', head + row(`${mark} one`, category.slug) + row(`${mark} two`, 'Astronomy'))
  await expect(page.getByRole('heading', { name: 'Dry run' })).toBeVisible()
  await expect(stat(page, 'To create')).toHaveText('1')
  await expect(page.getByRole('cell', { name: 'Astronomy', exact: true })).toBeVisible()
  await expect(page.getByText('Category not found: Astronomy')).toBeVisible()
  await expect(page.getByText('Unused columns: Partner note')).toBeVisible()
  await expectNoViolations(page)

  await page.getByRole('button', { name: 'Import 1 of 2 deals' }).click()
  await expect(page.locator('[data-stamp]')).toHaveText('Import completed')
  await expect(stat(page, 'Created')).toHaveText('1')
  const failed = await download(page, 'Download failed rows')
  expect(failed).toContain('Category not found: Astronomy')

  await check(page, 'mended.csv', failed.replace('Astronomy', category.slug))
  await page.getByRole('button', { name: 'Import 1 deal' }).click()
  await expect(page.locator('[data-stamp]')).toHaveText('Import completed')
  await page.getByRole('button', { name: 'Publish 1 imported deal' }).click()
  await expect(page.getByRole('button', { name: 'Publish 1 imported deal' })).toHaveCount(0)
  // The button is gone as soon as publishing begins.
  const published = db.selectFrom('deals').select('published').where('title', '=', `${mark} two`)
  await expect.poll(() => published.execute()).toEqual([{ published: true }])
  await page.goto(`/deals?q=${encodeURIComponent(`${mark} two`)}`)
  await expect(page.getByRole('heading', { name: `${mark} two` })).toBeVisible()

  const exported = await page.request.get(`/admin/deals/export?q=${encodeURIComponent(mark)}`)
  expect(exported.headers()['content-disposition']).toMatch(/^attachment; filename="deals-[\d-]+\.csv"$/)
  await check(page, 'again.csv', await exported.text())
  await expect(stat(page, 'To update')).toHaveText('0 2 unchanged')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('This import was canceled')).toBeVisible()

  await page.getByRole('link', { name: 'All imports' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'mended.csv' }).first()).toContainText('Edda')
})

test('the dry run names rows of the same slug and prices above the original price, and accepts a sep= line', async ({
  page,
  signInAs,
}) => {
  await signInAs({ role: 'MANAGER' })
  const [category, platform] = await Promise.all([makeCategory(), makePlatform()])
  const slug = `reedmark-${crypto.randomUUID().slice(0, 8)}`
  const row = (slug: string, before: string, after: string) => [
    'Reedmark',
    slug,
    'Northpane',
    category.slug,
    platform.slug,
    '2026-01-05',
    'https://reedmark.example',
    before,
    after,
  ]
  const rows = [
    ['title', 'slug', 'vendor_name', 'category', 'platform', 'start_date', 'cta_url', 'original_price', 'deal_price'],
    row(slug, '49', '59'),
    row(`${slug}-2`, '49', '39'),
    row(slug, '49', '59.50'),
    row(`${slug}-3`, '1', '2'),
    [...row(`${slug}-4`, '9', '9'), 'surplus'],
  ]

  await check(page, 'november.tsv', `sep=\t\r\n${rows.map((cells) => cells.join('\t')).join('\r\n')}`)

  await expect(page.getByText('2 deals have a price above their original price (rows 4, 5)')).toBeVisible()
  await expect(page.getByText('The same offer is in row 4.')).toBeVisible()
  await expect(
    page.getByText('Row has 10 cells, but the header has 9 columns. Check for an unquoted tab.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Import 3 of 5 deals' }).click()
  await expect(page.locator('[data-stamp]')).toHaveText('Import completed')
  await expect(stat(page, 'Created')).toHaveText('3')
  await expect(page.getByText('above their original price')).toHaveCount(0)
})

test('a file that is not CSV or is empty is rejected with a reason', async ({ page, signInAs }) => {
  await signInAs({ role: 'ADMIN' })
  const template = await page.request.get('/admin/csv-import/template')
  expect(template.headers()['content-disposition']).toMatch(/^attachment; filename="?deals-template\.csv/)
  expect((await template.text()).trim().split('\r\n')).toHaveLength(3)
  await check(page, 'picture.csv', '\u0089PNG\u0000\u0000')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.goto('/admin/csv-import')
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('') })
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('No data to import')).toBeVisible()
})

test('the progress of a running import is shown in its own box', async ({ page, signInAs }) => {
  const { id: user_id } = await signInAs({ role: 'MANAGER' })
  const { id } = await makeImport({ user_id, status: 'RUNNING', progress: 40, row_count: 100 })
  await page.goto(`/admin/csv-import/${id}`)
  const heading = await page.getByRole('heading', { name: 'Importing' }).boundingBox()
  const bar = await page.getByRole('progressbar').boundingBox()
  expect(bar!.y).toBeGreaterThan(heading!.y)
  expect(bar!.x).toBeGreaterThanOrEqual(heading!.x - 1)
})

test('a manager imports the right rows of a file with past changes, which the deal page marks', async ({
  page,
  signInAs,
}) => {
  const deal = await makeDeal({ slug: `reedmark-${crypto.randomUUID().slice(0, 8)}` })
  const row = (slug: string, price: string) => `${slug},PRICE,2019-11-29,49,${price},yes\r\n`
  const text = `deal_slug,kind,date,old_value,new_value,affects_owners\r\n${row(deal.slug, '24.50')}${row('nowhere', '9')}`
  await signInAs({ role: 'MANAGER' })
  await page.goto('/admin/csv-import')
  await page.getByRole('link', { name: 'Verified changes' }).click()
  await expect(page.getByRole('link', { name: 'Download Template' })).toHaveAttribute(
    'download',
    'changes-template.csv',
  )
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'changes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(stat(page, 'New changes')).toHaveText('1')
  await expect(stat(page, 'Of them prices')).toHaveText('1')
  await expect(page.getByText('deal_slug “nowhere” is not a deal.')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Import 1 of 2 changes' }).click()
  await expect(stat(page, 'Changes imported')).toHaveText('1')

  await page.goto(`/deals/${deal.slug}/changes`)
  const entry = page.getByRole('listitem').filter({ hasText: 'Price changed from $49.00 to $24.50' })
  await expect(entry).toContainText('Entered from a file')
  await expect(entry).toContainText('Effective 29 Nov 2019')
})
