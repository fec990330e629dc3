import { readFile } from 'node:fs/promises'
import { makeDeal, makePurchase } from '#tests/factories'
import { addDays, utcToday } from '~/http/utc-day'
import { formatDate } from '~/ui/local-date'
import { expect, test } from './fixtures'

const newName = () => `Harbormoss ${crypto.randomUUID().slice(0, 8)}`

test('a member notes a purchase, sees deadline and totals, changes, refunds, downloads and removes it', async ({
  page,
  signInAs,
}) => {
  test.slow()
  const title = newName()
  await makeDeal({ title, refund_days: 30, refund_from: 'PURCHASE', deal_price: '59.00' })
  const ada = await signInAs()
  await page.goto('/account')
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Purchases' }).click()
  await expect(page.getByText('No purchases yet')).toBeVisible()

  await page.getByRole('link', { name: 'Add a purchase' }).click()
  await page.getByLabel('Name of the deal').fill('no such thing at all')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('No deal matches')).toBeVisible()
  await page.getByLabel('Name of the deal').fill(title)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: title }).click()
  await page.getByLabel('Bought on').fill(addDays(utcToday(), 1))
  await page.getByLabel('Paid').fill('€49')
  await page.getByRole('button', { name: 'Add purchase' }).click()
  await expect(page.locator('#bought_on-error')).toContainText('The date is in the future.')
  await expect(page.locator('#paid-error')).toContainText('names a different currency')
  await expect(page.getByLabel('Paid')).toHaveValue('€49')
  await page.getByLabel('Bought on').fill(addDays(utcToday(), -21))
  await page.getByLabel('Paid').fill('$49')
  await page.getByRole('button', { name: 'Add purchase' }).click()

  const until = formatDate(addDays(utcToday(), 9))
  const deadlines = page.getByRole('region', { name: 'Refund deadlines' })
  await expect(deadlines).toContainText(until)
  await expect(deadlines).toContainText("30 days from buying, the deal's rule. $49.00")
  await expect(deadlines).toContainText('9 days left')
  await makePurchase({ user_id: ada.id, paid: '58.00', currency: 'EUR' })
  await page.reload()
  const totals = page.getByRole('region', { name: 'Totals' })
  await expect(totals).toContainText('2 bought, 0 refunded')
  await expect(totals).toContainText('Bought, US dollars')
  await expect(totals).toContainText('Bought, euros')

  await page.getByRole('link', { name: `Edit the purchase of ${title}` }).click()
  await page.getByLabel('Refunded on').fill(utcToday())
  await page.getByRole('button', { name: 'Save purchase' }).click()
  await expect(totals).toContainText('2 bought, 1 refunded')
  await expect(totals).toContainText('−$49.00')
  await expect(deadlines).toContainText('No upcoming deadlines.')
  await expect(page.getByRole('row', { name: title })).toContainText('Refunded')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv).toContain(`${title},`)
  expect(csv.trim().split('\n')).toHaveLength(3)

  await page.getByRole('link', { name: `Edit the purchase of ${title}` }).click()
  await page.getByRole('button', { name: 'Remove purchase' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove purchase' }).click()
  await expect(page.getByText('Purchase removed').filter({ visible: true }).first()).toBeVisible()
  await expect(totals).toContainText('1 bought, 0 refunded')
  await expect(page.getByRole('row', { name: title })).toHaveCount(0)
})
