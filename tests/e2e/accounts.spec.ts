import type { Page } from '@playwright/test'
import { makeAccount, makeBookmark, makeDeal, makeReview } from '#tests/factories'
import { db } from '~/db/database.server'
import { expect, hydrated, newEmail, test } from './fixtures'
import { openMail } from './mails'

async function signIn(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

test('a visitor signs up, confirms the email, opens the account page and signs out @both', async ({ page }) => {
  const email = newEmail()
  await page.goto('/auth?redirectTo=%2Fdeals%3Fsort%3Drating')
  await page.getByRole('link', { name: 'Create your account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your account')
  await page.getByLabel('Name').fill('Maya Lindqvist')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(
    page.getByText('Check your email to confirm your account!').filter({ visible: true }).first(),
  ).toBeVisible()

  await expect(page).toHaveURL('/auth/inbox?redirectTo=%2Fdeals%3Fsort%3Drating')
  await expect(page.getByRole('main')).toContainText(`We sent an email to ${email}.`)

  // The sign-in form names the address too.
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText(`We sent an email to ${email}.`)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)

  await signIn(page, email, 'correct horse')
  await expect(page.getByText('Please confirm your email first').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resend confirmation email' })).toBeVisible()

  await page.goto(await openMail(email))
  expect(new URL(page.url()).search).toBe('')
  await expect(page.getByRole('main').getByRole('definition')).toHaveText(['Maya Lindqvist', email])
  await page.getByRole('button', { name: 'Confirm Email' }).click()
  await expect(page).toHaveURL('/deals?sort=rating')
  for (const text of ['Your email is confirmed.', 'You are signed in.']) {
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
  }

  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Account')
  await expect(page.getByText(email)).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page.getByText('Signed out successfully').filter({ visible: true }).first()).toBeVisible()
  await page.goBack()
  await expect(page.getByText(email)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to your account')
})

test('/account leads visitors through sign-in and then opens', async ({ page }) => {
  const { email } = await makeAccount('correct horse', { email: newEmail() })
  await page.goto('/account')
  await signIn(page, email, 'wrong horse')
  await expect(page.getByText('Wrong email or password.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await signIn(page, email, 'correct horse')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Account')
  await page.goto('/auth')
  await expect(page).toHaveURL('/')
})

test('a forgotten password is reset by email; its notice gives way to the error of a wrong password', async ({
  page,
}) => {
  const { email } = await makeAccount('correct horse', { email: newEmail() })
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset your password')
  await expect(page.getByLabel('Password')).toHaveCount(0)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Reset Email' }).click()
  await expect(
    page.getByText('Password reset email sent! Check your inbox.').filter({ visible: true }).first(),
  ).toBeVisible()
  const notice = page.getByText('Open it within 30 minutes to choose a new password.')
  await expect(notice).toBeVisible()
  await signIn(page, email, 'battery staple')
  await expect(page.getByText('Wrong email or password.')).toBeVisible()
  await expect(notice).toHaveCount(0)
  await page.goto('/auth')
  await expect(notice).toHaveCount(0)

  const link = await openMail(email)
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('battery staple')
  await page.getByLabel('Confirm new password').fill('battery stable')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('link', { name: 'The passwords do not match.' })).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('battery staple')
  await page.getByLabel('Confirm new password').fill('battery staple')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed').filter({ visible: true }).first()).toBeVisible()

  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
  await page.goto('/auth')
  await signIn(page, email, 'battery staple')
  await expect(page.getByText('Signed in successfully!').filter({ visible: true }).first()).toBeVisible()
})

test('the account page shows the status of each review', async ({ page, signInAs }) => {
  const ada = await signInAs({ name: 'Ada' })
  const deal = await makeDeal({ slug: `moorline-${crypto.randomUUID()}`, title: 'Moorline' })
  await makeReview({
    user_id: ada.id,
    deal_id: deal.id,
    title: 'Ask me on the forum',
    status: 'REJECTED',
    moderation_reason: 'Promotes a referral code.',
  })
  await makeBookmark({ user_id: ada.id, deal_id: deal.id })
  await page.goto('/account')

  const reviews = page.getByRole('region', { name: 'My Reviews' })
  await expect(reviews.getByText('Rejected')).toBeVisible()
  await expect(reviews.getByText('Promotes a referral code.')).toBeVisible()
  await expect(reviews.getByRole('link', { name: /Edit and resubmit/ })).toHaveAttribute('href', /^\/deals\/moorline-/)

  await page.getByRole('button', { name: 'Remove bookmark: Moorline' }).click()
  await expect(page.getByText('No saved deals yet')).toBeVisible()
  const saved = page.getByRole('region', { name: 'Saved Deals' })
  await expect(saved).toContainText('Bookmark a deal to save it here')
  await expect(saved.getByRole('link', { name: 'Browse Deals' })).toHaveAttribute('href', '/deals')

  await db
    .updateTable('reviews')
    .set({ status: 'PENDING', moderation_reason: null })
    .where('user_id', '=', ada.id)
    .execute()
  await page.reload()
  await page.getByRole('link', { name: /^Edit\s*: Ask me/ }).click()
  await expect(page).toHaveURL(/\/deals\/moorline-.*#review-form$/)
  await expect(page.getByRole('heading', { name: 'Edit your review' })).toBeInViewport()
  await expect(page.getByLabel('Title')).toHaveValue('Ask me on the forum')
})

test('deleting the account asks for confirmation and signs out @both', async ({ page, context, baseURL }) => {
  const { id, email } = await makeAccount('correct horse', { email: newEmail() })
  await page.goto(`${baseURL}/account/settings`)
  await signIn(page, email, 'correct horse')
  const box = page.getByRole('region', { name: 'Delete account' })
  await expect(box).toBeVisible()
  await hydrated(page)
  await box.getByLabel('Current password').fill('correct horse')
  await box.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(await db.selectFrom('profiles').select('id').where('id', '=', id).execute()).toEqual([])
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('session')
})

test('an error summary takes the focus, with and without a page load', async ({ page, signInAs }) => {
  await page.goto('/auth?mode=sign-up')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('alert')).toBeFocused()
  await signInAs()
  await page.goto('/account/settings')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('alert')).toBeFocused()
})

test('a click during hydration does not break the account page', async ({ page, signInAs }) => {
  await signInAs()
  await page.addInitScript(() => {
    const listen = EventTarget.prototype.addEventListener
    EventTarget.prototype.addEventListener = function (...given) {
      // React attaches its listeners: a click from here on arrives during hydration.
      if (this === document && given[0] === 'click') queueMicrotask(() => document.querySelector('h1')?.click())
      listen.apply(this, given)
    }
  })
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Account')
})

test('signing out in one tab signs out the others', async ({ page, context, signInAs }) => {
  await signInAs()
  const other = await context.newPage()
  await other.goto('/account')
  await page.goto('/account')
  await hydrated(other)
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(other).toHaveURL(/\/auth\?redirectTo=%2Faccount/)
  expect(await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])).not.toContain(
    'session',
  )
})

for (const [path, role] of [
  ['/account/settings', 'USER'],
  ['/admin/site', 'ADMIN'],
] as const) {
  test(`a session ended on the server is noticed on ${path} within half a minute, even with unsent input`, async ({
    page,
    signInAs,
  }) => {
    const { id } = await signInAs({ role })
    await page.clock.install()
    await page.goto(path)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Unsent')
    await db.deleteFrom('sessions').where('user_id', '=', id).execute()
    await page.clock.fastForward(31_000)
    await expect(page).toHaveURL(`/auth?redirectTo=${encodeURIComponent(path)}`)
  })
}

test('on a public page what was typed stays when the session ends, and a message says so', async ({
  page,
  signInAs,
}) => {
  const [{ id }, { slug }] = [await signInAs(), await makeDeal()]
  await page.clock.install()
  await page.goto(`/deals/${slug}`)
  await page.getByRole('textbox', { name: 'Review' }).fill('Unsent')
  await db.deleteFrom('sessions').where('user_id', '=', id).execute()
  await page.clock.fastForward(31_000)
  await expect(page.getByText('You were signed out')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Review' })).toHaveValue('Unsent')
})
