import { expect, test } from './fixtures'

test('a page that fails to render shows the error page and logs the error to the console', async ({
  page,
  signInAs,
  consoleErrors,
}) => {
  await signInAs()
  await page.goto('/faq')
  // The response names the list differently, so that rendering throws.
  await page.route('**/platforms.data*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace('"platforms"', '"elsewhere"') })
  })
  await page.getByRole('banner').getByRole('link', { name: 'Platforms' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong')
  await expect(
    page.getByText("We're sorry, but something unexpected happened. Please try refreshing the page."),
  ).toBeVisible()
  expect(consoleErrors.join('\n')).toMatch(/TypeError/)
  expect(await page.locator('body').innerText()).not.toMatch(/TypeError|at .*\.js/)
  consoleErrors.length = 0

  await page.unrouteAll()
  await page.getByRole('link', { name: 'Refresh Page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Platforms')
})

test('the list of changes can be filtered by kind, and the filter is in the URL', async ({ page }) => {
  await page.goto('/changes')
  await page.getByLabel('Kind').selectOption('Price')
  if (!page.url().includes('kind=PRICE')) await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL('/changes?kind=PRICE')
  const entries = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Verified on' })
  await expect(entries.first()).toContainText('Price')
  await expect(page.getByRole('link', { name: 'RSS' })).toHaveAttribute('href', '/changes.rss?kind=PRICE')
  await entries.first().getByRole('link').click()
  await expect(page).toHaveURL(/\/deals\/[\w-]+\/changes#change-/)
})
