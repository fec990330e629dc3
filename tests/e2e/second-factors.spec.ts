import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { makeAccount } from '#tests/factories'
import { db } from '~/db/database.server'
import { expectNoViolations } from './axe'
import { expect, hydrated, setSession, test } from './fixtures'

const PASSWORD = 'correct horse'

/** An account that is signed in in this browser. */
async function arrive(page: Page, role: 'USER' | 'ADMIN' = 'USER') {
  const profile = await makeAccount(PASSWORD, { email: `${crypto.randomUUID()}@example.com`, role })
  await setSession(page.context(), profile)
  return profile
}

/** Sets an authenticator app up as a person does, and returns it with the recovery codes. */
async function addApp(page: Page, userId: string) {
  await page.goto('/account/security')
  const box = page.getByRole('region', { name: 'Authenticator app' })
  await box.getByLabel('Your password').fill('wrong horse')
  await box.getByRole('button', { name: 'Set up an app' }).click()
  await expect(box.getByRole('link', { name: 'This is not your password.' })).toBeVisible()
  await box.getByLabel('Your password').fill(PASSWORD)
  await box.getByRole('button', { name: 'Set up an app' }).click()
  await expect(box.getByRole('img', { name: 'QR code' })).toBeVisible()
  await hydrated(page)
  const app = new TOTP({ secret: (await box.locator('code').innerText()).replaceAll(' ', '') })
  await box.getByLabel('Code', { exact: true }).fill('000000')
  await box.getByRole('button', { name: 'Turn on' }).click()
  await expect(box.getByRole('link', { name: /This is not the code from the app/ })).toBeVisible()
  await box.getByLabel('Code', { exact: true }).fill(app.generate())
  await box.getByRole('button', { name: 'Turn on' }).click()
  const shown = page.getByRole('region', { name: 'Your recovery codes' }).locator('code')
  await expect(shown).toHaveCount(10)
  const codes = await shown.allInnerTexts()
  await hydrated(page)
  await expectNoViolations(page)
  // The code that confirmed the app does not sign in; half a minute has passed.
  await db.updateTable('authenticators').set({ last_step: 0 }).where('user_id', '=', userId).execute()
  return { app, codes }
}

async function signOut(page: Page) {
  await page.context().clearCookies()
}

async function enterPassword(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Confirm it's you")
  await hydrated(page)
}

test('a member sets up an authenticator app and signs in with its code @both', async ({ page }) => {
  const { id, email } = await arrive(page)
  const { app } = await addApp(page, id)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Your recovery codes' })).toHaveCount(0)
  await expect(page.getByText('10 of 10 left')).toBeVisible()

  await signOut(page)
  await page.goto('/account/purchases')
  await enterPassword(page, email)
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText(/4 tries left/).first()).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(app.generate())
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/account/purchases')
})

test('a recovery code signs in once when the app is lost', async ({ page }) => {
  const { id, email } = await arrive(page)
  const { codes } = await addApp(page, id)
  const useCode = async () => {
    await page.getByRole('link', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(codes[0]!.toUpperCase())
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  }
  await signOut(page)
  await page.goto('/auth?redirectTo=%2Faccount%2Fsecurity')
  await enterPassword(page, email)
  await useCode()
  await expect(page).toHaveURL('/account/security')
  await expect(page.getByText('9 of 10 left')).toBeVisible()

  await signOut(page)
  await page.goto('/auth')
  await enterPassword(page, email)
  await useCode()
  await expect(page.getByText(/was used before/).first()).toBeVisible()
})

test('a member makes new recovery codes and removes the app with the password', async ({ page }) => {
  const { id } = await arrive(page)
  const { codes } = await addApp(page, id)
  await page.goto('/account/security')
  const recovery = page.getByRole('region', { name: 'Recovery codes', exact: true })
  await recovery.getByText('Make new codes').first().click()
  await recovery.getByLabel('Your password').fill(PASSWORD)
  await recovery.getByRole('button', { name: 'Make new codes' }).click()
  const renewed = page.getByRole('region', { name: 'Your recovery codes' }).locator('code')
  await expect(renewed).toHaveCount(10)
  expect(await renewed.allInnerTexts()).not.toContain(codes[0])

  await page.goto('/account/security')
  const box = page.getByRole('region', { name: 'Authenticator app' })
  await box.getByText('Remove the app').first().click()
  await box.getByLabel('Your password').fill(PASSWORD)
  await box.getByRole('button', { name: 'Remove the app' }).click()
  await expect(box.getByRole('button', { name: 'Set up an app' })).toBeVisible()
  await expect(recovery).toHaveCount(0)
})

test('an admin resets the second factor of a member who has lost it', async ({ page }) => {
  const ada = await arrive(page)
  await addApp(page, ada.id)
  await signOut(page)
  await arrive(page, 'ADMIN')
  await page.goto(`/account?userId=${ada.id}`)
  await page.getByRole('link', { name: 'Reset second factors' }).click()
  await page.getByRole('button', { name: 'Reset second factors' }).click()
  await expect(page.getByText('Second factors reset').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Reset second factors' })).toHaveCount(0)
})
