import { sql } from 'kysely'
import { makeAccount, makeCategory, makeDeal, makeProfile } from '#tests/factories'
import { db } from '~/db/database.server'
import { expectNoViolations } from './axe'
import { expect, said, test } from './fixtures'

const PASSWORD = 'correct horse 5'

test('a member sees where they are signed in and ends the session of another browser', async ({
  page,
  browser,
  baseURL,
  hasScripts,
}) => {
  const member = await makeAccount(PASSWORD, { email: `${crypto.randomUUID()}@example.com` })
  const other = await browser.newContext({
    javaScriptEnabled: hasScripts,
    baseURL,
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  })
  const elsewhere = await other.newPage()
  for (const one of [elsewhere, page]) {
    await one.goto(`${baseURL}/auth?redirectTo=%2Faccount%2Fsettings`)
    await one.getByLabel('Email').fill(member.email)
    await one.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await one.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(one.getByRole('heading', { level: 1 })).toHaveText('Settings')
  }

  await page.getByRole('link', { name: 'Where you are signed in' }).click()
  const list = page.getByRole('main').getByRole('listitem')
  await expect(list).toHaveCount(2)
  await expect(list.first()).toContainText('This browser')
  await expect(list.last()).toContainText('Firefox on Windows')

  await list.last().getByRole('button', { name: 'End Firefox on Windows' }).click()
  await expect(page.getByText('Session ended').filter({ visible: true }).first()).toBeVisible()
  await expect(list).toHaveCount(1)
  await expect(page.getByText('You are not signed in anywhere else.')).toBeVisible()

  await elsewhere.goto(`${baseURL}/account/settings`)
  await expect(elsewhere).toHaveURL(/\/auth\?redirectTo/)
  await other.close()
})

test('an admin who signed in long ago is asked for the password before a role, a deletion, a link program and a download @both', async ({
  page,
  context,
  baseURL,
  hasScripts,
}) => {
  const admin = await makeAccount(PASSWORD, { email: `${crypto.randomUUID()}@example.com`, role: 'ADMIN' })
  const person = await makeProfile({ name: 'Role Person', email: `${crypto.randomUUID()}@example.com` })
  const [deal, category] = [await makeDeal({ title: `Deleted ${crypto.randomUUID()}` }), await makeCategory()]
  await page.goto('/auth')
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/')
  const outdate = () =>
    sql`update sessions set verified_at = now() - interval '1 hour' where user_id = ${admin.id}`.execute(db)
  const password = page.getByLabel('Your password')

  await outdate()
  await page.goto(`/admin/users/${person.id}/role?to=MANAGER`)
  await page.getByRole('button', { name: 'Make manager' }).click()
  await expect(page.getByRole('alert')).toContainText('Enter your password again.')
  await expectNoViolations(page)
  await password.fill('not this one')
  await page.getByRole('button', { name: 'Make manager' }).click()
  await expect(page.getByRole('alert')).toContainText('This is not your current password.')
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Make manager' }).click()
  await expect(said(page, 'User role updated')).toBeVisible()
  const { role } = await db.selectFrom('profiles').select('role').where('id', '=', person.id).executeTakeFirstOrThrow()
  expect(role).toBe('MANAGER')

  await outdate()
  await page.goto('/admin/links/new')
  await page.getByLabel('Name').fill('Partners')
  await page.getByRole('textbox', { name: 'Host or domain' }).fill(`${crypto.randomUUID()}.example`)
  await page.getByLabel('Template').fill('?ref=typed')
  await page.getByRole('button', { name: 'Save Program' }).click()
  await expect(password).toBeVisible()
  await expect(page.getByLabel('Template')).toHaveValue('?ref=typed')
  // Its GET would put the password into the address.
  await expect(page.getByRole('button', { name: 'Check samples' })).toHaveCount(0)
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Save Program' }).click()
  await expect(said(page, 'Program created')).toBeVisible()

  await outdate()
  await page.goto(`/admin/categories/${category.id}`)
  await page.getByRole('button', { name: 'Delete Category' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Delete Category' }).click()
  await expect(said(page, 'Category deleted')).toBeVisible()

  await outdate()
  await page.goto(`/admin/deals?q=${encodeURIComponent(deal.title)}`)
  await page.getByRole('button', { name: `Delete ${deal.title}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await password.fill(PASSWORD)
  // With scripts the question stays open, without them its page asks.
  const question = hasScripts ? page.getByRole('alertdialog') : page.getByRole('main')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(said(page, 'Deal deleted successfully')).toBeVisible()

  await outdate()
  const response = await context.request.get(`${baseURL}/admin/deals/export`)
  expect(response.url()).toContain('/auth/verify?redirectTo=%2Fadmin%2Fdeals')
})

test('a sign-in in another tab changes the header of open pages at once', async ({ page, context, baseURL }) => {
  const member = await makeAccount(PASSWORD, { email: `${crypto.randomUUID()}@example.com` })
  const typing = await context.newPage()
  await page.goto('/deals')
  await typing.goto(`${baseURL}/contact`)
  await typing.getByLabel('Subject').fill('Half written')

  const other = await context.newPage()
  await other.goto(`${baseURL}/auth`)
  await other.getByLabel('Email').fill(member.email)
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await other.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Account' })).toBeVisible()
  await expect(typing.getByLabel('Subject')).toHaveValue('Half written')
})
