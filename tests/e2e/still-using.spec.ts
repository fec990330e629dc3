import { makeDeal, makeFollowUp, makeProfile, makePurchase, makeQuestion, makeReview } from '#tests/factories'
import { decideOn } from '#tests/waiting-items'
import { db } from '~/db/database.server'
import { askOwners } from '~/features/contributions/reviews/ask-owners-task.server'
import { expect, heard, test } from './fixtures'

const monthsAgo = (months: number) => {
  const date = new Date()
  // The first of a month, so that a month is the same on every day.
  date.setUTCMonth(date.getUTCMonth() - months, 1)
  return date.toISOString().slice(0, 10)
}

test('an owner is asked after a year, answers by a link, and readers see the answer once staff have read it', async ({
  page,
  browser,
  signInAs,
}) => {
  test.slow()
  const code = crypto.randomUUID().slice(0, 8)
  const deal = await makeDeal({ title: `Lampwick ${code}`, slug: `lampwick-${code}` })
  const ada = await signInAs({ name: 'Ada Lovelace' })
  await page.goto(`/deals/${deal.slug}`)
  await page.getByRole('radio', { name: '5 stars' }).check({ force: true })
  await page.getByLabel('Title').fill('Good value')
  await page.getByRole('textbox', { name: 'Review' }).fill(`Invoices, every week ${code}.`)
  await page.getByText('About your purchase').click()
  await page.getByLabel('When did you buy it?').fill(monthsAgo(13))
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await expect(page.getByRole('article', { name: 'Your review' })).toContainText('Pending')
  const { id: reviewId } = await db
    .selectFrom('reviews')
    .select('id')
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  const staff = await makeProfile({ role: 'MANAGER' })
  await decideOn('review', staff as Parameters<typeof decideOn>[1], reviewId)
  // As if it had been written in those days.
  await db
    .updateTable('reviews')
    .set({ created_at: new Date(`${monthsAgo(13)}T12:00:00Z`) })
    .where('id', '=', reviewId)
    .execute()

  await askOwners()
  await page.goto('/account/notifications')
  const question = page.getByRole('link', { name: `Still using ${deal.title}?`, exact: true })
  await question.first().click()
  await expect(page).toHaveURL(/\/still\//)
  await expect(page.getByRole('heading', { name: `Still using ${deal.title}?` })).toBeVisible()
  await page.goto(`${page.url()}?a=sometimes`)
  await expect(page.getByRole('radio', { name: 'Sometimes' })).toBeChecked()
  await page.getByLabel('What changed since?').fill('Only for the quarterly ones.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.locator('#follow-up-rating-error')).toHaveText('Please select a rating')
  await expect(page.getByLabel('What changed since?')).toHaveValue('Only for the quarterly ones.')
  await expect(page.getByRole('radio', { name: 'Sometimes' })).toBeChecked()
  await page.getByRole('radio', { name: '3 stars' }).check({ force: true })
  await page.getByRole('button', { name: 'Send' }).click()
  const own = page.getByRole('article', { name: 'Your answer' })
  await expect(own).toContainText('Pending')
  await expect(own).toContainText('Only for the quarterly ones.')
  await expect(page.getByRole('button', { name: 'Send' })).toHaveCount(0)

  const { id } = await db.selectFrom('follow_ups').select('id').where('user_id', '=', ada.id).executeTakeFirstOrThrow()
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(new URL(`/deals/${deal.slug}`, page.url()).href)
  await expect(visitor.locator(`#review-${reviewId}`)).not.toContainText('Still using')

  await page.goto('/account/contributions')
  await expect(page.getByText('Still using after 12 months: sometimes').first()).toBeVisible()
  const moderator = await signInAs({ role: 'MANAGER' })
  await page.goto(`/admin/queue/updates/${id}`)
  await expect(page.getByRole('heading', { name: `Update on ${deal.title}` })).toBeVisible()
  await expect(page.getByText('Good value, 5 of 5')).toBeVisible()
  await decideOn('follow_up', moderator as Parameters<typeof decideOn>[1], id)

  await heard()
  await visitor.reload()
  const shown = visitor.locator(`#review-${reviewId}`)
  await expect(shown).toContainText('Owned 13 months, sometimes using')
  await expect(shown.getByRole('list', { name: 'What followed' })).toContainText('Still using: sometimes')
  await expect(shown).toContainText('this rating counts now')
  await expect(visitor.getByRole('img', { name: '3 out of 5 stars' }).first()).toBeVisible()
  await visitor.context().close()
})

test('a member who does not want to be asked again says so with one button', async ({ page, signInAs }) => {
  const deal = await makeDeal()
  const ada = await signInAs({})
  const review = await makeReview({ deal_id: deal.id, user_id: ada.id, status: 'APPROVED' })
  const { id } = await makeQuestion({ review })
  await page.goto(`/still/${id}?a=stop`)
  await page.getByRole('button', { name: 'Stop asking' }).click()
  await expect(page.getByText('You asked us not to ask you about')).toBeVisible()
  const stopped = await db
    .selectFrom('follow_up_questions')
    .select('stopped_at')
    .where('id', '=', id)
    .executeTakeFirst()
  expect(stopped!.stopped_at).not.toBeNull()
  await page.getByRole('button', { name: 'Ask me again' }).click()
  await expect(page.getByText('You asked us not to ask you about')).toHaveCount(0)
})

test('a deal shows its ratings over time and what they are from', async ({ page }) => {
  const deal = await makeDeal()
  for (let index = 0; index < 3; index++) {
    const created_at = new Date(`${monthsAgo(14)}T12:00:00Z`)
    const review = await makeReview({ deal_id: deal.id, status: 'APPROVED', created_at, body: crypto.randomUUID() })
    const proof = { proof_status: 'CHECKED' as const, proof_decided_at: created_at }
    await makePurchase({ deal_id: deal.id, user_id: review.user_id!, bought_on: monthsAgo(14), ...proof })
    await makeFollowUp({ review, status: 'APPROVED', rating: 3, body: null, answer: index ? 'YES' : 'GONE' })
  }
  await page.goto(`/deals/${deal.slug}`)
  const section = page.getByRole('region', { name: 'Rating over time' })
  await expect(section).toContainText('2 of 3 owners still use it after a year.')
  await expect(section.getByText('3 ratings')).toHaveCount(2)
  const figures = page.getByRole('region', { name: 'The record in figures' })
  await expect(figures.getByRole('link')).toHaveText([
    'from 3 reviews',
    'from 3 checked purchases',
    'still use it after a year',
  ])
  await expect(figures.getByRole('definition')).toHaveText(['3.0', '3.0', '2 of 3'])
  await expect(
    page.getByRole('region', { name: 'Record', exact: true }).getByText('from 3 checked purchases'),
  ).toBeVisible()
})
