import { makeDeal, makeVendor } from '#tests/factories'
import { expect, test } from './fixtures'

test('an admin marks a vendor as acquired after a missing source, then merges it into another one', async ({
  page,
  signInAs,
}) => {
  const code = crypto.randomUUID().slice(0, 8)
  const vendor = await makeVendor({ name: `Moorline ${code}` })
  const other = await makeVendor({ name: `Halden ${code}` })
  const deal = await makeDeal({ vendor_name: vendor.name, vendor_key: `moorline${code}` })
  await signInAs({ role: 'ADMIN' })
  await page.goto('/admin/vendors')
  await page.getByRole('searchbox', { name: 'Search' }).fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('link', { name: vendor.name }).click()

  await expect(page.getByText('one on each published deal')).toBeVisible()
  await page.getByRole('radio', { name: 'Acquired' }).check()
  await page.getByLabel('Since').fill('2026-03-01')
  await page.getByRole('button', { name: 'Save Vendor' }).click()
  await expect(page.getByRole('link', { name: 'Source is required.' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Acquired' })).toBeChecked()
  await expect(page.getByLabel('Since')).toHaveValue('2026-03-01')
  await page.getByLabel('Source').fill('https://news.example/acquired')
  await page.getByRole('button', { name: 'Save Vendor' }).click()
  await expect(page.getByText('Its status has written 1 change.')).toBeVisible()

  await page.goto(`/admin/vendors/${vendor.id}`)
  await page.getByRole('link', { name: 'Merge', exact: true }).click()
  await page.getByLabel('Find the vendor that stays').fill(`HALDEN ${code.slice(0, 5)}`)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: other.name, exact: true }).click()
  await expect(page).toHaveURL(`/admin/merge/vendor/${vendor.id}?into=${other.id}`)
  await page.getByLabel('These two are the same vendor').check()
  await page.getByRole('button', { name: `Merge into ${other.name}` }).click()
  await expect(page).toHaveURL(`/admin/vendors/${other.id}`)
  await expect(page.getByRole('link', { name: deal.title })).toBeVisible()
})
