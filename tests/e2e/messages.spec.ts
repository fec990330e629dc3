import { makeReview } from '#tests/factories'
import { expect, test } from './fixtures'

const REGIONS = '[role="status"], [role="alert"], [role="log"], [aria-live]'

test('a status message is in exactly one live region @both', async ({ page, signInAs }) => {
  await signInAs({ role: 'ADMIN' })
  const { id } = await makeReview()
  // The page goes on to the next item, which claims it.
  await makeReview()
  await page.goto(`/admin/queue/reviews/${id}`)
  await page.getByRole('button', { name: 'Approve' }).click()
  const region = page.locator(REGIONS).filter({ hasText: 'Review approved' })
  await expect(region).toHaveCount(1)
  await expect(region).toContainText('Review approved')
  await page.goto(`/admin/queue/reviews/${id}`)
  await page.getByRole('button', { name: 'Reopen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reopen' }).click()
  await expect(page.locator(REGIONS).filter({ hasText: 'Review reopened' })).toHaveCount(1)
})

test('a status message is announced once', async ({ page, signInAs }) => {
  await signInAs({ role: 'ADMIN' })
  const { id } = await makeReview()
  // The page goes on to the next item, which claims it.
  await makeReview()
  await page.goto(`/admin/queue/reviews/${id}`)
  await page.evaluate((regions) => {
    const announced: string[] = []
    Object.assign(window, { announced })
    new MutationObserver((records) => {
      for (const { addedNodes } of records) {
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue
          for (const region of [node.closest(regions), ...node.querySelectorAll(regions)]) {
            if (region) announced.push(region.textContent ?? '')
          }
        }
      }
    }).observe(document, { childList: true, subtree: true })
  }, REGIONS)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.locator('[data-message]')).toContainText('Review approved')
  const announced = await page.evaluate(() => (window as unknown as { announced: string[] }).announced)
  expect(announced.filter((text) => text.includes('Review approved'))).toHaveLength(1)
})
