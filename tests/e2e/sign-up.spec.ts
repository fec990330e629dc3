import type { Page } from '@playwright/test'
import { makeAccount, makeDeal } from '#tests/factories'
import { db } from '~/db/database.server'
import { expect, hydrated, newEmail, said, setSession, test } from './fixtures'
import { openMail, queuedFor } from './mails'

const { step } = test
const PASSWORD = 'correct horse'

async function signIn(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

const title = (page: Page) => page.getByRole('heading', { level: 1 })

test('a reader signs up at the review form, confirms in another browser, is back at the form, and signs out @both @clock', async ({
  page,
  browser,
  baseURL,
  hasScripts,
}) => {
  test.slow()
  const [{ slug }, email] = [await makeDeal(), newEmail()]
  const main = page.getByRole('main')
  // With scripts the page counts down by its own clock, which this journey sets ahead of the server's.
  if (hasScripts) await page.clock.install()

  await step('the form for a review leads to the sign-up', async () => {
    await page.goto(`/deals/${slug}`)
    await page.getByRole('link', { name: 'Be the first to review it' }).click()
    await page.getByRole('link', { name: 'Create your account' }).click()
    await expect(title(page)).toHaveText('Create your account')
    await page.getByLabel('Name').fill('Maya Lindqvist')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('Check your email to confirm your account!')).toHaveCount(1)
  })

  await step('the email can be sent again after a minute by the clock of the server', async () => {
    const redirectTo = encodeURIComponent(`/deals/${slug}#review-form`)
    await page.goto(`/auth/inbox?redirectTo=${redirectTo}`)
    await expect(title(page)).toHaveText('Check your email to confirm your account!')
    await expect(main).toContainText(`We sent an email to ${email}.`)
    await expect(main).toContainText('It takes you back to where you were.')
    await expect(main).toContainText('Look in your spam folder first.')
    const again = page.getByRole('button', { name: 'Send it again' })
    if (hasScripts) {
      await expect(again).toBeDisabled()
      await expect(main).toContainText(/You can send it again in \d+ s\./)
      await page.clock.fastForward(61_000)
      await expect(again).toBeEnabled()
    } else await expect(main).toContainText(/You can send it again in \d+ seconds\./)
    await again.click()
    await expect(page.getByRole('alert')).toContainText(/Wait \d+ more seconds, then try again\./)
    expect(await queuedFor(email)).toHaveLength(1)
  })

  await step('signing in before that asks for the confirmation', async () => {
    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText(`We sent an email to ${email}.`)).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await signIn(page, email)
    await expect(said(page, 'Please confirm your email first')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Resend confirmation email' })).toBeVisible()
  })

  await step('the link in the email works in another browser, and leads back to the form', async () => {
    const context = await browser.newContext({ baseURL, javaScriptEnabled: hasScripts })
    const other = await context.newPage()
    await other.goto(await openMail(email))
    expect(new URL(other.url()).search).toBe('')
    await expect(other.getByRole('main').getByRole('definition')).toHaveText(['Maya Lindqvist', email])
    await other.getByRole('button', { name: 'Confirm Email' }).click()
    await expect(other).toHaveURL(`/deals/${slug}#review-form`)
    for (const text of ['Your email is confirmed.', 'You are signed in.']) await expect(said(other, text)).toBeVisible()
    await expect(other.getByRole('heading', { name: 'Write a review' })).toBeInViewport()

    await other.goto('/account')
    await hydrated(other)
    await expect(title(other)).toHaveText('My Account')
    await expect(other.getByText(email)).toBeVisible()
    await other.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await expect(said(other, 'Signed out successfully')).toBeVisible()
    await other.goBack()
    await expect(other.getByText(email)).toBeHidden()
    await expect(title(other)).toHaveText('Sign in to your account')
    await context.close()
  })
})

test('a member signs in where the way led through it, loses the session, and resets a forgotten password @both', async ({
  page,
  hasScripts,
}) => {
  test.slow()
  const { id, email } = await makeAccount(PASSWORD, { email: newEmail() })
  const { slug } = await makeDeal()
  const ended = said(page, 'Your session has ended')

  await step('the account opens after signing in, and a wrong password keeps the email', async () => {
    await page.goto('/account')
    await expect(ended).toHaveCount(0)
    await signIn(page, email, 'wrong horse')
    await expect(page.getByText('Wrong email or password.')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
    await signIn(page, email)
    await expect(title(page)).toHaveText('My Account')
  })

  await step('a form that was sent after the end of the session comes back after signing in', async () => {
    const [heading, body] = [page.getByLabel('Title'), page.getByLabel('Review', { exact: true })]
    await page.goto(`/deals/${slug}`)
    await heading.fill('Solid')
    await body.fill('Two years in, and it does what it says.')
    await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
    await db.deleteFrom('sessions').where('user_id', '=', id).execute()
    if (hasScripts) {
      // The page checks the session when it becomes visible again, and keeps what was typed.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect(said(page, 'Sign in in another tab, then send it.')).toBeVisible()
      await expect(heading).toHaveValue('Solid')
    }
    await page.getByRole('button', { name: 'Submit Review' }).click()
    await expect(title(page)).toHaveText('Sign in to your account')
    await expect(ended).toBeVisible()
    await signIn(page, email)
    await expect(page).toHaveURL(new RegExp(`/deals/${slug}(#|$)`))
    await expect(page.getByRole('button', { name: 'Submit Review' })).toBeVisible()
    if (!hasScripts) return
    await expect(heading).toHaveValue('Solid')
    await expect(body).toHaveValue('Two years in, and it does what it says.')
    await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked()
  })

  await step('a forgotten password is reset by email, whose notice ends with the next error', async () => {
    await page.context().clearCookies()
    await page.goto('/auth')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(title(page)).toHaveText('Reset your password')
    await expect(page.getByLabel('Password')).toHaveCount(0)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send Reset Email' }).click()
    await expect(said(page, 'Password reset email sent! Check your inbox.')).toBeVisible()
    const notice = page.getByText('Open it within 30 minutes to choose a new password.')
    await expect(notice).toBeVisible()
    await signIn(page, email, 'battery staple')
    await expect(page.getByText('Wrong email or password.')).toBeVisible()
    await expect(notice).toHaveCount(0)
  })

  await step('the link in the email works once', async () => {
    const link = await openMail(email)
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill('battery staple')
    await page.getByLabel('Confirm new password').fill('battery stable')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByRole('link', { name: 'The passwords do not match.' })).toBeVisible()
    await page.getByLabel('New password', { exact: true }).fill('battery staple')
    await page.getByLabel('Confirm new password').fill('battery staple')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(said(page, 'Password changed')).toBeVisible()
    await page.goto(link)
    await expect(title(page)).toHaveText('This link no longer works')
    await page.goto('/auth')
    await signIn(page, email, 'battery staple')
    await expect(said(page, 'Signed in successfully!')).toBeVisible()
  })
})

test('pages notice when the session has ended, in another tab or on the server @clock', async ({
  page,
  context,
  signInAs,
}) => {
  const admin = await signInAs({ role: 'ADMIN' })
  const { slug } = await makeDeal()
  // React attaches its listeners: a click from here on arrives during hydration, and must not break the page.
  await page.addInitScript(() => {
    const listen = EventTarget.prototype.addEventListener
    EventTarget.prototype.addEventListener = function (...given) {
      if (this === document && given[0] === 'click') queueMicrotask(() => document.querySelector('h1')?.click())
      listen.apply(this, given)
    }
  })

  await step('signing out in one tab signs out the others', async () => {
    const other = await context.newPage()
    await other.goto('/account')
    await hydrated(other)
    await page.goto('/account')
    await expect(title(page)).toHaveText('My Account')
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await expect(other).toHaveURL(/\/auth\?redirectTo=%2Faccount/)
    await other.close()
    const keys = () => page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
    expect(await keys()).not.toContain('session')
  })

  await page.clock.install()
  const endSession = async () => {
    await db.deleteFrom('sessions').where('user_id', '=', admin.id).execute()
    await page.clock.fastForward(31_000)
  }
  for (const path of ['/account/settings', '/admin/site']) {
    await step(`${path} leads to the sign-in within half a minute, even with unsent input`, async () => {
      await setSession(context, admin)
      await page.goto(path)
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Unsent')
      await endSession()
      await expect(page).toHaveURL(`/auth?redirectTo=${encodeURIComponent(path)}`)
    })
  }
  await step('a public page leaves what was typed, and says that the member was signed out', async () => {
    await setSession(context, admin)
    await page.goto(`/deals/${slug}`)
    await page.getByRole('textbox', { name: 'Review' }).fill('Unsent')
    await endSession()
    await expect(page.getByText('You were signed out')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Review' })).toHaveValue('Unsent')
  })
})
