import { makeChangeLog, makeDeal } from '#tests/factories'
import { db } from '~/db/database.server'
import { expect, test } from './fixtures'

async function makeVendor() {
  const code = crypto.randomUUID().slice(0, 8)
  const name = `Halden ${code}`
  const deal = await makeDeal({ title: `Foldmark ${code}`, vendor_name: name })
  await makeDeal({ title: deal.title, vendor_name: name, product_id: deal.product_id, status: 'EXPIRED' })
  await makeChangeLog({
    deal_id: deal.id,
    status: 'APPROVED',
    kind: 'LIMITS',
    affects_owners: 'YES',
    title: `Cap ${code}`,
  })
  await db
    .updateTable('vendors')
    .set({ status: 'ACQUIRED', status_on: '2026-03-04', status_source_url: 'https://halden.example/news' })
    .where('id', '=', deal.vendor_id)
    .execute()
  return { name, deal, path: `/vendors/halden-${code}` }
}

test('a visitor finds a vendor, its offers, its changes and its history', async ({ page }) => {
  const { name, deal, path } = await makeVendor()
  await page.goto(`/deals/${deal.slug}`)
  await page.getByRole('link', { name, exact: true }).first().click()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Acquired on 4 Mar 2026.')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Limits 1 1' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Products and offers' }).getByRole('listitem')).toHaveCount(2)

  await page.getByRole('link', { name: 'All vendors' }).click()
  await page.getByRole('searchbox', { name: 'Search vendors' }).fill(name.toLowerCase())
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText('1 product, 2 offers, 1 open')).toBeVisible()
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page).toHaveURL(path)
})
