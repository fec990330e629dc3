import { expect, test } from './fixtures'

test('a visitor gets from the home page to a deal and on to the vendor @both', async ({ page, request }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lifetime deals, kept on the record.')
  const featured = page.getByRole('region', { name: 'Featured Deals' })
  await expect(featured.getByRole('article')).toHaveCount(6)

  await page.getByRole('link', { name: 'Browse Deals' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Deals')
  await page.getByLabel('Search', { exact: true }).fill('quillst')
  await page.getByLabel('Search', { exact: true }).press('Enter')
  await page.getByRole('link', { name: /^View Details\s*: Quillstack/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quillstack')

  const getDeal = page.getByRole('complementary').getByRole('link', { name: /^Get This Deal/ })
  await expect(getDeal).toHaveAttribute('rel', 'nofollow noopener')
  await expect(page.getByRole('complementary').getByText('We earn nothing from this link.')).toBeVisible()
  const out = await request.get((await getDeal.getAttribute('href'))!, { maxRedirects: 0 })
  expect(out.status()).toBe(302)
  expect(out.headers().location).toBe('https://quillstack.example/lifetime')
})

test('filters narrow the list, appear as chips and can be removed @both', async ({ page, hasScripts }) => {
  await page.goto('/deals')
  await page.getByLabel('Platform').selectOption({ label: 'Dealmint' })
  if (!hasScripts) await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL('/deals?platform=dealmint')

  await page.getByLabel('Status').selectOption({ label: 'Ending Soon' })
  if (!hasScripts) await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL('/deals?platform=dealmint&status=ENDING_SOON')
  await expect(page.getByRole('article').filter({ hasText: 'Moorline CRM' })).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: 'Quillstack' })).toBeHidden()

  await page.getByRole('link', { name: /Platform Dealmint remove filter/ }).click()
  await expect(page).not.toHaveURL(/platform/)
  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(/\/deals$/)
})

test('choosing a filter shows six skeleton cards while the list loads', async ({ page }) => {
  await page.goto('/deals')
  // Checked in the same task: the next page may arrive at once.
  const shown = await page.getByLabel('Sort By').evaluate((select: HTMLSelectElement) => {
    select.value = 'price-low'
    select.dispatchEvent(new Event('change', { bubbles: true }))
    const waiting = document.querySelector('[data-waiting]')
    return { cards: waiting?.querySelectorAll('.deal').length, text: waiting?.textContent }
  })
  expect(shown).toEqual({ cards: 6, text: 'Loading...' })
  await expect(page).toHaveURL(/sort=price-low/)
  await expect(page.getByText('Loading...')).toHaveCount(0)
})
