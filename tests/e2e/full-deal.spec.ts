import type { Page } from '@playwright/test'
import { makeCategory, makePlatform } from '#tests/factories'
import { expect, test, unfold } from './fixtures'

async function save(page: Page) {
  await page.getByRole('complementary', { name: 'Publishing' }).getByRole('button', { name: 'Save Deal' }).click()
}

test('a manager enters a deal with terms, a suggested coupon and plans, and a changed term is on the record', async ({
  page,
  signInAs,
}) => {
  test.slow()
  const [category, platform] = [await makeCategory(), await makePlatform()]
  const title = `Fullmarsh ${crypto.randomUUID().slice(0, 8)}`
  await signInAs({ role: 'MANAGER' })
  await page.goto('/admin/deals/new')
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('Vendor name').fill('Fullmarsh Ltd')
  await page.getByLabel('Category').selectOption(category.name)
  await page.getByLabel('Platform').selectOption(platform.name)
  await page.getByLabel('Description').fill('Drafts and **cites**. 10% off with code **MARSH10**.')
  await page.getByLabel('Original price (optional)').fill('12')
  await page.getByLabel('Billing period').selectOption('Every month')
  await page.getByRole('textbox', { name: 'Deal price' }).fill('60')
  await page.getByLabel('Start date').fill('2026-01-01')
  await page.getByLabel('CTA URL').fill('https://fullmarsh.example/lifetime')
  await unfold(page, 'Terms')
  await page.getByLabel('Lifetime means').selectOption('Of the product')
  await page.getByLabel('Refund days').fill('60')
  await page.getByLabel('Refund counts from').selectOption('purchase')
  await page.getByLabel('Max codes').fill('3')

  await unfold(page, 'Plans')
  await page.getByRole('button', { name: 'Add plan' }).click()
  await page.getByLabel('Name of plan 1').fill('Tier 2')
  await page.getByLabel('Price of plan 1').fill('118')
  await page.getByRole('button', { name: 'Add plan' }).click()
  await page.getByLabel('Name of plan 2').fill('Tier 1')
  await page.getByLabel('Price of plan 2').fill('59')
  await page.getByRole('button', { name: 'Add limit' }).click()
  await page.getByLabel('Label of limit 1').fill('Seats')
  await page
    .getByLabel(/, limit 1$/)
    .first()
    .fill('5')
  await page
    .getByLabel(/, limit 1$/)
    .last()
    .fill('2')
  await page.getByRole('button', { name: 'Move plan 2 up' }).click()
  // The values stay with their plans.
  await expect(page.getByLabel(/, limit 1$/).first()).toHaveValue('2')
  await save(page)

  const summary = page.getByRole('alert')
  await expect(summary).toContainText('Deal price must equal the price of one of the plans.')
  await expect(summary).toContainText('Max codes can be given only when codes can be stacked.')
  await expect(page.getByLabel('Name of plan 1')).toHaveValue('Tier 1')
  await page.getByRole('textbox', { name: 'Deal price' }).fill('59')
  await page.getByLabel('Codes can be stacked').selectOption('Yes')
  await unfold(page, 'Coupon')
  await page.getByRole('button', { name: 'Use MARSH10' }).click()
  await expect(page.getByLabel('Coupon code')).toHaveValue('MARSH10')
  await expect(page.getByLabel('Deal price')).toHaveValue('59')
  await page.getByRole('switch', { name: 'Published' }).check()
  await save(page)
  await expect(page.getByText('Deal created').first()).toBeAttached()

  await page.getByRole('link', { name: `Edit ${title}` }).click()
  await expect(page.getByLabel('Price of plan 2')).toHaveValue('118.00')
  await expect(page.getByLabel(/, limit 1$/).last()).toHaveValue('5')
  await unfold(page, 'Terms')
  await page.getByLabel('Refund days').fill('30')
  await expect(page.getByLabel('Log changed terms')).toBeChecked()
  await save(page)
  await expect(page.getByText('Deal updated').first()).toBeAttached()
  await page.getByRole('link', { name: `Edit ${title}` }).click()
  await page.getByRole('link', { name: 'View', exact: true }).click()
  await page.getByRole('link', { name: /^Change Log \(/ }).click()
  await expect(
    page.getByRole('heading', { name: 'Refund from 60 days from purchase to 30 days from purchase' }),
  ).toBeVisible()
})
