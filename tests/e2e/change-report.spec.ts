import { makeChangeLog, makeDeal } from '#tests/factories'
import { db } from '~/db/database.server'
import { expect, test, unique } from './fixtures'

test('a member reports a change, reads why it was rejected, edits it and resubmits it', async ({
  page,
  browser,
  signInAs,
}) => {
  const deal = await makeDeal({ slug: `reported-${unique()}`, deal_price: '49.00' })
  await makeChangeLog({ deal_id: deal.id, status: 'APPROVED', title: 'Storage doubled', kind: 'LIMITS' })
  const ada = await signInAs({ name: 'Ada' })
  const path = `/deals/${deal.slug}/changes`
  const report = page.getByRole('article', { name: 'Your report' })

  await page.goto(path)
  await expect(page.getByLabel('Source link')).toBeHidden()
  await page.getByLabel('Title').fill('Price raised')
  await page.getByText('Add details').click()
  await page.getByLabel('Kind of change').selectOption({ label: 'Price' })
  await page.getByLabel('Value before').fill('$49.00')
  await page.getByLabel('Value now').fill('$59.00')
  await page.getByLabel('Source link').fill('vendor')
  await page.getByRole('button', { name: 'Submit Report' }).click()

  const summary = page.getByRole('alert')
  await expect(summary.getByRole('link')).toHaveText([/^Description is required/, /^Source link must be/])
  await expect(page.getByLabel('Title')).toHaveValue('Price raised')
  await expect(page.getByLabel('Kind of change')).toHaveValue('PRICE')
  await expect(page.getByLabel('Value now')).toHaveValue('$59.00')
  await page.getByLabel('Description').fill('The checkout asks for more now.')
  await page.getByLabel('Source link').fill('vendor.example/plans')
  await page.getByRole('button', { name: 'Submit Report' }).click()

  await expect(page.getByText('Your report is pending verification').filter({ visible: true })).toBeVisible()
  await expect(page).toHaveURL(`${path}#record`)
  await expect(report).toContainText(/Pending.*Price raised.*\$49\.00.*\$59\.00/s)
  await expect(page.getByLabel('Title')).toHaveValue('')

  // Visitors see nothing of a pending report, neither in the page nor in its counts.
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(path)
  await expect(visitor.getByRole('link', { name: 'Change Log (1)' })).toBeVisible()
  await expect(visitor.getByText('Price raised')).toHaveCount(0)
  await visitor.context().close()

  const verdict = { status: 'REJECTED', moderation_reason: 'The page still says $49.' } as const
  await db.updateTable('change_logs').set(verdict).where('reported_by_user_id', '=', ada.id).execute()
  await page.goto('/account/contributions')
  await page.getByRole('link', { name: /Edit and resubmit.*Price raised/ }).click()
  await expect(report).toContainText('The page still says $49.')
  await expect(page.getByRole('heading', { name: 'Edit your report' })).toBeInViewport()
  await expect(page.getByLabel('Value now')).toHaveValue('$59.00')
  await page.getByLabel('Description').fill('It does not any more.')
  await page.getByRole('button', { name: 'Save Report' }).click()

  await expect(report).toContainText(/Pending.*It does not any more\./s)
  await expect(report).not.toContainText('The page still says')
  await expect(page).toHaveURL(`${path}#record`)
})

test('a member reports a price change in a short form that shows the entry @both', async ({
  page,
  signInAs,
  hasScripts,
}) => {
  const deal = await makeDeal({ slug: `repriced-${unique()}`, deal_price: '59.00' })
  await signInAs()
  await page.goto(`/deals/${deal.slug}/changes`)
  await page.getByRole('link', { name: 'Report a price change' }).click()
  await expect(page.getByLabel('Before')).toHaveValue('59.00')
  await page.getByLabel('Now').fill('$49')
  await page.getByLabel('New buyers only').check()
  const preview = page.getByRole('region', { name: 'In the Change Log' })
  if (hasScripts) await expect(preview).toContainText(/Price lowered.*\$49\.00.*Affects new buyers only/s)
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('alert')).toContainText('Source is required.')
  await expect(preview).toContainText(/Price lowered.*\$49\.00.*Affects new buyers only/s)
  await expect(page.getByLabel('Now')).toHaveValue('$49')
  await page.getByLabel('Source').fill('vendor.example/deal')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page).toHaveURL(`/deals/${deal.slug}/changes#record`)
  await expect(page.getByRole('article', { name: 'Your report' })).toContainText(/Pending.*Price lowered/s)
})
