import { db } from '~/db/database.server'
import { makeDeal, makeReview } from '../factories'
import { expectNoViolationsInEitherTheme } from './axe'
import { expect, test } from './fixtures'

test('staff merge two products after seeing what moves, and each offer keeps its own page', async ({
  page,
  signInAs,
}) => {
  const code = crypto.randomUUID().slice(0, 8)
  const into = await makeDeal({ title: `Murmurist ${code}`, start_date: '2024-01-12' })
  const twin = await makeDeal({ title: `Murmurist AI ${code}`, vendor_name: `Vellum ${code}` })
  const from = await makeDeal({ title: `Murmurist AI ${code}`, vendor_name: `Vellum ${code}` })
  for (const rating of [5, 2]) await makeReview({ deal_id: from.id, rating, status: 'APPROVED' })
  await signInAs({ role: 'MANAGER' })

  await page.goto(`/admin/products/${into.product_id}/merge`)
  await page.getByLabel('Name of the other product').fill(`nothing ${code}`)
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('No product has this name.').first()).toBeVisible()
  await page.getByLabel('Name of the other product').fill(from.title.toUpperCase())
  await page.getByRole('button', { name: 'Compare' }).click()
  const named = page.getByRole('table', { name: 'Products that may be the same' })
  await expect(named.getByRole('link', { name: from.title })).toHaveCount(2)
  await named.locator(`a[href*="${from.product_id}"]`).click()

  await expect(page.getByText('Different vendors. Nothing has happened yet.')).toBeVisible()
  await expect(page.getByRole('row', { name: /^Reviews/ })).toHaveText(/Reviews\s*0\s*2\s*2/)
  await expect(page.getByRole('row', { name: /^Vendors differ/ })).toContainText(`Vellum ${code}`)
  await expect(page.getByRole('region', { name: 'What happens' })).toContainText('1 offer, drafts included')
  await page.getByRole('link', { name: 'Keep the other one' }).click()
  await expect(page.getByRole('button', { name: `Merge into ${from.title}` })).toBeVisible()
  await page.getByRole('link', { name: 'Keep the other one' }).click()
  await page.getByLabel('These two are the same product.').check()
  await page.getByRole('button', { name: `Merge into ${into.title}`, exact: true }).click()
  await expect(page).toHaveURL(`/admin/products/${into.product_id}`)
  await expect(page.getByText('Products merged').filter({ visible: true }).first()).toBeVisible()
  for (const { slug } of [into, from]) {
    await page.goto(`/deals/${slug}`)
    await expect(page).toHaveURL(`/deals/${slug}`)
  }
  const { product_id } = await db
    .selectFrom('deals')
    .select('product_id')
    .where('id', '=', from.id)
    .executeTakeFirstOrThrow()
  expect(product_id).toBe(into.product_id)
  await page.goto(`/admin/products/${into.product_id}/merge?with=${twin.product_id}`)
  await expect(page).toHaveURL(`/admin/products/${twin.product_id}/merge?into=${into.product_id}`)
})

test('a merge into a product that was merged meanwhile is not made, and says why', async ({ page, signInAs }) => {
  const [from, into] = [await makeDeal(), await makeDeal()]
  await signInAs({ role: 'MANAGER' })
  await page.goto(`/admin/products/${from.product_id}/merge?into=${into.product_id}`)
  await db.deleteFrom('deals').where('id', '=', into.id).execute()
  await page.getByLabel('These two are the same product.').check()
  await page.getByRole('button', { name: `Merge into ${into.title}` }).click()
  await expect(page.getByRole('alert')).toContainText('The product that would stay no longer exists.')
  await expect(page.getByLabel('Name of the other product')).toBeVisible()
})

test('a suggested pair that is looked at and found to be different is not suggested again', async ({
  page,
  signInAs,
}) => {
  const [one, other] = [await makeDeal(), await makeDeal()]
  const [product_id, other_id] = [one.product_id, other.product_id].sort() as [string, string]
  await db.insertInto('product_pairs').values({ product_id, other_id, similarity: 0.876 }).execute()
  await signInAs({ role: 'MANAGER' })
  await page.goto(`/admin/products/${one.product_id}/merge?with=${other.product_id}`)
  await expect(page.getByText('88% alike, same vendor. Nothing has happened yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Not the same' }).click()
  await expect(page).toHaveURL('/admin/products')
  await page.goto(`/admin/products/${one.product_id}/merge?with=${other.product_id}`)
  await expect(page.getByText('Somebody decided that these two are not the same')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Not the same' })).toHaveCount(0)
})

test('axe finds no violations on the pages of a merge of products, which do not scroll sideways @scripts', async ({
  page,
  signInAs,
}) => {
  const long = 'Wolfeschlegelsteinhausenbergerdorff'
  const from = await makeDeal({ title: long.repeat(3), vendor_name: long })
  const into = await makeDeal({ cta_url: `https://${long}.example/`, link_key: `${long.toLowerCase()}.example` })
  await signInAs({ role: 'MANAGER' })
  for (const query of ['', '?with=deal', `?into=${into.product_id}`]) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`/admin/products/${from.product_id}/merge${query}`)
    await expectNoViolationsInEitherTheme(page)
    await page.setViewportSize({ width: 320, height: 800 })
    expect((await page.locator('html').boundingBox())!.width).toBeLessThanOrEqual(320)
    for (const table of await page.locator('.merge table').all()) {
      expect((await table.boundingBox())!.width).toBeLessThanOrEqual(320)
    }
  }
})
