import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { insertDeals, makeCategory, makeDeal, makePlatform } from '#tests/factories'
import { makeImport } from '#tests/staff-factories'
import { checkImport, runImport } from '~/features/staff/csv-import/run-import.server'
import { type RunningWorker, startWorker } from '~/jobs/worker.server'
import { expect, hydrated, said, test, unique } from './fixtures'

let worker: RunningWorker
test.beforeAll(() => {
  worker = startWorker({ check_import: checkImport, run_import: runImport })
})
test.afterAll(() => worker.stop())

async function check(page: Page, name: string, text: string, path = '/admin/csv-import') {
  await page.goto(path)
  await page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page).toHaveURL(/\/admin\/csv-import\/[\da-f-]{36}/)
}

const stat = (page: Page, label: string) => page.locator('dl > div', { hasText: label }).locator('dd')

async function download(page: Page, name: string) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()])
  return fs.readFileSync(await file.path(), 'utf8')
}

test('a manager imports deals from a file, fixes what failed, exports them again, and imports past changes @both', async ({
  page,
  signInAs,
}) => {
  const { id: user_id } = await signInAs({ role: 'MANAGER', name: 'Edda' })
  const [category, platform, mark] = [await makeCategory(), await makePlatform(), unique('Reedmark')]
  const head = 'title;vendor_name;category;platform;start_date;cta_url;deal_price;pros;Partner note\r\n'
  const row = (title: string, of: string) =>
    `${title};${mark};${of};${platform.slug};2026-01-05;https://reedmark.example;49;"Quick|""Offline""";x\r\n`
  const isCompleted = () => expect(page.locator('[data-stamp]')).toHaveText('Import completed')
  const press = (name: string) => page.getByRole('button', { name }).click()
  let failed = ''

  await test.step('the dry run names the row that fails, and the other one is imported', async () => {
    await check(page, 'november-batch.csv', head + row(`${mark} one`, category.slug) + row(`${mark} two`, 'Astronomy'))
    await expect(page.getByRole('heading', { name: '1 deal can go in' })).toBeVisible()
    await expect(stat(page, 'New deals')).toHaveText('1')
    await expect(page.getByRole('cell', { name: 'Astronomy', exact: true })).toBeVisible()
    await expect(page.getByText('Category not found: Astronomy')).toBeVisible()
    await expect(page.getByText('1 row Category not found')).toBeVisible()
    await expect(page.getByText('Unused columns: Partner note')).toBeVisible()
    await press('Import 1 of 2 deals')
    await isCompleted()
    await expect(stat(page, 'Created')).toHaveText('1')
    failed = await download(page, 'Download failed rows')
    expect(failed).toContain('Category not found: Astronomy')
  })

  await test.step('the file of failed rows is imported once it is mended, and published', async () => {
    await check(page, 'mended.csv', failed.replace('Astronomy', category.slug))
    await press('Import 1 deal')
    await isCompleted()
    await page.getByRole('link', { name: 'Publish 1 deal' }).click()
    await expect(page.getByText('All that match: Published “Draft”, Import “mended.csv”')).toBeVisible()
    await hydrated(page)
    await press('Publish 1 deal')
    await expect(said(page, '1 deal published')).toBeVisible()
    await page.goto(`/deals?q=${encodeURIComponent(`${mark} two`)}`)
    await expect(page.getByRole('heading', { name: `${mark} two` })).toBeVisible()
  })

  await test.step('a file with other headings is imported after a choice of its columns, and creates its category', async () => {
    // The choice is remembered for the same headings.
    const [sort, heading] = [unique('Herbals'), unique('Sort')]
    await check(page, 'foreign.csv', `Tool,Website,${heading}\r\n${mark} herb,https://herb.example,${sort}\r\n`)
    await expect(page.getByRole('heading', { name: 'Which column is which?' })).toBeVisible()
    await expect(page.getByText('Recognized: Tool')).toBeVisible()
    await hydrated(page)
    await page.getByLabel('Category required').selectOption({ label: heading })
    await page.getByLabel('Start date required').selectOption('value')
    await page.getByLabel('Start date for every row').fill('today')
    await press('Check the rows')
    await expect(page.getByRole('link', { name: 'Choose a column or a value.' })).toBeVisible()
    await hydrated(page)
    await page.getByLabel('Platform required').selectOption('value')
    await page.getByLabel('Platform for every row').selectOption(platform.slug)
    await press('Check the rows')
    await expect(page.getByRole('heading', { name: '0 deals can go in' })).toBeVisible()
    await hydrated(page)
    await page.getByLabel('Create 1 category').check()
    await press('Check again')
    await expect(stat(page, 'New deals')).toHaveText('1')
    await press('Import 1 deal')
    await isCompleted()
    await page.goto(`/categories/${sort.toLowerCase().replace(' ', '-')}`)
    await expect(page.getByRole('heading', { name: sort })).toBeVisible()
  })

  await test.step('an export changes nothing when it is imported again', async () => {
    const exported = await page.request.get(`/admin/deals/export?q=${encodeURIComponent(mark)}`)
    expect(exported.headers()['content-disposition']).toMatch(/^attachment; filename="deals-[\d-]+\.csv"$/)
    await check(page, 'again.csv', await exported.text())
    await expect(stat(page, 'Unchanged')).toHaveText('3')
    await press('Cancel')
    await expect(page.getByText('This import was canceled')).toBeVisible()
    await page.getByRole('link', { name: 'All imports' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'mended.csv' }).first()).toContainText('Edda')
  })

  await test.step('changes of the past are imported, and the page of the deal says that they are from a file', async () => {
    const deal = await makeDeal()
    const change = (slug: string, price: string) => `${slug},PRICE,2019-11-29,49,${price},yes\r\n`
    const text = `deal_slug,kind,date,old_value,new_value,affects_owners\r\n${change(deal.slug, '24.50')}${change('nowhere', '9')}`
    await page.goto('/admin/csv-import')
    await page.getByRole('link', { name: 'Verified changes' }).click()
    const template = page.getByRole('link', { name: 'Download Template' })
    await expect(template).toHaveAttribute('download', 'changes-template.csv')
    await check(page, 'changes.csv', text, page.url())
    await expect(stat(page, 'New changes')).toHaveText('1')
    await expect(stat(page, 'Of them prices')).toHaveText('1')
    await expect(page.getByText('deal_slug “nowhere” is not a deal.')).toBeVisible()
    await press('Import 1 of 2 changes')
    await expect(stat(page, 'Changes imported')).toHaveText('1')
    await page.goto(`/deals/${deal.slug}/changes`)
    const entry = page.getByRole('listitem').filter({ hasText: 'Price changed from $49.00 to $24.50' })
    await expect(entry).toContainText('Entered from a file')
    await expect(entry).toContainText('Effective 29 Nov 2019')
  })

  await test.step('the progress of a running import is in its own box', async () => {
    const { id } = await makeImport({ user_id, status: 'RUNNING', progress: 40, row_count: 100 })
    await page.goto(`/admin/csv-import/${id}`)
    const heading = (await page.getByRole('heading', { name: 'Importing' }).boundingBox())!
    const bar = (await page.getByRole('progressbar').boundingBox())!
    expect(bar.y).toBeGreaterThan(heading.y)
    expect(bar.x).toBeGreaterThanOrEqual(heading.x - 1)
  })
})

const MANY = 40

/** Old drafts, so that the lists of other tests stay as they are. */
async function makeDrafts(count: number) {
  const [category, platform] = [await makeCategory(), await makePlatform()]
  await insertDeals(
    Array.from({ length: count }, (_, index) => ({
      title: `Draft ${index + 1}`,
      slug: `${category.slug}-${index + 1}`,
      vendor_name: 'Northpane',
      category_id: category.id,
      platform_id: platform.id,
      start_date: '2020-01-01',
      cta_url: 'https://vendor.example/',
      created_at: new Date(Date.UTC(2020, 0, 1) - 60_000 * (index + 1)),
      published: false,
    })),
  )
  return category
}

test('an admin changes everything that matches, is asked again when it changed, and deletes what is selected @both', async ({
  page,
  signInAs,
  hasScripts,
}) => {
  const admin = await signInAs({ role: 'ADMIN', name: 'Ingrid Bulk' })
  const heading = page.getByRole('heading', { level: 1 })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  await test.step('the status of more deals than a page has', async () => {
    const category = await makeDrafts(MANY)
    await page.goto(`/admin/deals?category=${category.slug}`)
    const [matching, row] = [
      page.getByLabel(`Select all ${MANY} matching`),
      page.getByLabel('Select Draft 1', { exact: true }),
    ]
    await matching.check()
    if (hasScripts) {
      // The rows of the page are selected too.
      await expect(row).toBeChecked()
      await expect(row).toBeDisabled()
      await matching.uncheck()
      await expect(row).not.toBeChecked()
      await expect(row).toBeEnabled()
      await matching.check()
    }
    await press('Set status')
    await expect(heading).toHaveText(`Set the status of ${MANY} deals?`)
    await expect(page.getByText(`All that match: Category “${category.name}”`)).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: /^Draft 1$/ })).toBeVisible()
    await expect(page.getByText(`and ${MANY - 10} more`)).toBeVisible()
    await hydrated(page)

    // No status is chosen at first. Then another deal matches before the form is sent again.
    await press(`Set the status of ${MANY} deals`)
    await expect(page.getByRole('link', { name: 'Status is required.' })).toBeVisible()
    await hydrated(page)
    await makeDeal({ category_id: category.id, published: false, created_at: new Date('2020-01-02') })
    await page.getByLabel('New status').selectOption('EXPIRED')
    await press(`Set the status of ${MANY} deals`)
    await expect(page.getByRole('alert').filter({ hasText: 'nothing was done' })).toBeVisible()
    await expect(heading).toHaveText(`Set the status of ${MANY + 1} deals?`)
    await hydrated(page)
    await expect(page.getByLabel('New status')).toHaveValue('EXPIRED')
    await press(`Set the status of ${MANY + 1} deals`)
    await expect(page).toHaveURL(`/admin/deals?category=${category.slug}`)
    await expect(said(page, `${MANY + 1} deals set to Expired`)).toBeVisible()
    await expect(page.getByRole('row').nth(1)).toContainText('Expired')
    await page.goto(`/admin/audit?action=deals.set-status&who=${admin.id}`)
    await expect(page.getByRole('row').nth(1)).toContainText('Ingrid Bulk set the status of')
    await expect(page.getByRole('row').nth(1)).toContainText(`search: category=${category.slug}`)
  })

  await test.step('the deletion of one of two deals, after a question that names it', async () => {
    const name = unique('Bulkfell')
    for (const one of ['one', 'two']) await makeDeal({ title: `${name} ${one}` })
    await page.goto(`/admin/deals?${new URLSearchParams({ q: name })}`)
    await press('Delete')
    await expect(said(page, 'Select at least one deal.')).toBeVisible()
    await hydrated(page)
    await page.getByLabel(`Select ${name} two`).check()
    await press('Delete')
    await expect(heading).toHaveText('Delete 1 deal?')
    await expect(page.getByRole('listitem').filter({ hasText: `${name} two` })).toBeVisible()
    await hydrated(page)
    await press('Delete 1 deal')
    await expect(said(page, 'Deal deleted successfully')).toBeVisible()
    await expect(page.getByRole('row', { name: new RegExp(`${name} one`) })).toBeVisible()
    await expect(page.getByRole('row', { name: new RegExp(`${name} two`) })).toHaveCount(0)
  })
})
