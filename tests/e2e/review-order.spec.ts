import { makeDeal, makeReview } from '#tests/factories'
import { expect, test } from './fixtures'

test('a reader sorts and filters reviews, closes the menu with Escape, finds one helpful and takes it back', async ({
  page,
  signInAs,
}) => {
  const deal = await makeDeal({ title: `Lanternet ${crypto.randomUUID().slice(0, 8)}` })
  for (const [index, rating] of [5, 2, 5].entries()) {
    const created_at = new Date(Date.UTC(2026, 2, index + 1))
    await makeReview({ deal_id: deal.id, rating, title: `Review ${index + 1}`, status: 'APPROVED', created_at })
  }
  const titles = page.getByRole('region', { name: 'Record', exact: true }).getByRole('article').getByRole('heading')
  await page.goto(`/deals/${deal.slug}`)
  await expect(titles).toHaveText(['Review 3', 'Review 2', 'Review 1'])
  await expect(page.getByRole('link', { name: 'Helpful: Review 3' })).toHaveAttribute('href', /^\/auth/)
  const order = page.locator('summary', { hasText: 'Newest' })
  await order.click()
  await expect(page.getByRole('link', { name: 'Lowest rating' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Lowest rating' })).toBeHidden()
  await order.click()
  await page.getByRole('link', { name: 'Lowest rating' }).click()
  await expect(titles).toHaveText(['Review 2', 'Review 3', 'Review 1'])
  await page.getByRole('link', { name: '5 stars', exact: true }).click()
  await expect(titles).toHaveText(['Review 3', 'Review 1'])
  await expect(page).toHaveURL(`/deals/${deal.slug}?sort=lowest&stars=5#record`)
  await expect(page.getByText('2 reviews with 5 stars.')).toBeVisible()
  await page.getByRole('link', { name: 'All 3' }).click()
  await expect(titles).toHaveCount(3)

  await signInAs({})
  await page.goto(`/deals/${deal.slug}?sort=helpful`)
  await page.getByRole('button', { name: 'Helpful: Review 1' }).click()
  await expect(page.getByRole('button', { name: 'Helpful (1): Review 1', pressed: true })).toBeVisible()
  // The button is pressed before the answer is there.
  await expect(page.getByText('Marked as helpful').first()).toBeAttached()
  await page.reload()
  await expect(titles.first()).toHaveText('Review 1')
  await page.getByRole('button', { name: 'Helpful (1): Review 1' }).click()
  await expect(page.getByRole('button', { name: 'Helpful: Review 1', pressed: false })).toBeVisible()
})
