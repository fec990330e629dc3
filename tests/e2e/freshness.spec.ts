import type { Page } from '@playwright/test'
import { makeAvailabilityReport, makeDeal } from '#tests/factories'
import { makeDealAlert } from '#tests/staff-factories'
import { db } from '~/db/database.server'
import { utcToday } from '~/http/utc-day'
import { expect, hydrated, test, unique } from './fixtures'

const FRESHNESS = '/admin/queue/freshness'

const rowOf = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text, visible: true }).first()

const dealOf = (id: string) =>
  db.selectFrom('deals').select(['status', 'checked_by']).where('id', '=', id).executeTakeFirstOrThrow()
const alertsOf = async (dealId: string) => {
  const alerts = await db.selectFrom('deal_alerts').select('status').where('deal_id', '=', dealId).execute()
  return alerts.map(({ status }) => status)
}

/** An alert so old that it comes before those of other tests. */
const inYear = (year: number) => new Date(Date.UTC(year, 0, 1))

async function makeReportedDeal(title: string, created_at: Date) {
  const deal = await makeDeal({ title })
  await makeDealAlert({ kind: 'ENDED_REPORTS', deal_id: deal.id, created_at })
  for (let member = 0; member < 2; member++) await makeAvailabilityReport({ deal_id: deal.id })
  return deal
}

async function makeBrokenDeal(title: string, created_at: Date) {
  const deal = await makeDeal({ title })
  await makeDealAlert({ kind: 'BROKEN_LINK', deal_id: deal.id, created_at })
  return deal
}

test('staff look at a reported deal, a broken link and an unchecked deal, with one press each and an undo @both', async ({
  page,
  signInAs,
  hasScripts,
}) => {
  const staff = await signInAs({ role: 'MANAGER' })
  const year = inYear(hasScripts ? 1970 : 1971)
  const reported = await makeReportedDeal(unique('Reported'), year)
  const broken = await makeBrokenDeal(unique('Broken'), year)
  // What ends today comes first.
  const unchecked = await makeDeal({ title: unique('Unchecked'), end_date: utcToday() })

  await page.goto(`${FRESHNESS}?section=reported`)
  await expect(rowOf(page, reported.title)).toContainText('2 members say it has ended')
  await rowOf(page, reported.title).getByRole('button', { name: 'Still available' }).click()
  await expect(toast(page, `Still correct: ${reported.title}`)).toBeVisible()
  await expect(rowOf(page, reported.title)).toHaveCount(0)
  expect(await dealOf(reported.id)).toEqual({ status: 'ACTIVE', checked_by: staff.id })
  expect(await alertsOf(reported.id)).toEqual(['REJECTED'])

  await page.goto(`${FRESHNESS}?section=broken`)
  await expect(rowOf(page, broken.title)).toContainText('404, on 18, 20 and 21 Nov.')
  await rowOf(page, broken.title).getByRole('button', { name: 'Set expired' }).click()
  await expect(toast(page, `Set to expired: ${broken.title}`)).toBeVisible()
  await expect(rowOf(page, broken.title)).toHaveCount(0)
  expect(await dealOf(broken.id)).toMatchObject({ status: 'EXPIRED' })
  expect(await alertsOf(broken.id)).toEqual(['APPROVED'])
  await hydrated(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, broken.title)).toBeVisible()
  expect(await dealOf(broken.id)).toEqual({ status: 'ACTIVE', checked_by: null })
  expect(await alertsOf(broken.id)).toEqual(['PENDING'])

  await page.goto(`${FRESHNESS}?section=unchecked`)
  await expect(rowOf(page, unchecked.title)).toBeVisible()
  await rowOf(page, unchecked.title).getByRole('button', { name: 'Still correct' }).click()
  await expect(toast(page, `Still correct: ${unchecked.title}`)).toBeVisible()
  await expect(rowOf(page, unchecked.title)).toHaveCount(0)
  expect(await dealOf(unchecked.id)).toEqual({ status: 'ACTIVE', checked_by: staff.id })
})

test('J, O, E, S and U go through reported deals without a mouse', async ({ page, signInAs }) => {
  const staff = await signInAs({ role: 'MANAGER' })
  const ended = await makeReportedDeal(unique('Ended'), inYear(1960))
  const available = await makeReportedDeal(unique('Available'), inYear(1961))
  const [first, second] = [rowOf(page, ended.title), rowOf(page, available.title)]
  await page.goto(`${FRESHNESS}?section=reported`)

  // Without focus on a row, E decides nothing.
  await page.keyboard.press('e')
  await page.keyboard.press('j')
  await expect(first).toBeFocused()
  expect(await alertsOf(ended.id)).toEqual(['PENDING'])
  await page.context().route('https://vendor.example/**', (route) => route.fulfill({ body: 'The offer' }))
  const opened = page.waitForEvent('popup')
  await page.keyboard.press('o')
  await expect(await opened).toHaveURL('https://vendor.example/lifetime')
  await (await opened).close()
  await page.keyboard.press('e')
  await expect(second).toBeFocused()
  await expect(first).toHaveCount(0)
  expect(await dealOf(ended.id)).toMatchObject({ status: 'EXPIRED' })

  await page.keyboard.press('s')
  await expect(toast(page, `Still correct: ${available.title}`)).toBeVisible()
  await expect(second).toHaveCount(0)
  expect(await dealOf(available.id)).toEqual({ status: 'ACTIVE', checked_by: staff.id })
  expect(await alertsOf(available.id)).toEqual(['REJECTED'])

  await page.keyboard.press('u')
  await expect(second).toBeFocused()
  expect(await dealOf(available.id)).toEqual({ status: 'ACTIVE', checked_by: null })
  expect(await alertsOf(available.id)).toEqual(['PENDING'])
})

test('"Still correct" in the editor keeps what was typed, and says so where it cannot @both', async ({
  page,
  signInAs,
  hasScripts,
}) => {
  const staff = await signInAs({ role: 'MANAGER' })
  const { id } = await makeDeal()
  await page.goto(`/admin/deals/${id}`)
  const warning = page.getByText('Save first: unsaved entries are lost.')
  await expect(warning).toBeVisible({ visible: !hasScripts })
  await page.getByLabel('Title', { exact: true }).fill('Typed, not saved')
  await page.getByRole('button', { name: 'Still correct' }).click()
  await expect(page.getByText(/^Checked .+ by /)).toBeVisible()
  expect(await dealOf(id)).toEqual({ status: 'ACTIVE', checked_by: staff.id })
  if (!hasScripts) return
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Typed, not saved')

  // A version saved meanwhile by someone else is still noticed.
  await db.updateTable('deals').set({ version: 7, title: 'Theirs' }).where('id', '=', id).execute()
  await page.getByRole('button', { name: 'Still correct' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Theirs')
  await page.getByRole('button', { name: 'Save Deal' }).last().click()
  await expect(page.getByText(/saved this deal while you were editing it/)).toBeVisible()
})

test('staff filter what is not confirmed, set all that match expired, and undo it', async ({ page, signInAs }) => {
  await signInAs({ role: 'MANAGER' })
  const tag = unique('sale').replaceAll(' ', '-').toLowerCase()
  const deals = [
    await makeDeal({ title: unique('Seen in 2017'), start_date: '2017-11-21', found_on: null, tags: [tag] }),
    await makeDeal({ title: unique('Seen in 2018'), start_date: '2018-11-21', found_on: null, tags: [tag] }),
  ]
  await page.goto(`${FRESHNESS}?section=unconfirmed`)
  await page.getByLabel('Tag').selectOption(tag)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByLabel('Last seen in')).toContainText('2017 (1)')
  await expect(rowOf(page, deals[0]!.title)).toContainText('Last seen 21 Nov 2017')
  await page.getByRole('link', { name: 'Set expired, all 2' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Set 2 deals expired' })).toBeVisible()

  const late = await makeDeal({ title: unique('Late'), start_date: '2018-11-21', found_on: null, tags: [tag] })
  await page.getByRole('button', { name: 'Set expired, all 2' }).click()
  await expect(page.getByText('3 deals match now. Please look again.')).toBeVisible()
  await page.getByRole('button', { name: 'Set expired, all 3' }).click()
  await expect(toast(page, '3 deals set to Expired')).toBeVisible()
  expect(await dealOf(late.id)).toMatchObject({ status: 'EXPIRED' })

  const press = page.getByRole('listitem').filter({ hasText: `not confirmed, ${tag}` })
  await press.getByRole('button', { name: 'Undo' }).click()
  await expect(press).toHaveCount(0)
  expect(await dealOf(late.id)).toMatchObject({ status: 'ACTIVE' })
})
