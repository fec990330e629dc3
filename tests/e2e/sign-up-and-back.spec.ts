import type { Page } from '@playwright/test'
import { makeAccount, makeDeal } from '#tests/factories'
import { db } from '~/db/database.server'
import { expect, hydrated, newEmail, said, test } from './fixtures'
import { openMail, queuedFor } from './mails'

async function signIn(page: Page, email: string, password = 'correct horse') {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).not.toHaveURL(/\/auth/)
  await hydrated(page)
}

test('a reader signs up at the review form, has the mail sent again, confirms elsewhere and is back at the form @both', async ({
  page,
  browser,
  baseURL,
  hasScripts,
}) => {
  test.slow()
  const { slug } = await makeDeal({ slug: `moorline-${crypto.randomUUID()}` })
  const email = newEmail()
  // The clock of the page is ahead of the server's only where scripts run; there it counts down.
  if (hasScripts) await page.clock.install()
  await page.goto(`/deals/${slug}`)
  await page.getByRole('link', { name: 'Be the first to review it' }).click()
  await page.getByRole('link', { name: 'Create your account' }).click()
  await page.getByLabel('Name').fill('Maya Lindqvist')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Sign Up' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox')
  const main = page.getByRole('main')
  await expect(main).toContainText(`We sent an email to ${email}.`)
  await expect(main).toContainText('It takes you back to where you were.')
  await expect(main).toContainText('Look in your spam folder first.')
  const again = page.getByRole('button', { name: 'Send it again' })
  if (hasScripts) {
    await expect(again).toBeDisabled()
    await expect(main).toContainText(/You can send it again in \d+ s\./)
    await page.clock.fastForward(61_000)
    await expect(again).toBeEnabled()
  } else {
    await expect(main).toContainText(/You can send it again in \d+ seconds\./)
  }
  // The server has its own clock.
  await again.click()
  await expect(page.getByRole('alert')).toContainText(/Wait \d+ more seconds, then try again\./)
  expect(await queuedFor(email)).toHaveLength(1)

  const elsewhere = await browser.newContext({ baseURL, javaScriptEnabled: hasScripts })
  const other = await elsewhere.newPage()
  await other.goto(await openMail(email))
  await other.getByRole('button', { name: 'Confirm Email' }).click()
  await expect(other).toHaveURL(new RegExp(`/deals/${slug}#review-form$`))
  for (const text of ['Your email is confirmed.', 'You are signed in.']) await expect(said(other, text)).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Write a review' })).toBeInViewport()
  await elsewhere.close()
})

test('the sign-in page says that the session ended, and signing in returns to the page @both', async ({
  page,
  hasScripts,
}) => {
  const { id, email } = await makeAccount('correct horse', { email: newEmail() })
  const { slug } = await makeDeal({ slug: `moorline-${crypto.randomUUID()}` })
  await page.goto(`/auth?redirectTo=${encodeURIComponent(`/deals/${slug}`)}`)
  await expect(page.getByText('Your session has ended')).toHaveCount(0)
  await signIn(page, email)
  await page.getByLabel('Title').fill('Solid')
  await page.getByLabel('Review', { exact: true }).fill('Two years in, and it does what it says.')
  await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await db.deleteFrom('sessions').where('user_id', '=', id).execute()
  if (hasScripts) {
    // The page notices when somebody comes back to it, and leaves what was typed.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(said(page, 'Sign in in another tab, then send it.')).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue('Solid')
  }
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to your account')
  await expect(said(page, 'Your session has ended')).toBeVisible()

  await signIn(page, email)
  await expect(page).toHaveURL(new RegExp(`/deals/${slug}(#|$)`))
  await expect(page.getByRole('button', { name: 'Submit Review' })).toBeVisible()
  if (!hasScripts) return
  await expect(page.getByLabel('Title')).toHaveValue('Solid')
  await expect(page.getByLabel('Review', { exact: true })).toHaveValue('Two years in, and it does what it says.')
  await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked()
})
