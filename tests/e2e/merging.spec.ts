import { db } from '~/db/database.server'
import { makeDeal, makeProfile, makeReview } from '../factories'
import { makeProductPair } from '../staff-factories'
import { expect, said, test } from './fixtures'

test('an admin merges two offers of a product after seeing what moves, and the old address redirects to the one that stays', async ({
  page,
  signInAs,
}) => {
  const [person, code] = [await makeProfile(), crypto.randomUUID().slice(0, 8)]
  const into = await makeDeal({ title: `Foldrank ${code}` })
  const from = await makeDeal({ title: `Foldrank ${code} lifetime deal`, product_id: into.product_id })
  for (const deal_id of [into.id, from.id]) await makeReview({ deal_id, user_id: person.id, status: 'APPROVED' })
  await makeReview({ deal_id: from.id, status: 'APPROVED', title: 'Moved along' })
  await signInAs({ role: 'ADMIN' })

  await page.goto(`/admin/deals/${from.id}`)
  await page.getByRole('link', { name: 'Merge', exact: true }).click()
  await page.getByLabel('Find the deal that stays').fill(`nothing ${code}`)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('No other deal matches.')).toBeVisible()
  await page.getByLabel('Find the deal that stays').fill(`foldrank ${code}`)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: into.title, exact: true }).click()
  await expect(page.getByRole('row', { name: /^Reviews/ })).toHaveText(/Reviews\s*1\s*2\s*2/)
  const outcome = page.getByRole('region', { name: 'What happens' })
  await expect(outcome).toContainText('1 person reviewed both.')
  await expect(outcome).toContainText(`/deals/${from.slug} to /deals/${into.slug}`)
  await expect(page.getByText('A merge cannot be undone.')).toBeVisible()

  await page.getByRole('link', { name: 'Keep the other one' }).click()
  await expect(page.getByRole('button', { name: `Merge into ${from.title}` })).toBeVisible()
  await page.getByRole('link', { name: 'Keep the other one' }).click()
  await page.getByLabel('These two are the same offer.').check()
  await page.getByRole('button', { name: `Merge into ${into.title}`, exact: true }).click()
  await expect(page).toHaveURL(`/admin/deals/${into.id}`)
  await expect(said(page, 'Deals merged')).toBeVisible()
  await page.goto(`/deals/${from.slug}`)
  await expect(page).toHaveURL(`/deals/${into.slug}`)
  await expect(page.getByText('Moved along')).toBeVisible()
})

test('a merge into a deal that was deleted meanwhile is not made, and says why', async ({ page, signInAs }) => {
  const [from, into] = [await makeDeal(), await makeDeal()]
  await signInAs({ role: 'ADMIN' })
  await page.goto(`/admin/merge/deal/${from.id}?into=${into.id}`)
  await db.deleteFrom('deals').where('id', '=', into.id).execute()
  await page.getByLabel('These two are the same offer.').check()
  await page.getByRole('button', { name: `Merge into ${into.title}` }).click()
  await expect(page.getByRole('alert')).toContainText('The deal that would stay no longer exists.')
  await expect(page.getByLabel('Find the deal that stays')).toBeVisible()
})

test('an admin merges two products after seeing what moves, and each offer has its own page as before', async ({
  page,
  signInAs,
}) => {
  const code = crypto.randomUUID().slice(0, 8)
  const into = await makeDeal({ title: `Murmurist ${code}`, start_date: '2024-01-12' })
  const from = await makeDeal({ title: `Murmurist AI ${code}`, vendor_name: `Vellum ${code}` })
  for (const rating of [5, 2]) await makeReview({ deal_id: from.id, rating, status: 'APPROVED' })
  await signInAs({ role: 'ADMIN' })

  await page.goto(`/admin/products/${from.product_id}`)
  await page.getByRole('link', { name: 'Merge', exact: true }).click()
  await page.getByLabel('Find the product that stays').fill(`MURMURIST ${code}`)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: into.title, exact: true }).click()
  await expect(page.getByText('Different vendors. Nothing has happened yet.')).toBeVisible()
  await expect(page.getByRole('row', { name: /^Reviews/ })).toHaveText(/Reviews\s*0\s*2\s*2/)
  await expect(page.getByRole('row', { name: /^Vendors differ/ })).toContainText(`Vellum ${code}`)
  await expect(page.getByRole('region', { name: 'What happens' })).toContainText('1 offer, drafts included')
  await page.getByLabel('These two are the same product.').check()
  await page.getByRole('button', { name: `Merge into ${into.title}`, exact: true }).click()
  await expect(page).toHaveURL(`/admin/products/${into.product_id}`)
  await expect(said(page, 'Products merged')).toBeVisible()
  for (const { slug } of [into, from]) {
    await page.goto(`/deals/${slug}`)
    await expect(page).toHaveURL(`/deals/${slug}`)
  }
})

test('a manager compares a suggested pair without a way to merge it, and it is not suggested again once different', async ({
  page,
  signInAs,
}) => {
  const [one, other] = [await makeDeal(), await makeDeal()]
  await makeProductPair(one.product_id, other.product_id, { similarity: 0.876 })
  await signInAs({ role: 'MANAGER' })
  const path = `/admin/merge/product/${other.product_id}?into=${one.product_id}`
  await page.goto(path)
  await expect(page.getByText('88% alike, same vendor. Nothing has happened yet.')).toBeVisible()
  await expect(page.getByText('Only admins can merge products.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Merge into' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Not the same' }).click()
  await expect(page).toHaveURL('/admin/products')
  await page.goto(path)
  await expect(page.getByText('Someone decided that these two are not the same')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Not the same' })).toHaveCount(0)
})

test('the tables of a merge are no wider than a phone', async ({ page, signInAs }) => {
  const long = 'Wolfeschlegelsteinhausenbergerdorff'
  const from = await makeDeal({ title: long.repeat(3), vendor_name: long })
  const into = await makeDeal({ cta_url: `https://${long}.example/`, link_key: `${long.toLowerCase()}.example` })
  await signInAs({ role: 'ADMIN' })
  await page.setViewportSize({ width: 320, height: 800 })
  for (const path of [`deal/${from.id}?into=${into.id}`, `product/${from.product_id}?into=${into.product_id}`]) {
    await page.goto(`/admin/merge/${path}`)
    for (const table of await page.getByRole('region', { name: 'Side by side' }).locator('table').all()) {
      expect((await table.boundingBox())!.width).toBeLessThanOrEqual(320)
    }
  }
})
