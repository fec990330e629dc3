import type { Page } from '@playwright/test'
import { makeChangeLog, makeDeal, makeReview } from '#tests/factories'
import { db } from '~/db/database.server'
import { expect, hydrated, test } from './fixtures'

const statusOf = async (id: string) =>
  (await db.selectFrom('reviews').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text, visible: true }).first()

test('ten reviews can be moderated with the keyboard alone, each leading to the next', async ({
  page,
  signInAs,
  hasScripts,
}) => {
  // Ten pages, one after the other.
  test.slow()
  await signInAs({ role: 'MANAGER' })
  // The oldest of all; the runs with and without scripts use different years.
  const year = hasScripts ? 1990 : 1991
  const ids: string[] = []
  for (let day = 1; day <= 10; day++) {
    ids.push((await makeReview({ created_at: new Date(Date.UTC(year, 0, day)), body: `Review ${day} of ${year}.` })).id)
  }
  await page.goto(`/admin/reviews#item-${ids[0]}`)
  for (const [place, id] of ids.entries()) {
    await expect(page.locator(`#item-${id}`)).toBeFocused()
    if (place % 3 === 2) {
      // Past the deal link and Approve; a preset reason is enough.
      await press(page, 'Tab', 'Tab', 'Tab', 'Enter', 'Tab', 'ArrowDown', 'Tab', 'Tab', 'Enter')
    } else await press(page, 'Tab', 'Tab', 'Enter')
    await expect(page.locator(`#item-${id}`)).toHaveCount(0)
  }
  expect(await Promise.all(ids.map(statusOf))).toEqual(
    ids.map((_, place) => (place % 3 === 2 ? 'REJECTED' : 'APPROVED')),
  )
})

test('the second of two moderators is told who already decided the review', async ({
  page,
  browser,
  signInAs,
  hasScripts,
}) => {
  const review = await makeReview({ title: 'Decided twice' })
  await signInAs({ role: 'MANAGER', name: 'Noah' })
  await page.goto(`/admin/reviews/${review.id}`)

  const other = await browser.newContext({ javaScriptEnabled: hasScripts, baseURL: process.env.SITE_URL })
  const { makeProfile } = await import('#tests/factories')
  const { cookieOf } = await import('#tests/requests')
  const mira = await makeProfile({ role: 'MANAGER', name: 'Mira', email: `${crypto.randomUUID()}@example.com` })
  const [name, value] = (await cookieOf(mira)).split('=', 2)
  await other.addCookies([{ name: name!, value: value!, url: process.env.SITE_URL! }])
  const hers = await other.newPage()
  await hers.goto(`/admin/reviews/${review.id}`)
  await hydrated(hers)
  await hers.getByRole('button', { name: 'Approve' }).click()
  await expect(toast(hers, 'Review approved')).toBeVisible()
  await other.close()

  await page.getByText('Reject', { exact: true }).click()
  await page.getByLabel('Reason for rejection').fill('Too late')
  await page.getByRole('button', { name: 'Reject Review' }).click()
  await expect(page.getByRole('alert')).toContainText(/Failed to moderate review.*Already approved by Mira/s)
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Reopen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reopen' }).click()
  await expect(toast(page, 'Review reopened')).toBeVisible()
  expect(await statusOf(review.id)).toBe('PENDING')
})

test('approving a price change report sets the price and shows it in the Change Log', async ({ page, signInAs }) => {
  const deal = await makeDeal({ deal_price: '59' })
  const { id } = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE', new_value: '$49', title: 'Price lowered' })
  await signInAs({ role: 'ADMIN' })
  await page.goto(`/admin/change-logs/${id}`)
  await expect(page.getByLabel(/Set the deal’s price, now \$59.00/)).toBeChecked()
  await expect(page.getByLabel('New price in USD')).toHaveValue('49.00')
  await page.getByLabel('New price in USD').fill('a lot')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText(/Deal price must be a number/)).toBeVisible()
  await page.getByLabel('New price in USD').fill('49')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(toast(page, 'Change report approved')).toBeVisible()
  await page.goto(`/deals/${deal.slug}/changes`)
  await expect(page.getByText('Price lowered')).toBeVisible()
  await expect(page.getByText('$49.00').first()).toBeAttached()
})
