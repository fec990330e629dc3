import { makeDeal, makeProfile, makeSuggestion } from '#tests/factories'
import { productKeys } from '~/features/catalog/products/product-key'
import { expect, setSession, test } from './fixtures'

const REASON = 'Cheaper than the open offers, and the page says it runs for two weeks.'

test('a member is shown the deals of a known link, sends a different offer, and reads it in the account @both', async ({
  page,
  signInAs,
  hasScripts,
}) => {
  const code = crypto.randomUUID().slice(0, 8)
  const known = { title: `Lanternet ${code}`, vendor_name: 'Lantern', cta_url: `https://lanternet-${code}.example/buy` }
  const deal = await makeDeal({ ...known, ...productKeys(known) })
  await signInAs({ name: 'Maya' })
  await page.goto('/suggest')
  await page.getByLabel('Link to the offer').fill(`https://www.lanternet-${code}.example/now?ref=1`)
  await page.getByLabel('Title').fill(known.title)
  await page.getByLabel('Why is it good?').fill(REASON)
  if (!hasScripts) await page.getByRole('button', { name: 'Look it up' }).click()
  await expect(page.getByText('This link is already listed.')).toBeVisible()
  await expect(page.locator('[data-known]').getByRole('link')).toHaveAttribute('href', `/deals/${deal.slug}`)
  await page.getByRole('button', { name: 'Send suggestion' }).click()
  await expect(page.getByRole('link', { name: 'This link is already listed.' })).toBeVisible()
  await expect(page.getByLabel('Why is it good?')).toHaveValue(REASON)
  await page.getByLabel('Mine is a different offer').check()
  await page.getByRole('button', { name: 'Send suggestion' }).click()
  await expect(page.getByText('Suggestion sent').first()).toBeAttached()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByText('Your last suggestions')).toBeVisible()

  await page.goto('/account/contributions')
  await expect(page.getByRole('heading', { name: known.title })).toBeVisible()
  await page.goto('/deals?q=nothing+is+called+this')
  await page.getByRole('link', { name: 'Suggest a deal' }).first().click()
  await expect(page).toHaveURL('/suggest')
})

test('staff make a draft of a suggestion, and its page names the member once it is published', async ({
  page,
  signInAs,
}) => {
  const code = crypto.randomUUID().slice(0, 8)
  const member = await makeProfile({ name: `Mona ${code}` })
  const title = `Tidewater ${code}`
  const { id } = await makeSuggestion({ title, user_id: member.id, url: `https://tidewater-${code}.example/once` })
  await signInAs({ role: 'MANAGER' })
  await page.goto(`/admin/queue/suggestions/${id}`)
  await expect(page.getByRole('heading', { name: `Suggestion of ${title}` })).toBeVisible()
  await page.keyboard.press('a')
  await expect(page).toHaveURL(`/admin/deals/new?suggestion=${id}`)
  await expect(page.getByText(`Suggested by Mona ${code}`)).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title)
  await page.getByLabel('Vendor name').fill('')
  await page.getByRole('button', { name: 'Save Deal' }).last().click()
  await expect(page.getByRole('link', { name: /is required/ }).first()).toBeVisible()
  await page.getByLabel('Vendor name').fill('Tidewater Labs')
  await page.getByLabel('Category').selectOption({ index: 1 })
  await page.getByLabel('Platform').selectOption({ index: 1 })
  await page.getByLabel('Start date').fill('2026-01-05')
  await page.getByLabel('Published').check({ force: true })
  await page.getByRole('button', { name: 'Save Deal' }).last().click()
  await expect(page.getByText('Deal created')).toBeVisible()

  await page.goto(`/deals/tidewater-${code}`)
  await expect(page.getByText(`Suggested by Mona ${code}.`)).toBeVisible()
  await page.context().clearCookies()
  await setSession(page.context(), member)
  await page.goto('/account/notifications')
  await expect(page.getByText(`Your suggestion of ${title} was accepted`).first()).toBeVisible()
})
