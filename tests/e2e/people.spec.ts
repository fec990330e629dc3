import { makeDeal, makeReview } from '#tests/factories'
import { expect, test } from './fixtures'

test('a name links to the public profile of a member, who can switch it off', async ({ page, signInAs }) => {
  const user = await signInAs({ name: 'Maya Lindqvist' })
  const deal = await makeDeal({ title: `Snapwell ${crypto.randomUUID().slice(0, 8)}` })
  await makeReview({ deal_id: deal.id, user_id: user.id, title: 'Replaced two subscriptions', status: 'APPROVED' })

  await page.goto(`/deals/${deal.slug}`)
  await page.getByRole('link', { name: 'Maya Lindqvist' }).click()
  await expect(page).toHaveURL(`/people/${user.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maya Lindqvist')
  await expect(page.getByRole('heading', { name: 'Replaced two subscriptions' })).toBeVisible()
  await expect(page.getByText('This is your public profile')).toBeVisible()

  await page.getByRole('link', { name: 'Turn it off' }).click()
  await page.getByRole('button', { name: 'Turn off my public profile' }).click()
  await expect(page.getByText('Your public profile is off')).toBeVisible()
  await page.goto(`/deals/${deal.slug}`)
  await expect(page.getByText('Maya Lindqvist')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Maya Lindqvist' })).toHaveCount(0)
  await page.goto(`/people/${user.id}`)
  await expect(page.getByText('Only you can see this page')).toBeVisible()

  await page.context().clearCookies()
  const response = await page.goto(`/people/${user.id}`)
  expect(response!.status()).toBe(404)
  await expect(page.getByText('This member has no public profile.')).toBeVisible()
})
