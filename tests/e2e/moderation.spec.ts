import type { Page } from '@playwright/test'
import { makeChangeLog, makeDeal, makeReview } from '#tests/factories'
import { db } from '~/db/database.server'
import { claimFor } from './claims'
import { expect, test } from './fixtures'

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
  const staff = await signInAs({ role: 'MANAGER' })
  // The oldest of all; the runs with and without scripts use different years.
  const year = hasScripts ? 1990 : 1991
  const ids: string[] = []
  for (let day = 1; day <= 10; day++) {
    ids.push((await makeReview({ created_at: new Date(Date.UTC(year, 0, day)), body: `Review ${day} of ${year}.` })).id)
  }
  await claimFor(staff, ids)
  await page.goto(`/admin/reviews#item-${ids[0]}`)
  for (const [place, id] of ids.entries()) {
    await expect(page.locator(`#item-${id}`)).toBeFocused()
    if (place % 3 === 2) {
      // Past the deal link and Approve; a reason is enough.
      await press(page, 'Tab', 'Tab', 'Tab', 'Enter', 'Tab', 'Space', 'Tab', 'Tab', 'Enter')
    } else await press(page, 'Tab', 'Tab', 'Enter')
    await expect(page.locator(`#item-${id}`)).toHaveCount(0)
  }
  expect(await Promise.all(ids.map(statusOf))).toEqual(
    ids.map((_, place) => (place % 3 === 2 ? 'REJECTED' : 'APPROVED')),
  )
})

test('approving a price change report sets the price and shows it in the Change Log', async ({ page, signInAs }) => {
  const deal = await makeDeal({ deal_price: '59' })
  const { id } = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE', new_value: '$49', title: 'Price lowered' })
  await signInAs({ role: 'ADMIN' })
  // The page goes on to the next item, which claims it.
  await makeChangeLog()
  await page.goto(`/admin/queue/change-reports/${id}`)
  await expect(page.getByRole('table', { name: 'Reported change' })).toContainText('$59.00')
  await expect(page.getByLabel('New deal price')).toHaveValue('49.00')
  await page.getByLabel('New deal price').fill('a lot')
  await page.getByRole('button', { name: 'Approve and apply' }).click()
  await expect(page.getByText(/Deal price must be a number/)).toBeVisible()
  await page.getByLabel('New deal price').fill('49')
  await page.getByRole('button', { name: 'Approve and apply' }).click()
  await expect(toast(page, 'Change report approved')).toBeVisible()
  await page.goto(`/deals/${deal.slug}/changes`)
  await expect(page.getByText('Price lowered')).toBeVisible()
  await expect(page.getByText('$49.00').first()).toBeAttached()
})
