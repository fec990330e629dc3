import { makeChangeLog, makeDeal, makeProfile, makeReview } from '#tests/factories'
import { expect, test } from './fixtures'

test("staff enter, edit and delete the vendor's answer to a review, and readers see it with its date", async ({
  page,
  context,
  signInAs,
}) => {
  const deal = await makeDeal({ title: `Lanternet ${crypto.randomUUID().slice(0, 8)}`, vendor_name: 'Candlewick' })
  const author = await makeProfile({ name: 'Ida' })
  const review = await makeReview({ deal_id: deal.id, user_id: author.id, title: 'Slow', status: 'APPROVED' })
  await makeChangeLog({ deal_id: deal.id, title: 'Five seats', status: 'APPROVED', moderated_at: new Date() })
  const answer = page.locator(`#review-${review.id}`).getByRole('list', { name: 'What followed' })

  await signInAs({ role: 'MANAGER' })
  await page.goto(`/deals/${deal.slug}`)
  await page.getByRole('link', { name: 'Answer as the vendor: Slow' }).click()
  await expect(page.getByRole('heading', { name: 'Answer by Candlewick' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'The review' })).toContainText('Slow')
  await page.getByLabel('Answered on').fill('1970-01-01')
  await page.getByRole('button', { name: 'Save Answer' }).click()
  await expect(page.getByRole('alert').first()).toContainText('The answer is required.')
  await expect(page.getByText('The date is before 1990.').first()).toBeVisible()
  await page.getByLabel('What the vendor says').fill('The new index is ten times faster.')
  await page.getByLabel('Answered on').fill('2026-11-14')
  await page.getByRole('button', { name: 'Save Answer' }).click()
  await expect(page).toHaveURL(new RegExp(`#review-${review.id}$`))
  await expect(answer).toContainText('Answer by Candlewick')
  await expect(answer).toContainText('The new index is ten times faster.')

  await page.goto(`/admin/queue/reviews/${review.id}`)
  await page.getByRole('link', { name: 'Answer as the vendor' }).click()
  await page.getByLabel('What the vendor says').fill('Twenty times.')
  await page.getByRole('button', { name: 'Save Answer' }).click()
  await expect(answer).toContainText('Twenty times.')

  await page.goto(`/deals/${deal.slug}/changes`)
  await page.getByRole('link', { name: 'Answer as the vendor: Five seats' }).click()
  await page.getByLabel('What the vendor says').fill('For everyone.')
  await page.getByRole('button', { name: 'Save Answer' }).click()
  await expect(page.getByRole('list', { name: 'Answer' })).toContainText('For everyone.')

  await context.clearCookies()
  await page.goto(`/deals/${deal.slug}`)
  await expect(answer).toContainText('Twenty times.')
  await expect(answer.locator('time')).toHaveAttribute('datetime', '2026-11-14')
  await expect(page.getByText('as the vendor')).toHaveCount(0)

  await signInAs({ role: 'MANAGER' })
  await page.goto(`/admin/answers/reviews/${review.id}`)
  await page.getByRole('button', { name: 'Delete Answer' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`#review-${review.id}$`))
  await expect(answer).toHaveCount(0)
})
