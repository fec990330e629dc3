import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { makeDeal, makePassword, makeProfile } from '#tests/factories'
import { db } from '~/db/database.server'
import { askOwners } from '~/features/contributions/reviews/ask-owners-task.server'
import { expect, hydrated, setSession, test } from './fixtures'

const PASSWORD = 'a long enough password'
const PDF = { name: 'order-4471.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') }

/** Opens the item and approves it: with scripts by keys alone. */
async function approve(page: Page, path: string, hasScripts: boolean, before?: () => Promise<void>) {
  await page.goto(path)
  await hydrated(page)
  await before?.()
  if (hasScripts) await page.keyboard.press('a')
  else await page.getByRole('region', { name: 'Decision' }).getByRole('button', { name: 'Approve' }).click()
  await expect(page).not.toHaveURL(new RegExp(path))
}

/** Rows that name a person, by table. */
async function tracesOf(id: string) {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select conrelid::regclass::text as table, attname as column
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'profiles'::regclass`.execute(db)
  const found = await Promise.all(
    columns.map(async ({ table, column }) => {
      const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db)
      return rows.length > 0 ? [`${table}.${column}`] : []
    }),
  )
  return found.flat().sort()
}

test('a buyer reviews with a proof, edits, answers after a year, downloads everything and leaves without a trace @both', async ({
  page,
  browser,
  signInAs,
  hasScripts,
}) => {
  test.slow()
  const deal = await makeDeal({ title: `Ferrywork ${crypto.randomUUID().slice(0, 8)}` })
  const ada = await signInAs({ name: 'Ada Lovelace' })
  await makePassword(ada.id, PASSWORD)
  const staff = await browser.newContext({ javaScriptEnabled: hasScripts, baseURL: process.env.SITE_URL })
  await setSession(staff, await makeProfile({ role: 'MANAGER' }))
  const desk = await staff.newPage()

  await page.goto(`/deals/${deal.slug}`)
  await page.getByRole('radio', { name: '5 stars' }).check({ force: true })
  await page.getByLabel('Title').fill('Crews and tides in one view')
  await page.getByRole('textbox', { name: 'Review' }).fill(`We plan two boats with it. ${deal.slug}`)
  await page.getByText('About your purchase').click()
  await page.getByLabel('When did you buy it?').fill('2026-01-05')
  await page.getByLabel('Proof of purchase').setInputFiles(PDF)
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await expect(page.getByText('Review submitted')).toBeVisible()
  const review = await db.selectFrom('reviews').select('id').where('user_id', '=', ada.id).executeTakeFirstOrThrow()
  await approve(desk, `/admin/queue/reviews/${review.id}`, hasScripts, async () => {
    const later = desk.getByRole('radio', { name: 'Decide later' })
    await later.focus()
    await desk.keyboard.press('ArrowUp')
    await desk.keyboard.press('ArrowUp')
    await expect(desk.getByRole('radio', { name: 'Purchase verified' })).toBeChecked()
    await desk.getByRole('link', { name: 'Queue', exact: true }).first().focus()
  })

  await page.goto(`/deals/${deal.slug}`)
  await expect(page.locator(`#review-${review.id}`)).toContainText('Purchase checked')
  await page.getByRole('textbox', { name: 'Review' }).fill(`We plan three boats with it. ${deal.slug}`)
  await page.getByRole('button', { name: 'Save Review' }).click()
  await expect(page.getByText('Edit submitted')).toBeVisible()
  const edit = await db.selectFrom('review_edits').select('id').where('user_id', '=', ada.id).executeTakeFirstOrThrow()
  await approve(desk, `/admin/queue/review-edits/${edit.id}`, hasScripts)

  // As if all of it had happened 13 months ago.
  const past = sql<string>`(now() at time zone 'UTC')::date - interval '13 months'`
  await db.updateTable('purchases').set({ bought_on: past }).where('user_id', '=', ada.id).execute()
  const written = sql<Date>`now() - interval '13 months'`
  await db.updateTable('reviews').set({ created_at: written, edited_at: written }).where('id', '=', review.id).execute()
  await askOwners()
  await page.goto('/account/notifications')
  await page
    .getByRole('link', { name: `Still using ${deal.title}?`, exact: true })
    .first()
    .click()
  await page.getByRole('radio', { name: 'Yes' }).check({ force: true })
  await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('article', { name: 'Your answer' })).toBeVisible()
  const answer = await db.selectFrom('follow_ups').select('id').where('user_id', '=', ada.id).executeTakeFirstOrThrow()
  await approve(desk, `/admin/queue/updates/${answer.id}`, hasScripts)

  await page.goto(`/deals/${deal.slug}`)
  const shown = page.locator(`#review-${review.id}`)
  await expect(shown).toContainText('Owned 13 months, still using')
  await expect(shown).toContainText('this rating counts now')
  await page.goto('/account/contributions')
  for (const label of ['Review', 'Edited review', 'Update', 'Proof of purchase']) {
    await expect(page.getByText(label, { exact: true }).first()).toBeVisible()
  }
  const download = await (await page.request.get('/account/download')).json()
  expect(download).toMatchObject({
    reviews: [{ title: 'Crews and tides in one view' }],
    reviewEdits: [{ status: 'APPROVED' }],
    purchases: [{ proof_status: 'CHECKED' }],
    proofs: [{ file_name: PDF.name, content: PDF.buffer.toString('base64') }],
  })
  expect(JSON.stringify(download)).toContain('YES')

  await page.goto('/account/settings')
  const box = page.getByRole('region', { name: 'Delete account' })
  await box.getByLabel('Current password').fill(PASSWORD)
  await box.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL('/')
  expect(await tracesOf(ada.id)).toEqual([])
  const proofs = await db.selectFrom('purchase_proofs').select('id').where('deal_id', '=', deal.id).execute()
  expect(proofs).toEqual([])
  await page.goto(`/deals/${deal.slug}`)
  await expect(shown).toContainText('Former member')
  await expect(shown).toContainText('We plan three boats with it.')
  await expect(shown).not.toContainText('Purchase checked')
  await page.goto(`/people/${ada.id}`)
  await expect(page.getByText('This member has no public profile.')).toBeVisible()
  await staff.close()
})
