import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { makeAccount } from '#tests/factories'
import { db } from '~/db/database.server'
import { expectNoViolations } from './axe'
import { expect, hydrated, setSession, test } from './fixtures'

const PASSWORD = 'correct horse'

/** An authenticator of Chromium that answers at once, as if its owner had touched it. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    remove: () => devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
    refuse: () => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
    accept: () => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true }),
  }
}

async function arriveAsAdmin(page: Page) {
  const profile = await makeAccount(PASSWORD, { email: `${crypto.randomUUID()}@example.com`, role: 'ADMIN' })
  await setSession(page.context(), profile)
  return profile
}

async function addPasskey(page: Page) {
  await page.goto('/account/security')
  const box = page.getByRole('region', { name: 'Passkeys' })
  await box.locator('summary', { hasText: 'Add a passkey' }).click()
  await box.getByLabel('Your password').fill('wrong horse')
  await box.getByLabel('Your password').press('Enter')
  await expect(box.getByText('This is not your password.')).toBeVisible()
  await box.getByLabel('Name').fill('Work laptop')
  await box.getByLabel('Your password').fill(PASSWORD)
  await box.getByRole('button', { name: 'Add a passkey' }).click()
  const codes = page.getByRole('region', { name: 'Your recovery codes' }).locator('code')
  await expect(codes).toHaveCount(10)
  return { box, codes: await codes.allInnerTexts() }
}

test('an admin adds a passkey, signs out and signs in with it alone @scripts', async ({ page }) => {
  await arriveAsAdmin(page)
  const authenticator = await addAuthenticator(page)
  const { box } = await addPasskey(page)
  await expect(box.getByText('Work laptop').first()).toBeVisible()
  await expectNoViolations(page)

  await page.goto('/account')
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page.getByText('Signed out successfully').filter({ visible: true }).first()).toBeVisible()
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to your account')
  await authenticator.refuse()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('No passkey was used. Try again, or choose another way.')).toBeVisible()
  await authenticator.accept()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL('/admin/users')
})

test('a passkey button that is pressed before its script has loaded says to press it again @scripts', async ({
  page,
}) => {
  await arriveAsAdmin(page)
  await addAuthenticator(page)
  await addPasskey(page)
  await page.context().clearCookies()
  await page.route('**/assets/passkeys-*', () => {}, { times: 1 })
  // Resolves when a page has loaded with all its scripts, which the first one never does.
  const loaded = page.goto('/auth?redirectTo=%2Fadmin%2Fusers', { waitUntil: 'commit' })
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await button.click()
  await expect(page.getByText('This page was still loading. Please press the button again.')).toBeVisible()
  await loaded
  await button.click()
  await expect(page).toHaveURL('/admin/users')
})

test('a passkey is the second step after the password @scripts', async ({ page }) => {
  const { email } = await arriveAsAdmin(page)
  const authenticator = await addAuthenticator(page)
  const { codes } = await addPasskey(page)
  const enterPassword = async () => {
    await page.context().clearCookies()
    await page.goto('/auth?redirectTo=%2Faccount%2Fsecurity')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("Confirm it's you")
    await hydrated(page)
  }
  await enterPassword()
  await expect(page.getByLabel('Code', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/account/security')
  await hydrated(page)
  await expect(page.getByText(/last used on/)).toBeVisible()

  await authenticator.remove()
  await enterPassword()
  await page.getByRole('link', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[3]!)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('9 of 10 left')).toBeVisible()
})

test('a passkey is renamed, and removed with the password @scripts', async ({ page }) => {
  await arriveAsAdmin(page)
  await addAuthenticator(page)
  const { box } = await addPasskey(page)
  await box.getByText('Change or remove').click()
  await box.getByRole('textbox', { name: 'Name' }).first().fill('Old laptop')
  await box.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByText('Passkey renamed').filter({ visible: true }).first()).toBeVisible()
  await expect(box.getByText('Old laptop').first()).toBeVisible()
  await box.getByLabel('Your password').first().fill('wrong horse')
  await box.getByRole('button', { name: 'Remove this passkey' }).click()
  await expect(box.getByRole('link', { name: 'This is not your password.' })).toBeVisible()
  await box.getByLabel('Your password').first().fill(PASSWORD)
  await box.getByRole('button', { name: 'Remove this passkey' }).click()
  await expect(box.getByText('Old laptop')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Recovery codes', exact: true })).toHaveCount(0)
})

test('a passkey confirms who it is before what does harm @scripts', async ({ page }) => {
  const { id } = await arriveAsAdmin(page)
  await addAuthenticator(page)
  await addPasskey(page)
  await sql`update sessions set verified_at = now() - interval '1 hour' where user_id = ${id}`.execute(db)
  await page.goto('/auth/verify?redirectTo=%2Fadmin%2Fusers')
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect(page).toHaveURL('/admin/users')
  const session = await db
    .selectFrom('sessions')
    .select('verified_at')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(Date.now() - session.verified_at!.getTime()).toBeLessThan(60_000)
})
