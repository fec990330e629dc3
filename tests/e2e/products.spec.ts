import { makeDeal } from '#tests/factories'
import { makeProductPair } from '#tests/staff-factories'
import { db } from '~/db/database.server'
import { expect, test } from './fixtures'

/** Two products of a vendor, the first with two offers, suggested as one. */
async function makePair() {
  const code = crypto.randomUUID().slice(0, 8)
  const vendor_name = `Vellum ${code}`
  const deal = await makeDeal({ title: `Murmurist ${code}`, vendor_name })
  const sister = await makeDeal({ title: `Murmurist Round ${code}`, vendor_name, product_id: deal.product_id })
  const other = await makeDeal({ title: `Murmurist AI ${code}`, vendor_name })
  await makeProductPair(deal.product_id, other.product_id)
  return { code, deal, sister, other }
}

test('a manager marks two products as different, renames one and moves an offer to another product', async ({
  page,
  signInAs,
}) => {
  const { code, deal, sister, other } = await makePair()
  await signInAs({ role: 'MANAGER' })
  await page.goto('/admin/products?suggestions=all')
  const pair = page.getByRole('listitem').filter({ hasText: other.title })
  await expect(pair).toContainText('100% alike')
  await expect(pair).toContainText('same vendor')
  await expect(pair.getByRole('link', { name: 'Compare' })).toHaveAttribute(
    'href',
    `/admin/merge/product/${other.product_id}?into=${deal.product_id}`,
  )
  await pair.getByRole('button', { name: 'Not the same' }).click()
  await expect(page.getByText('Remembered as different products')).toBeAttached()
  await expect(pair).toHaveCount(0)

  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Products' }).click()
  await page.getByRole('searchbox', { name: 'Search by product or vendor' }).fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('row', { name: deal.title })).toContainText('2 (2 open)')
  await page.getByRole('link', { name: deal.title, exact: true }).click()

  await page.getByLabel('Website').fill('not an address')
  await page.getByLabel('Name', { exact: true }).fill(`Murmurist Suite ${code}`)
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByRole('link', { name: 'Website must be a full web address' })).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(`Murmurist Suite ${code}`)
  await page.getByLabel('Website').fill('https://murmurist.example/')
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Murmurist Suite ${code}` })).toBeVisible()

  await page.getByRole('link', { name: `Move ${sister.title}` }).click()
  await page.getByRole('searchbox', { name: 'Find the product' }).fill(`ai ${code}`)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByLabel('Move it to')).toHaveValue(other.product_id)
  await page.getByRole('button', { name: 'Move Offer' }).click()
  await expect(page).toHaveURL(`/admin/products/${other.product_id}`)
  await page.getByRole('link', { name: sister.title, exact: true }).click()
  await expect(page).toHaveURL(`/admin/deals/${sister.id}`)
  await expect(page.getByRole('link', { name: other.title, exact: true })).toBeVisible()
})

test('deciding about a pair that was decided meanwhile shows a notice instead of an error', async ({
  page,
  signInAs,
}) => {
  const { deal, other } = await makePair()
  await signInAs({ role: 'MANAGER' })
  await page.goto(`/admin/products/${deal.product_id}`)
  await db.deleteFrom('deals').where('id', '=', other.id).execute()
  await page.getByRole('button', { name: 'Not the same' }).click()
  await expect(page.getByText('This pair is no longer suggested')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Not the same' })).toHaveCount(0)
})

test('an offer becomes a separate product, and an outdated form says to which product it belongs now', async ({
  page,
  signInAs,
}) => {
  const { deal, sister, other } = await makePair()
  await signInAs({ role: 'MANAGER' })
  await page.goto(`/admin/deals/${sister.id}/move`)
  await page.getByRole('button', { name: 'Move Offer' }).click()
  await expect(page).toHaveURL(`/admin/products/${other.product_id}`)

  await page.goto(`/admin/deals/${sister.id}/move`)
  await db.updateTable('deals').set({ product_id: deal.product_id }).where('id', '=', sister.id).execute()
  await page.getByLabel('Move it to').selectOption('A new product of its own')
  await page.getByRole('button', { name: 'Move Offer' }).click()
  await expect(page.getByText('Someone else has moved this offer in the meantime.')).toBeVisible()
  await page.goto(`/admin/deals/${sister.id}/move`)
  await page.getByLabel('Move it to').selectOption('A new product of its own')
  await page.getByRole('button', { name: 'Move Offer' }).click()
  await expect(page.getByRole('heading', { level: 1, name: sister.title })).toBeVisible()
})
