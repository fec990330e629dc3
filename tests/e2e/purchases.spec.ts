import { makeDeal } from '#tests/factories'
import { db } from '~/db/database.server'
import { expect, test } from './fixtures'

test('a member says when they bought a deal, and readers see labels', async ({ page, signInAs }) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  const deal = await makeDeal()
  const ada = await signInAs({ name: 'Ada Lovelace' })
  await page.goto(`/deals/${deal.slug}`)

  const fold = page.getByText('About your purchase')
  await expect(page.getByLabel('When did you buy it?')).toBeHidden()
  await fold.click()
  await page.getByText('4 stars').click({ force: true })
  await page.getByLabel('Title').fill('Good value')
  await page.getByRole('textbox', { name: 'Review' }).fill('Invoices, every week.')
  await page.getByLabel('I got a refund').check()
  await page.getByLabel('Day of the refund').fill('2026-04-01')
  const refused = 'People who work for the vendor or a competitor cannot review a deal.'
  await expect(page.getByText(refused)).toBeHidden()
  await page.getByLabel('I work for the vendor or a competitor').check()
  await expect(page.getByText(refused)).toBeVisible()
  await page.getByRole('button', { name: 'Submit Review' }).click()

  await expect(page.locator('#review-connection-error')).toContainText(refused)
  await expect(page.locator('#review-refunded-error')).toContainText('Say when you bought it')
  await expect(page.getByLabel('Title')).toHaveValue('Good value')
  await expect(page.getByLabel('Day of the refund')).toHaveValue('2026-04-01')

  await page.getByLabel('When did you buy it?').fill('2026-03-14')
  await page.getByLabel('Got it free or as a gift').check()
  await page.getByRole('button', { name: 'Submit Review' }).click()
  const own = page.getByRole('article', { name: 'Your review' })
  await expect(own.getByRole('listitem')).toHaveText(['You bought it in Mar 2026', 'Got it free', 'Refunded'])
  await expect(page.getByLabel('When did you buy it?')).toHaveValue('2026-03-14')
  await expect(page.getByLabel('Got it free or as a gift')).toBeChecked()
  expect(await db.selectFrom('purchases').select('bought_on').where('user_id', '=', ada.id).execute()).toEqual([
    { bought_on: '2026-03-14' },
  ])
})
