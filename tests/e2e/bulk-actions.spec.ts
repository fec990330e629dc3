import { sql } from 'kysely'
import { insertDeals, makeCategory, makeDeal, makePlatform } from '#tests/factories'
import { db } from '~/db/database.server'
import { changeDealsInBulk } from '~/features/staff/bulk/bulk.server'
import { expect, hydrated, test } from './fixtures'

const MANY = 520

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

/** This site has no worker, so the test runs the job itself, and removes it as the worker does. */
async function runJobOf(personId: string) {
  const { rows } = await sql<{ payload: Parameters<typeof changeDealsInBulk>[0] }>`
    select payload from graphile_worker._private_jobs where payload ->> 'actor_id' = ${personId}`.execute(db)
  await changeDealsInBulk(rows[0]!.payload)
  await sql`delete from graphile_worker._private_jobs where payload ->> 'actor_id' = ${personId}`.execute(db)
}

test('an admin changes everything that matches, is asked again when it changed, and sees the progress @both', async ({
  page,
  signInAs,
}) => {
  test.slow()
  const category = await makeDrafts(MANY)
  const admin = await signInAs({ role: 'ADMIN', name: 'Ingrid Bulk' })
  await page.goto(`/admin/deals?category=${category.slug}`)
  const matching = page.getByLabel(`Select all ${MANY} matching`)
  await matching.check()
  await page.getByRole('button', { name: 'Set status' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(`Set the status of ${MANY} deals?`)
  await expect(page.getByText(`All that match: Category “${category.name}”`)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: /^Draft 1$/ })).toBeVisible()
  await expect(page.getByText(`and ${MANY - 10} more`)).toBeVisible()
  await hydrated(page)

  // Nobody chose a status yet, and meanwhile the list gets another deal.
  await page.getByRole('button', { name: `Set the status of ${MANY} deals` }).click()
  await expect(page.getByRole('link', { name: 'Status is required.' })).toBeVisible()
  await hydrated(page)
  await makeDeal({ category_id: category.id, published: false, created_at: new Date('2020-01-02') })
  await page.getByLabel('New status').selectOption('EXPIRED')
  await page.getByRole('button', { name: `Set the status of ${MANY} deals` }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'nothing was done' })).toBeVisible()
  await expect(heading).toHaveText(`Set the status of ${MANY + 1} deals?`)
  await hydrated(page)
  await expect(page.getByLabel('New status')).toHaveValue('EXPIRED')
  await page.getByRole('button', { name: `Set the status of ${MANY + 1} deals` }).click()

  await expect(page.getByText(`Setting the status of ${MANY + 1} deals…`)).toBeVisible()
  await expect(page).toHaveURL(`/admin/deals?category=${category.slug}`)
  await runJobOf(admin.id)
  // With and without scripts the page loads its data again.
  await expect(page.getByText('Setting the status of')).toHaveCount(0)
  await expect(page.getByRole('row').nth(1)).toContainText('Expired')

  await page.goto(`/admin/audit?action=deals.set-status&who=${admin.id}`)
  await expect(page.getByRole('row').nth(1)).toContainText('Ingrid Bulk set the status of')
  await expect(page.getByRole('row').nth(1)).toContainText(`search: category=${category.slug}`)
})

test('an admin deletes selected deals after a question that names them, and a manager cannot', async ({
  page,
  signInAs,
}) => {
  const name = `Bulkfell ${crypto.randomUUID().slice(0, 8)}`
  await makeDeal({ title: `${name} one` })
  await makeDeal({ title: `${name} two` })
  await signInAs({ role: 'MANAGER' })
  await page.goto(`/admin/deals?${new URLSearchParams({ q: name })}`)
  await expect(page.getByRole('button', { name: 'Set category' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0)

  await signInAs({ role: 'ADMIN' })
  await page.goto(`/admin/deals?${new URLSearchParams({ q: name })}`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Select at least one deal.').filter({ visible: true }).first()).toBeVisible()
  await hydrated(page)
  await page.getByLabel(`Select ${name} two`).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete 1 deal?')
  await expect(page.getByRole('listitem').filter({ hasText: `${name} two` })).toBeVisible()
  await hydrated(page)
  await page.getByRole('button', { name: 'Delete 1 deal' }).click()
  await expect(page.getByText('1 deal deleted').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(`${name} one`) })).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(`${name} two`) })).toHaveCount(0)
})

test('selecting everything that matches selects the rows of the page too', async ({ page, signInAs }) => {
  const name = `Bulkhall ${crypto.randomUUID().slice(0, 8)}`
  await makeDeal({ title: name })
  await signInAs({ role: 'MANAGER' })
  await page.goto(`/admin/deals?${new URLSearchParams({ q: name })}`)
  const [matching, row] = [page.getByLabel('Select all 1 matching'), page.getByLabel(`Select ${name}`)]
  await matching.check()
  await expect(row).toBeChecked()
  await expect(row).toBeDisabled()
  await matching.uncheck()
  await expect(row).not.toBeChecked()
  await expect(row).toBeEnabled()
})
