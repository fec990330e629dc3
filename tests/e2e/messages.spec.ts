import { makeReview } from '#tests/factories'
import { expect, expectNoSidewaysScroll, resize, test } from './fixtures'

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

test('at most three messages are shown, in a strip that never covers the end of the page', async ({ page }) => {
  await page.goto('/about')
  const show = (...titles: string[]) =>
    page.evaluate((titles) => {
      for (const title of titles) {
        document.dispatchEvent(new CustomEvent('toast', { detail: { tone: 'success', title, stays: true } }))
      }
    }, titles)
  const messages = page.locator('[data-message]').filter({ visible: true })

  await show('First', 'Second', 'Third', 'Fourth')
  await expect(messages).toHaveText(['Second', 'Third', 'Fourth'])
  for (const width of [1440, 390]) {
    await resize(page, width, 800)
    await expect(messages.last()).toBeInViewport({ ratio: 1 })
    await expectNoSidewaysScroll(page)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const strip = (await page.locator('[data-toasts]').boundingBox())!
    const footer = (await page.getByRole('contentinfo').boundingBox())!
    expect(strip.y + strip.height).toBeLessThanOrEqual(footer.y + 1)
    await page.evaluate(() => scrollTo(0, 0))
  }
  await page.getByRole('button', { name: 'Dismiss' }).last().click()
  await expect(messages).toHaveText(['Second', 'Third'])
})
