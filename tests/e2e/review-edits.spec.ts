import { makeDeal, makeReview } from '#tests/factories'
import { decideOn } from '#tests/waiting-items'
import { db } from '~/db/database.server'
import { expect, heard, said, test } from './fixtures'

test('a member edits a published review, and readers keep the earlier text until staff have read the changes', async ({
  page,
  browser,
  signInAs,
}) => {
  test.slow()
  const deal = await makeDeal({ slug: `edited-${crypto.randomUUID().slice(0, 8)}` })
  const ada = await signInAs({ name: 'Ada Lovelace' })
  const earlier = `Paid once, used daily ${crypto.randomUUID()}.`
  const given = { deal_id: deal.id, user_id: ada.id, rating: 5, title: 'Good value', body: earlier }
  const review = await makeReview({ ...given, status: 'APPROVED' })
  const later = earlier.replace('daily', 'weekly')

  await page.goto(`/deals/${deal.slug}`)
  await page.getByRole('textbox', { name: 'Review' }).fill(later)
  await page.getByRole('radio', { name: '2 stars' }).check({ force: true })
  await page.getByRole('button', { name: 'Save Review' }).click()
  await expect(said(page, 'Readers see the earlier text until a moderator has read it')).toBeVisible()
  const own = page.getByRole('article', { name: 'Your edit' })
  await expect(own).toContainText('Readers see the earlier text until it is approved.')
  await expect(own).toContainText(later)
  await expect(page.locator(`#review-${review.id}`)).toContainText(earlier)
  await expect(page.getByRole('textbox', { name: 'Review' })).toHaveValue(later)

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(page.url().split('#')[0]!)
  await expect(visitor.locator(`#review-${review.id}`)).toContainText(earlier)
  await expect(visitor.getByText(later)).toHaveCount(0)

  await page.goto('/account/contributions')
  await expect(page.getByText('Edited review', { exact: true })).toBeVisible()
  await expect(page.getByText('Readers see the earlier text.')).toBeVisible()

  const { id } = await db
    .selectFrom('review_edits')
    .select('id')
    .where('review_id', '=', review.id)
    .executeTakeFirstOrThrow()
  const staff = await signInAs({ role: 'MANAGER' })
  await page.goto(`/admin/queue/review-edits/${id}`)
  const changes = page.getByRole('region', { name: 'What it would change' })
  await expect(changes.locator('del')).toHaveText([/removed: 5 of 5/, /removed: daily/])
  await expect(changes.locator('ins')).toHaveText([/added: 2 of 5/, /added: weekly/])
  await expect(changes).toContainText('Unchanged')

  await decideOn('review_edit', staff, id)
  await page.reload()
  await expect(page.getByRole('region', { name: 'What it changed' }).locator('del')).toHaveCount(2)
  await heard()
  await visitor.reload()
  await expect(visitor.locator(`#review-${review.id}`)).toContainText(later)
  await expect(visitor.locator(`#review-${review.id}`)).toContainText('Edited')
  await visitor.context().close()
})
