import type { Page } from '@playwright/test'
import { makeAvailabilityReport, makeDeal } from '#tests/factories'
import { makeDealAlert } from '#tests/staff-factories'
import { db } from '~/db/database.server'
import { utcToday } from '~/http/utc-day'
import { expect, hydrated, test, unique } from './fixtures'

const FRESHNESS = '/admin/queue/freshness'

const rowOf = (page: Page, { title }: { title: string }) => page.getByRole('listitem').filter({ hasText: title })
const alertOf = (page: Page, { title }: { title: string }) => page.getByRole('article').filter({ hasText: title })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text, visible: true }).first()

const dealOf = ({ id }: { id: string }) =>
  db.selectFrom('deals').select(['status', 'checked_by']).where('id', '=', id).executeTakeFirstOrThrow()
const alertsOf = async ({ id }: { id: string }) => {
  const alerts = await db.selectFrom('deal_alerts').select('status').where('deal_id', '=', id).execute()
  return alerts.map(({ status }) => status)
}

/** A deal with an alert so old that it comes before those of other tests. */
async function makeAlerted(kind: 'ENDED_REPORTS' | 'BROKEN_LINK', title: string, year: number) {
  const deal = await makeDeal({ title: unique(title) })
  await makeDealAlert({ kind, deal_id: deal.id, created_at: new Date(Date.UTC(year, 0, 1)) })
  if (kind === 'BROKEN_LINK') return deal
  for (let member = 0; member < 2; member++) await makeAvailabilityReport({ deal_id: deal.id })
  return deal
}

test('staff check reported, broken, unchecked and unconfirmed deals with one press each, and undo it @both', async ({
  page,
  signInAs,
  hasScripts,
}) => {
  const staff = await signInAs({ role: 'MANAGER' })
  const year = hasScripts ? 1970 : 1971
  const press = (deal: { title: string }, name: string) => rowOf(page, deal).getByRole('button', { name }).click()

  await test.step('a deal that is reported as ended is still available', async () => {
    const deal = await makeAlerted('ENDED_REPORTS', 'Reported', year)
    await page.goto(FRESHNESS)
    await page.getByRole('link', { name: /^Reported as ended/ }).click()
    const row = alertOf(page, deal)
    await expect(row).toContainText('2 members say it has ended')
    await row.getByRole('button', { name: 'Still available' }).click()
    await expect(toast(page, 'Ended report dismissed')).toBeVisible()
    await expect(row).toHaveCount(0)
    expect(await dealOf(deal)).toEqual({ status: 'ACTIVE', checked_by: staff.id })
    expect(await alertsOf(deal)).toEqual(['REJECTED'])
  })

  await test.step('a deal with a broken link is set expired, which is undone', async () => {
    const deal = await makeAlerted('BROKEN_LINK', 'Broken', year)
    await page.goto('/admin/queue?kind=broken-links')
    const row = alertOf(page, deal)
    await row.getByRole('button', { name: 'Set expired' }).click()
    await expect(toast(page, 'Broken link confirmed')).toBeVisible()
    expect(await dealOf(deal)).toMatchObject({ status: 'EXPIRED' })
    expect(await alertsOf(deal)).toEqual(['APPROVED'])
    await hydrated(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Decision undone')).toBeVisible()
    expect(await dealOf(deal)).toEqual({ status: 'ACTIVE', checked_by: null })
    expect(await alertsOf(deal)).toEqual(['PENDING'])
  })

  await test.step('a deal that ends today is still correct', async () => {
    // What ends today comes first.
    const deal = await makeDeal({ title: unique('Unchecked'), end_date: utcToday() })
    await page.goto(`${FRESHNESS}?section=unchecked`)
    await press(deal, 'Still correct')
    await expect(toast(page, `Still correct: ${deal.title}`)).toBeVisible()
    await expect(rowOf(page, deal)).toHaveCount(0)
    expect(await dealOf(deal)).toEqual({ status: 'ACTIVE', checked_by: staff.id })
  })

  await test.step('all that match a filter are set expired after a second look, which is undone', async () => {
    const tag = unique('sale').replaceAll(' ', '-').toLowerCase()
    const makeSeen = (seen: number) =>
      makeDeal({ title: unique(`Seen in ${seen}`), start_date: `${seen}-11-21`, found_on: null, tags: [tag] })
    const [first] = [await makeSeen(2017), await makeSeen(2018)]
    await page.goto(`/admin/deals/bulk?attention=unconfirmed&tag=${tag}&do=set-status&to_status=EXPIRED&all=1`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Set the status of 2 deals' }).click()
    await expect(toast(page, '2 deals set to Expired')).toBeVisible()
    expect(await dealOf(first!)).toMatchObject({ status: 'EXPIRED' })
    await page.goto(FRESHNESS)
    await hydrated(page)
    const change = page.getByRole('listitem').filter({ hasText: tag })
    await change.getByRole('button', { name: 'Undo' }).click()
    await expect(change).toHaveCount(0)
    expect(await dealOf(first!)).toMatchObject({ status: 'ACTIVE' })
  })

  await test.step('"Still correct" in the editor keeps what was typed, and says so where it cannot', async () => {
    const deal = await makeDeal()
    const title = page.getByLabel('Title', { exact: true })
    await page.goto(`/admin/deals/${deal.id}`)
    await expect(page.getByText('Save first: unsaved entries are lost.')).toBeVisible({ visible: !hasScripts })
    await title.fill('Typed, not saved')
    await page.getByRole('button', { name: 'Still correct' }).click()
    await expect(page.getByText(/^Checked .+ by /)).toBeVisible()
    expect(await dealOf(deal)).toEqual({ status: 'ACTIVE', checked_by: staff.id })
    if (!hasScripts) return
    await expect(title).toHaveValue('Typed, not saved')
    // A version saved meanwhile by someone else is still noticed.
    await db.updateTable('deals').set({ version: 7, title: 'Theirs' }).where('id', '=', deal.id).execute()
    await page.getByRole('button', { name: 'Still correct' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Theirs')
    await page.getByRole('button', { name: 'Save Deal' }).last().click()
    await expect(page.getByText(/saved this deal while you were editing it/)).toBeVisible()
  })
})

test('J, O, E and S go through doubts about deals without a mouse', async ({ page, signInAs }) => {
  const staff = await signInAs({ role: 'MANAGER' })
  const ended = await makeAlerted('ENDED_REPORTS', 'Ended', 1960)
  const available = await makeAlerted('ENDED_REPORTS', 'Available', 1961)
  const [first, second] = [alertOf(page, ended), alertOf(page, available)]
  await page.goto('/admin/queue?kind=ended-reports')

  // Without focus on a row, E decides nothing.
  await page.keyboard.press('e')
  await page.keyboard.press('j')
  await expect(first).toBeFocused()
  expect(await alertsOf(ended)).toEqual(['PENDING'])
  await page.context().route('https://vendor.example/**', (route) => route.fulfill({ body: 'The offer' }))
  const opened = page.waitForEvent('popup')
  await page.keyboard.press('o')
  await expect(await opened).toHaveURL('https://vendor.example/lifetime')
  await (await opened).close()
  await page.keyboard.press('e')
  await expect(second).toBeFocused()
  await expect(first).toHaveCount(0)
  expect(await dealOf(ended)).toMatchObject({ status: 'EXPIRED' })

  await page.keyboard.press('s')
  await expect(toast(page, 'Ended report dismissed')).toBeVisible()
  await expect(second).toHaveCount(0)
  expect(await dealOf(available)).toEqual({ status: 'ACTIVE', checked_by: staff.id })
  expect(await alertsOf(available)).toEqual(['REJECTED'])
})
