import type { Page, Response, Route } from '@playwright/test'
import { sql } from 'kysely'
import { makeAccount, makeDeal } from '#tests/factories'
import { db } from '~/db/database.server'
import { FORMS, type Opened } from './failing-forms'
import { expect, test } from './fixtures'

/** Locks a row as a transaction would that does not end. */
async function lock({ table, id }: Opened['row']) {
  const isFree = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  const transaction = db.transaction().execute(async (trx) => {
    await sql`select 1 from ${sql.table(table)} where id = ${id} for update`.execute(trx)
    isHeld.resolve()
    await isFree.promise
  })
  await Promise.race([isHeld.promise, transaction])
  return async () => {
    isFree.resolve()
    await transaction
  }
}

const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text, visible: true })

async function expectValues(page: Page, failure: string, typed: Awaited<ReturnType<NonNullable<Opened['fill']>>>) {
  await expect(alert(page, failure).first()).toBeVisible()
  for (const { field, value } of typed) await expect(field).toHaveValue(value)
  await expect(page.getByText(/Something went wrong|right back/)).toHaveCount(0)
}

const html = (status: number) => (route: Route) =>
  route.fulfill({ status, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })

/** Faults that a form can meet on its way to the server and back. */
const SITUATIONS: [string, (route: Route) => Promise<void>][] = [
  ['a proxy answers 503', html(503)],
  ['a proxy answers 502', html(502)],
  ['a proxy answers 504', html(504)],
  ['a proxy answers 200 with a page of its own', html(200)],
  ['the server answers 500', (route) => route.fulfill({ status: 500, contentType: 'text/plain', body: 'Error' })],
]

/** Proxy errors and locked rows are handled alike for every form; one sent by a fetcher and one by a navigation suffice. */
const SEVERAL_FAULTS = ['a review', 'a deal']

for (const { name, failure, title = failure, role, isRedirected, open } of FORMS) {
  test(`the form for ${name} keeps its values through a lost connection and server errors`, async ({
    page,
    context,
    signInAs,
    consoleErrors,
  }) => {
    const { path, fill, submit, done, row } = await open(page, await signInAs({ role }))
    await page.goto(path)
    const typed = (await fill?.()) ?? []
    const dismissToasts = async () => {
      for (const button of await page.getByRole('button', { name: 'Dismiss' }).all()) await button.click()
    }

    await context.setOffline(true)
    await submit()
    await expect(page.locator('[data-toasts]').getByText('Please check your connection')).toBeVisible()
    await expect(page.locator('[data-toasts]').getByRole('alert').locator('b')).toHaveText(title)
    // A bookmark has no form to show the error in; the toast shows it.
    const inPage = page.getByRole('alert').and(page.locator(':not([data-toasts] *)'))
    const said = new RegExp(`${failure}(\\. )?Please check your connection`)
    if (!isRedirected) await expect(inPage.filter({ hasText: said }).first()).toBeVisible()
    await expectValues(page, failure, typed)
    await context.setOffline(false)
    await dismissToasts()

    const situations = SEVERAL_FAULTS.includes(name) ? SITUATIONS : SITUATIONS.slice(0, 1)
    for (const [situation, answer] of situations) {
      await test.step(situation, async () => {
        await page.route('**/*', (route) => (route.request().method() === 'POST' ? answer(route) : route.continue()))
        await submit()
        await expect(page.locator('[data-toasts]').getByRole('alert').filter({ hasText: failure })).toBeVisible()
        await expectValues(page, failure, typed)
        await page.unrouteAll()
        await dismissToasts()
      })
    }

    if (!SEVERAL_FAULTS.includes(name)) {
      await submit()
      await expect(page.getByText(done).first()).toBeAttached()
    } else await expectLockedRow(page, { submit, done, row }, () => expectValues(page, failure, typed))
    consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((text) => !isAboutNetwork(text)))
  })
}

/** Submits a form while the row that it writes is locked, and once more afterwards. */
async function expectLockedRow(
  page: Page,
  { submit, done, row }: Pick<Opened, 'submit' | 'done' | 'row'>,
  expectFailure: (answer: Response) => Promise<void>,
) {
  const release = await lock(row)
  try {
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await submit()
    await expectFailure(await answered)
  } finally {
    await release()
  }
  await submit()
  await expect(page.getByText(done).first()).toBeAttached()
}

const isAboutNetwork = (text: string) =>
  /Failed to load resource|Unable to decode turbo-stream|SyntaxError|net::ERR|is not valid JSON|Unexpected token/.test(
    text,
  )

for (const { name, failure, role, isRedirected, open } of FORMS) {
  test(`the form for ${name} keeps its values while the row is locked @no-scripts`, async ({
    page,
    signInAs,
    consoleErrors,
  }) => {
    const { path, fill, ...form } = await open(page, await signInAs({ role }))
    await page.goto(path)
    const typed = (await fill?.()) ?? []
    await expectLockedRow(page, form, async (answer) => {
      if (isRedirected) return expect(page.getByText(failure).filter({ visible: true }).first()).toBeVisible()
      expect([answer.status(), answer.headers()['retry-after']]).toEqual([503, '5'])
      await expectValues(page, failure, typed)
    })
    consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((text) => !isAboutNetwork(text)))
  })
}

for (const { what, status, text } of [
  { what: 'the deal was unpublished', status: 404, text: 'Failed to submit comment. Deal not found.' },
  { what: 'the account was suspended', status: 403, text: 'Failed to submit comment. Your account is suspended.' },
]) {
  test(`a form keeps its values when ${what} meanwhile`, async ({ page, signInAs, consoleErrors }) => {
    const user = await signInAs()
    const deal = await makeDeal()
    await page.goto(`/deals/${deal.slug}/comments`)
    const field = page.getByRole('textbox', { name: 'Comment' })
    await field.fill('Does it import?')
    if (status === 404) await db.updateTable('deals').set({ published: false }).where('id', '=', deal.id).execute()
    else await db.updateTable('profiles').set({ status: 'SUSPENDED' }).where('id', '=', user.id).execute()
    await page.getByRole('button', { name: 'Submit Comment' }).click()
    await expectValues(page, text, [{ field, value: 'Does it import?' }])
    consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((line) => !isAboutNetwork(line)))
  })
}

test('the sign-in form keeps the email while the row is locked @both', async ({ page, consoleErrors }) => {
  const profile = await makeAccount('correct horse', { email: `${crypto.randomUUID()}@example.com` })
  await page.goto('/auth')
  const email = page.getByLabel('Email')
  const submit = async () => {
    await page.getByLabel('Password').fill('correct horse')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  }
  await email.fill(profile.email)
  const release = await lock({ table: 'profiles', id: profile.id })
  try {
    await submit()
    await expectValues(page, 'Authentication failed', [{ field: email, value: profile.email }])
    await expect(page.getByLabel('Password')).toHaveValue('')
  } finally {
    await release()
  }
  await submit()
  await expect(page.getByText('Signed in successfully!').first()).toBeAttached()
  consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((text) => !isAboutNetwork(text)))
})

const VISITOR_FORMS = [
  { path: '/auth', failure: 'Authentication failed', button: 'Sign In', fields: { Email: 'ada@example.com' } },
  { path: '/auth?mode=sign-up', failure: 'Authentication failed', button: 'Sign Up', fields: { Name: 'Ada' } },
  { path: '/contact', failure: 'Failed to send message', button: 'Send message', fields: { Subject: 'A wrong price' } },
]

for (const { path, failure, button, fields } of VISITOR_FORMS) {
  test(`the form of ${path} keeps its values through a lost connection, and is sent afterwards`, async ({
    page,
    context,
    consoleErrors,
  }) => {
    await page.goto(path)
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
    const submit = page.getByRole('main').getByRole('button', { name: button, exact: true })
    await context.setOffline(true)
    await submit.click()
    const toast = page.locator('[data-toasts]').getByRole('alert').filter({ hasText: failure })
    await expect(toast).toContainText('Please check your connection and try again.')
    for (const [label, value] of Object.entries(fields)) await expect(page.getByLabel(label)).toHaveValue(value)
    await context.setOffline(false)
    await submit.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Please check the form' })).toBeVisible()
    consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((text) => !isAboutNetwork(text)))
  })
}
