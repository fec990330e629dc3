import type { Page } from '@playwright/test'
import { db } from '~/db/database.server'
import { makeDeal, makeProfile, makeReview } from '../factories'
import { expectNoViolationsInEitherTheme } from './axe'
import { expect, test } from './fixtures'

const said = (page: Page, text: string | RegExp) => page.getByText(text).filter({ visible: true }).first()

test('staff merge two deals after seeing what moves, and the old address leads to the one that stays', async ({
  page,
  signInAs,
}) => {
  const [person, code] = [await makeProfile(), crypto.randomUUID().slice(0, 8)]
  const into = await makeDeal({ title: `Foldrank ${code}` })
  const from = await makeDeal({ title: `Foldrank ${code} lifetime deal` })
  for (const deal_id of [into.id, from.id]) await makeReview({ deal_id, user_id: person.id, status: 'APPROVED' })
  await makeReview({ deal_id: from.id, status: 'APPROVED', title: 'Moved along' })
  await signInAs({ role: 'MANAGER' })

  await page.goto(`/admin/deals/${from.id}`)
  await page.getByRole('link', { name: 'Merge', exact: true }).click()
  await page.getByLabel('Find the deal that stays').fill(`foldrank ${code}`)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: into.title, exact: true }).click()
  await expect(page.getByRole('row', { name: /^Reviews/ })).toHaveText(/Reviews\s*1\s*2\s*2/)
  const outcome = page.getByRole('region', { name: 'What happens' })
  await expect(outcome).toContainText('1 person reviewed both.')
  await expect(outcome).toContainText(`/deals/${from.slug} to /deals/${into.slug}`)

  await page.getByRole('link', { name: 'Keep the other one' }).click()
  await expect(page.getByRole('button', { name: `Merge into ${from.title}` })).toBeVisible()
  await page.getByRole('link', { name: 'Keep the other one' }).click()
  await expect(page.getByRole('button', { name: `Merge into ${into.title}`, exact: true })).toBeVisible()
  await page.getByLabel('These two are the same offer.').check()
  await page.getByRole('button', { name: `Merge into ${into.title}`, exact: true }).click()
  await expect(said(page, 'Deals merged')).toBeVisible()
  await page.goto(`/deals/${from.slug}`)
  await expect(page).toHaveURL(`/deals/${into.slug}`)
  await expect(page.getByText('Moved along')).toBeVisible()
})

test('a merge into a deal that was deleted meanwhile is not made, and says why', async ({ page, signInAs }) => {
  const [from, into] = [await makeDeal(), await makeDeal()]
  await signInAs({ role: 'MANAGER' })
  await page.goto(`/admin/deals/${from.id}/merge?into=${into.id}`)
  await db.deleteFrom('deals').where('id', '=', into.id).execute()
  await page.getByLabel('These two are the same offer.').check()
  await page.getByRole('button', { name: `Merge into ${into.title}` }).click()
  await expect(page.getByRole('alert')).toContainText('The deal that would stay no longer exists.')
  await expect(page.getByLabel('Find the deal that stays')).toBeVisible()
})

test('axe finds no violations on the pages of a merge, which do not scroll sideways @scripts', async ({
  page,
  signInAs,
}) => {
  const [from, into] = [await makeDeal({ title: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3) }), await makeDeal()]
  await signInAs({ role: 'MANAGER' })
  for (const query of ['', '?q=deal', `?into=${into.id}`]) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`/admin/deals/${from.id}/merge${query}`)
    await expectNoViolationsInEitherTheme(page)
    await page.setViewportSize({ width: 320, height: 800 })
    expect((await page.locator('html').boundingBox())!.width).toBeLessThanOrEqual(320)
  }
})
