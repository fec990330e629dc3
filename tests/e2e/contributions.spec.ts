import { makeComment, makeDeal } from '#tests/factories'
import { db } from '~/db/database.server'
import { expect, hydrated, said, test } from './fixtures'

test('a member reviews a deal, reads why the review was rejected, and resubmits it @both', async ({
  page,
  browser,
  signInAs,
  hasScripts,
}) => {
  test.slow()
  const { id: deal_id, slug } = await makeDeal({ slug: `reviewed-${crypto.randomUUID().slice(0, 8)}` })
  const ada = await signInAs({ name: 'Ada Lovelace' })
  await page.goto(`/deals/${slug}`)

  await page.getByLabel('Title').fill('Good value')
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await expect(page.getByText('Rating required')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Please select a rating' })).toBeInViewport()
  await expect(page.getByLabel('Title')).toHaveValue('Good value')

  // By keyboard: each arrow press adds one star.
  await page.getByRole('radio', { name: '1 star' }).press('Space')
  for (let stars = 1; stars < 4; stars++) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await page.getByRole('textbox', { name: 'Review' }).pressSequentially('Two lines\n😀')
  if (hasScripts) await expect(page.getByText('11 / 1000')).toBeVisible()
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await expect(said(page, 'Your review is pending moderation')).toBeVisible()
  await expect(page.getByText('Rating required')).toHaveCount(0)
  const own = page.getByRole('article', { name: 'Your review' })
  await expect(own).toContainText('Pending')
  await expect(own.getByLabel('4 out of 5 stars')).toBeInViewport()

  const visitor = await (await browser.newContext({ javaScriptEnabled: hasScripts })).newPage()
  await visitor.goto(`${page.url().split('#')[0]}`)
  await expect(visitor.getByText('Be the first to review it')).toBeVisible()
  await expect(visitor.getByText('Good value')).toHaveCount(0)
  await visitor.context().close()

  const verdict = { status: 'REJECTED', moderation_reason: 'Say what you use it for.' } as const
  await db.updateTable('reviews').set(verdict).where('user_id', '=', ada.id).execute()
  await page.goto('/account')
  await page.getByRole('link', { name: 'Edit and resubmit' }).click()
  await expect(own).toContainText('Not published: Say what you use it for.')
  await hydrated(page)
  await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await page.getByRole('textbox', { name: 'Review' }).fill('Invoices, every week.')
  await page.getByRole('button', { name: 'Save Review' }).click()
  await expect(own).toContainText('Pending')
  await expect(own).toContainText('Invoices, every week.')
  await expect(own).not.toContainText('Not published')

  await db.updateTable('reviews').set({ status: 'APPROVED' }).where('deal_id', '=', deal_id).execute()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Reviews (1)' })).toBeVisible()
  await expect(own).toHaveCount(0)
  await page.getByRole('button', { name: 'Save Review' }).click()
  await expect(said(page, 'Nothing to change')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Reviews (1)' })).toBeVisible()
})

test('a member comments, edits the comment, and sees no forms once suspended', async ({ page, signInAs }) => {
  test.slow()
  const { id: deal_id, slug } = await makeDeal({ slug: `discussed-${crypto.randomUUID().slice(0, 8)}` })
  await makeComment({ deal_id, status: 'APPROVED', body: 'Works on Linux too.' })
  const ada = await signInAs()
  await page.goto(`/deals/${slug}/comments`)

  await page.getByRole('textbox', { name: 'Comment' }).fill('x'.repeat(1_001))
  await page.getByRole('button', { name: 'Submit Comment' }).click()
  await expect(page.getByRole('link', { name: 'Comment can have at most 1000 characters, not 1001.' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('x'.repeat(1_001))
  await page.getByRole('textbox', { name: 'Comment' }).fill('Is there an API?')
  await page.getByRole('button', { name: 'Submit Comment' }).dblclick()
  await expect(said(page, 'Your comment is pending moderation')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('')
  const own = page.getByRole('article', { name: 'Your comment' })
  await expect(own).toHaveCount(1)
  await expect(own).toContainText('Is there an API?')

  await own.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('Is there an API?')
  await page.getByRole('textbox', { name: 'Comment' }).fill('Is there a REST API?')
  await page.getByRole('button', { name: 'Save Comment' }).click()
  await expect(own).toContainText('Is there a REST API?')
  await expect(page.getByRole('heading', { name: 'Write a comment' })).toBeVisible()

  await db.updateTable('profiles').set({ status: 'SUSPENDED' }).where('id', '=', ada.id).execute()
  await page.goto(`/deals/${slug}`)
  const record = page.getByRole('region', { name: 'Record' })
  await expect(record.getByText('Your account is suspended')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit Review' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Comments (1)' }).click()
  await expect(own).toContainText('Is there a REST API?')
  await expect(record.getByText('Your account is suspended')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
})

test('a half-written review and comment are still there after another tab, until they are sent', async ({
  page,
  signInAs,
}) => {
  const { slug } = await makeDeal()
  await signInAs({})
  await page.goto(`/deals/${slug}`)
  await page.getByText('4 stars', { exact: true }).locator('..').click()
  await page.getByLabel('Title').fill('Half a')
  await page.getByLabel('Review', { exact: true }).fill('It does')
  await page.getByRole('link', { name: /^Comments/ }).click()
  await page.getByLabel('Comment', { exact: true }).fill('Does it')
  await page.getByRole('link', { name: /^Reviews/ }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Half a')
  await expect(page.getByLabel('Review', { exact: true })).toHaveValue('It does')
  await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await page.getByRole('link', { name: /^Comments/ }).click()
  await expect(page.getByLabel('Comment', { exact: true })).toHaveValue('Does it')

  await page.getByRole('link', { name: /^Reviews/ }).click()
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await expect(page.getByText('Review submitted').first()).toBeVisible()
  const listDrafts = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft')))
  expect(await listDrafts()).toEqual([expect.stringContaining('comment')])
  await page.goto('/account')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('Signed out successfully').first()).toBeAttached()
  expect(await listDrafts()).toEqual([])
})
