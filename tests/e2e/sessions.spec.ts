import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { makeAccount, makeCategory, makeDeal, makeProfile } from '#tests/factories'
import { makeAuthenticator } from '#tests/staff-factories'
import { db } from '~/db/database.server'
import { expectNoViolations } from './axe'
import { expect, hydrated, newEmail, said, setSession, test, unique } from './fixtures'

const PASSWORD = 'correct horse 5'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function signIn(page: Page, email: string, to: string) {
  await page.goto(`/auth?redirectTo=${encodeURIComponent(to)}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await press(page, 'Sign In')
}

test('a member is signed in in several tabs and browsers, and ends the session of another browser', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const { email } = await makeAccount(PASSWORD, { email: newEmail() })
  const [typing, third, firefox] = [
    await context.newPage(),
    await context.newPage(),
    await browser.newContext({ baseURL, userAgent: FIREFOX }),
  ]
  const elsewhere = await firefox.newPage()

  await test.step('signing in in one tab changes the header of the others at once', async () => {
    await page.goto('/deals')
    await typing.goto('/contact')
    await typing.getByLabel('Subject').fill('Half written')
    await signIn(third, email, '/account/settings')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Account' })).toBeVisible()
    await expect(typing.getByLabel('Subject')).toHaveValue('Half written')
  })

  await test.step('the session of another browser is listed, and ended', async () => {
    await signIn(elsewhere, email, '/account/settings')
    await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Settings')
    await page.goto('/account/settings')
    await page.getByRole('link', { name: 'Where you are signed in' }).click()
    const list = page.getByRole('main').getByRole('listitem')
    await expect(list).toHaveCount(2)
    await expect(list.first()).toContainText('This browser')
    await expect(list.last()).toContainText('Firefox on Windows')
    await list.last().getByRole('button', { name: 'End Firefox on Windows' }).click()
    await expect(said(page, 'Session ended')).toBeVisible()
    await expect(list).toHaveCount(1)
    await expect(page.getByText('You are not signed in anywhere else.')).toBeVisible()
    await elsewhere.goto('/account/settings')
    await expect(elsewhere).toHaveURL(/\/auth\?redirectTo/)
  })
  await firefox.close()
})

test('a member sets up an authenticator app, signs in with it and with a recovery code, and removes it', async ({
  page,
  context,
}) => {
  const member = await makeAccount(PASSWORD, { email: newEmail() })
  await setSession(context, member)
  const box = page.getByRole('region', { name: 'Authenticator app' })
  const recovery = page.getByRole('region', { name: 'Recovery codes', exact: true })
  const shown = page.getByRole('region', { name: 'Your recovery codes' }).locator('code')
  const code = page.getByLabel('Code', { exact: true })
  let app = new TOTP()
  let codes: string[] = []
  const arrive = async (to: string) => {
    await context.clearCookies()
    await signIn(page, member.email, to)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("Confirm it's you")
    await hydrated(page)
  }
  const useRecoveryCode = async () => {
    await page.getByRole('link', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(codes[0]!.toUpperCase())
    await press(page, 'Sign In')
  }

  await test.step('the app is turned on by the password and a code, and recovery codes are shown once', async () => {
    await page.goto('/account/security')
    await box.getByLabel('Your password').fill('wrong horse')
    await press(page, 'Set up an app')
    await expect(box.getByRole('link', { name: 'This is not your password.' })).toBeVisible()
    await box.getByLabel('Your password').fill(PASSWORD)
    await press(page, 'Set up an app')
    await expect(box.getByRole('img', { name: 'QR code' })).toBeVisible()
    await hydrated(page)
    app = new TOTP({ secret: (await box.locator('code').innerText()).replaceAll(' ', '') })
    await code.fill('000000')
    await press(page, 'Turn on')
    await expect(box.getByRole('link', { name: /This is not the code from the app/ })).toBeVisible()
    await code.fill(app.generate())
    await press(page, 'Turn on')
    await expect(shown).toHaveCount(10)
    codes = await shown.allInnerTexts()
    // A state that only this journey reaches, so the list of screens does not judge it.
    await expectNoViolations(page)
    // The code that confirmed the app does not sign in; half a minute has passed.
    await db.updateTable('authenticators').set({ last_step: 0 }).where('user_id', '=', member.id).execute()
    await page.reload()
    await expect(shown).toHaveCount(0)
    await expect(page.getByText('10 of 10 left')).toBeVisible()
  })

  await test.step('signing in takes a code of the app', async () => {
    await arrive('/account/purchases')
    await code.fill('000000')
    await press(page, 'Sign In')
    await expect(page.getByText(/4 tries left/).first()).toBeVisible()
    await code.fill(app.generate())
    await press(page, 'Sign In')
    await expect(page).toHaveURL('/account/purchases')
  })

  await test.step('or a recovery code, once', async () => {
    await arrive('/account/security')
    await useRecoveryCode()
    await expect(page).toHaveURL('/account/security')
    await expect(page.getByText('9 of 10 left')).toBeVisible()
    await arrive('/account/security')
    await useRecoveryCode()
    await expect(page.getByText(/was used before/).first()).toBeVisible()
  })

  await test.step('new recovery codes and the removal of the app take the password', async () => {
    await setSession(context, member)
    await page.goto('/account/security')
    await recovery.getByText('Make new codes').first().click()
    await recovery.getByLabel('Your password').fill(PASSWORD)
    await press(page, 'Make new codes')
    await expect(shown).toHaveCount(10)
    expect(await shown.allInnerTexts()).not.toContain(codes[0])
    await page.goto('/account/security')
    await box.getByText('Remove the app').first().click()
    await box.getByLabel('Your password').fill(PASSWORD)
    await press(page, 'Remove the app')
    await expect(box.getByRole('button', { name: 'Set up an app' })).toBeVisible()
    await expect(recovery).toHaveCount(0)
  })
})

test('an admin who signed in long ago is asked for the password before a role, a program, a deletion and a download', async ({
  page,
  context,
}) => {
  const admin = await makeAccount(PASSWORD, { email: newEmail(), role: 'ADMIN' })
  await setSession(context, admin)
  const password = page.getByLabel('Your password')
  const open = async (path: string) => {
    await sql`update sessions set verified_at = now() - interval '1 hour' where user_id = ${admin.id}`.execute(db)
    await page.goto(path)
  }
  const confirmDeletion = () => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()

  await test.step('a role', async () => {
    const person = await makeProfile({ name: 'Role Person', email: newEmail() })
    await open(`/admin/users/${person.id}/role?to=MANAGER`)
    await press(page, 'Make manager')
    await expect(page.getByRole('alert')).toContainText('Enter your password again.')
    await expectNoViolations(page)
    await password.fill('not this one')
    await press(page, 'Make manager')
    await expect(page.getByRole('alert')).toContainText('This is not your current password.')
    await password.fill(PASSWORD)
    await press(page, 'Make manager')
    await expect(said(page, 'User role updated')).toBeVisible()
    const role = db.selectFrom('profiles').select('role').where('id', '=', person.id)
    expect(await role.executeTakeFirst()).toEqual({ role: 'MANAGER' })
  })

  await test.step('a link program', async () => {
    await open('/admin/links/new')
    await page.getByLabel('Name').fill('Partners')
    await page.getByRole('textbox', { name: 'Host or domain' }).fill(`${crypto.randomUUID()}.example`)
    await page.getByLabel('Template').fill('?ref=typed')
    await press(page, 'Save Program')
    await expect(password).toBeVisible()
    await expect(page.getByLabel('Template')).toHaveValue('?ref=typed')
    await password.fill(PASSWORD)
    await press(page, 'Save Program')
    await expect(said(page, 'Program created')).toBeVisible()
  })

  await test.step('the deletion of a category and of a deal', async () => {
    await open(`/admin/categories/${(await makeCategory()).id}`)
    await press(page, 'Delete Category')
    await confirmDeletion()
    await password.fill(PASSWORD)
    await press(page, 'Delete Category')
    await expect(said(page, 'Category deleted')).toBeVisible()

    const { title } = await makeDeal({ title: unique('Deleted') })
    await open(`/admin/deals?q=${encodeURIComponent(title)}`)
    await press(page, `Delete ${title}`)
    await confirmDeletion()
    await password.fill(PASSWORD)
    // The question stays open.
    await confirmDeletion()
    await expect(said(page, 'Deal deleted successfully')).toBeVisible()
  })

  await test.step('a download, and the reset of the second factors of a member who has lost theirs', async () => {
    const ada = await makeProfile({ email: newEmail() })
    await makeAuthenticator(ada.id)
    await open(`/account?userId=${ada.id}`)
    const download = await page.request.get('/admin/deals/export')
    expect(download.url()).toContain('/auth/verify?redirectTo=%2Fadmin%2Fdeals')
    await page.getByRole('link', { name: 'Reset second factors' }).click()
    await press(page, 'Reset second factors')
    await password.fill(PASSWORD)
    await press(page, 'Reset second factors')
    await expect(said(page, 'Second factors reset')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Reset second factors' })).toHaveCount(0)
  })
})
