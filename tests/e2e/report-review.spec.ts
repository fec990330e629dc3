import { makeDeal, makeProfile, makeReview, makeReviewReport } from '#tests/factories'
import { db } from '~/db/database.server'
import { expect, hydrated, setSession, test } from './fixtures'

test('a third reader reports a review, takes it back and reports it again, and staff remove it @both', async ({
  page,
  browser,
  signInAs,
  hasScripts,
}) => {
  const deal = await makeDeal({ title: `Lanternet ${crypto.randomUUID().slice(0, 8)}` })
  const author = await makeProfile({ name: 'Oskar Lind' })
  const review = await makeReview({ deal_id: deal.id, user_id: author.id, title: 'Best tool ever', status: 'APPROVED' })
  await makeReviewReport({ review_id: review.id, deal_id: deal.id })
  await makeReviewReport({ review_id: review.id, deal_id: deal.id })
  await page.goto(`/deals/${deal.slug}`)
  const link = page.getByRole('link', { name: 'Report: Best tool ever' })
  await expect(link).toHaveAttribute('href', /^\/auth\?redirectTo=.*report/)

  const reader = await signInAs({ name: 'Ida' })
  await page.goto(`/deals/${deal.slug}`)
  await link.click()
  const form = hasScripts ? page.getByRole('dialog', { name: 'Report this review' }) : page.locator('main')
  const reasons = form.getByRole('radio')
  if (hasScripts) {
    await expect(reasons.first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    await expect(link).toBeFocused()
    await link.click()
  } else await expect(page).toHaveURL(`/deals/${deal.slug}/report/${review.id}`)
  await expect(form.getByRole('blockquote')).toContainText('Oskar Lind')
  await expect(form.getByRole('blockquote')).toContainText('Best tool ever')

  await form.getByLabel('Something else').check()
  await form.getByRole('button', { name: 'Send report' }).click()
  await expect(form.getByRole('alert')).toContainText('Say what is wrong with it.')
  await expect(form.getByLabel('Something else')).toBeChecked()
  await form.getByLabel('What should we know?').fill('The text is from a brochure.')
  await form.getByRole('button', { name: 'Send report' }).click()
  await expect(page).toHaveURL(new RegExp(`/deals/${deal.slug}(\\?.*)?#review-${review.id}$`))
  await expect(page.getByText(/^You reported this on/)).toBeVisible()
  if (hasScripts) await expect(page.getByText(/^You reported this on/)).toBeFocused()
  const open = () =>
    db.selectFrom('review_alerts').select('id').where('review_id', '=', review.id).where('status', '=', 'PENDING')
  expect(await open().execute()).toHaveLength(1)

  await page.getByRole('button', { name: 'Take it back: Best tool ever' }).click()
  await expect(link).toBeVisible()
  expect(await open().execute()).toHaveLength(0)
  await link.click()
  await form.getByLabel('Spam').check()
  await form.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText(/^You reported this on/)).toBeVisible()

  const staff = await browser.newContext({ javaScriptEnabled: hasScripts, baseURL: process.env.SITE_URL })
  await setSession(staff, await makeProfile({ role: 'MANAGER' }))
  const queue = await staff.newPage()
  const { id } = await open().executeTakeFirstOrThrow()
  await queue.goto(`/admin/queue/review-reports/${id}`)
  await hydrated(queue)
  await expect(queue.getByRole('term').first()).toContainText(reader.name ?? 'Ida')
  const decision = queue.getByRole('region', { name: 'Decision' })
  await decision.getByText('Remove the review', { exact: true }).first().click()
  await decision.getByLabel('Spam').check()
  await decision.getByRole('button', { name: 'Remove the review' }).click()
  await expect(queue.getByText('Reported review removed').first()).toBeAttached()
  await staff.close()
  await page.goto(`/deals/${deal.slug}`)
  await expect(page.getByText('Best tool ever')).toHaveCount(0)
})
