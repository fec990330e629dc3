import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeChangeLog, makeDeal, makeProfile, makeReview, makeReviewReport, makeSuggestion } from '#tests/factories'
import { db } from '~/db/database.server'
import { productKeys } from '~/features/catalog/products/product-key'
import { fetchSource } from '~/features/contributions/sources/sources.server'
import { expect, hydrated, said, setSession, test, unique } from './fixtures'

const { step } = test

test('a member reports changes, prices, the end of a deal, and a new deal @both', async ({
  page,
  signInAs,
  hasScripts,
}) => {
  test.slow()
  const code = unique()
  const known = { title: `Lanternet ${code}`, vendor_name: 'Lantern', cta_url: `https://lanternet-${code}.example/buy` }
  const deal = await makeDeal({ ...known, ...productKeys(known), deal_price: '59.00' })
  const ada = await signInAs({ name: 'Ada', created_at: new Date('2026-01-01') })
  const path = `/deals/${deal.slug}/changes`
  const guidelines = page.locator('form').getByRole('link', { name: 'Read the guidelines' })
  const report = page.getByRole('article', { name: 'Your report' })

  await step('a change is reported with details, which stay open with their errors', async () => {
    await page.goto(path)
    await expect(guidelines).toBeVisible()
    await expect(page.getByLabel('Source link')).toBeHidden()
    await page.getByLabel('Title').fill('Limits lowered')
    await page.getByText('Add details').click()
    await page.getByLabel('Value before').fill('5 seats')
    await page.getByLabel('Value now').fill('3 seats')
    await page.getByLabel('Source link').fill('vendor')
    await page.getByRole('button', { name: 'Submit Report' }).click()
    const errors = page.getByRole('alert').getByRole('link')
    await expect(errors).toHaveText([/^Description is required/, /^Source link must be/])
    await expect(page.getByLabel('Kind of change')).toHaveValue('OTHER')
    await expect(page.getByLabel('Value now')).toHaveValue('3 seats')
    await page.getByLabel('Description').fill('The plan has fewer now.')
    await page.getByLabel('Source link').fill('vendor.example/plans')
    await page.getByRole('button', { name: 'Submit Report' }).click()
    await expect(said(page, 'Your report is pending verification')).toBeVisible()
    await expect(page).toHaveURL(`${path}#record`)
    await expect(report).toContainText(/Pending.*Limits lowered.*5 seats.*3 seats/s)
    await expect(page.getByLabel('Title')).toHaveValue('')
  })

  await step('a rejected report says why, and is edited and resubmitted', async () => {
    const verdict = { status: 'REJECTED', moderation_reason: 'The page still says 5.' } as const
    await db.updateTable('change_logs').set(verdict).where('reported_by_user_id', '=', ada.id).execute()
    await page.goto('/account/contributions')
    await page.getByRole('link', { name: /Edit and resubmit.*Limits lowered/ }).click()
    await expect(report).toContainText('The page still says 5.')
    await expect(page.getByRole('heading', { name: 'Edit your report' })).toBeInViewport()
    await expect(page.getByLabel('Value now')).toHaveValue('3 seats')
    await hydrated(page)
    await page.getByLabel('Description').fill('It does not any more.')
    await page.getByRole('button', { name: 'Save Report' }).click()
    await expect(report).toContainText(/Pending.*It does not any more\./s)
    await expect(report).not.toContainText('The page still says')
    await expect(page).toHaveURL(`${path}#record`)
  })

  await step('the new value has the control of the field that changed', async () => {
    await page.goto(path)
    const kind = page.getByLabel('Kind of change')
    if (hasScripts) {
      await hydrated(page)
      await page.getByText('Add details').click()
      await page.getByLabel('Value now').fill('30')
      await page.getByLabel('Title').fill('Typed before')
      await kind.selectOption({ label: 'Refund' })
      await expect(page.getByLabel('Value now')).toHaveValue('30')
      await expect(page.getByLabel('Value now')).toHaveAttribute('inputmode', 'numeric')
      await expect(page.getByLabel('Title')).toHaveValue('Typed before')
      await kind.selectOption({ label: 'Codes can be stacked' })
    } else {
      await kind.selectOption({ label: 'Codes can be stacked' })
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(kind).toHaveValue('stackable')
    }
    await page.getByLabel('Value now').selectOption('Yes')
    await page.getByLabel('Title').fill('Codes stack now')
    await page.getByLabel('Description').fill('The terms say so.')
    await page.getByRole('button', { name: 'Submit Report' }).click()
    await expect(said(page, 'Your report is pending verification')).toBeVisible()
    await expect(report.first()).toContainText(/Codes stack now.*Yes/s)
    await db.deleteFrom('change_logs').where('title', '=', 'Codes stack now').where('deal_id', '=', deal.id).execute()
  })

  await step('a price is reported from the deal, in the same form', async () => {
    await page.goto(`/deals/${deal.slug}`)
    await page.getByRole('link', { name: 'Report a price change' }).first().click()
    await expect(page.getByLabel('Kind of change')).toHaveValue('PRICE')
    await expect(page.getByLabel('Value before')).toHaveValue('59.00')
    await page.getByLabel('Value now').fill('$1.299')
    await page.getByLabel('existing owners').selectOption({ label: 'No, new buyers only' })
    await page.getByRole('button', { name: 'Submit Report' }).click()
    await expect(page.getByRole('alert')).toContainText('If the point separates thousands')
    await expect(page.getByLabel('Value now')).toHaveValue('$1.299')
    await expect(page.getByLabel('existing owners')).toHaveValue('NO')
    await page.getByLabel('Value now').fill('$49')
    await page.getByLabel('Source link').fill('vendor.example/deal')
    await page.getByRole('button', { name: 'Submit Report' }).click()
    await expect(page).toHaveURL(`${path}#record`)
    await expect(report.filter({ hasText: 'Price lowered' })).toContainText('Pending')
  })

  await step('the end of a deal is reported, and taken back for the opposite', async () => {
    await page.goto(`/deals/${deal.slug}`)
    const block = page.getByRole('region', { name: 'Is it still open?' })
    await block.getByRole('button', { name: 'It has ended' }).click()
    await expect(block).toContainText(/You said: it has ended, \d/)
    await expect(block).toContainText('1 says no')
    await block.getByRole('button', { name: 'Undo' }).click()
    await block.getByRole('button', { name: 'Still available' }).click()
    await expect(block).toContainText('You said: still available')
    await expect(block).toContainText('1 says yes')
  })

  await step('a search without results leads to a suggestion, which shows the deals of a known link', async () => {
    const reason = 'Cheaper than the open offers, and the page says it runs for two weeks.'
    await page.goto('/deals?q=nothing+is+called+this')
    await page.getByRole('link', { name: 'Suggest a deal' }).first().click()
    await expect(page).toHaveURL('/suggest')
    await expect(guidelines).toBeVisible()
    await page.getByLabel('Link to the offer').fill(`https://www.lanternet-${code}.example/now?ref=1`)
    await page.getByLabel('Title').fill(known.title)
    await page.getByLabel('Why is it good?').fill(reason)
    if (!hasScripts) await page.getByRole('button', { name: 'Look it up' }).click()
    await expect(page.getByText('This link is already listed.')).toBeVisible()
    await expect(page.locator('[data-known]').getByRole('link')).toHaveAttribute('href', `/deals/${deal.slug}`)
    await page.getByRole('button', { name: 'Send suggestion' }).click()
    await expect(page.getByRole('link', { name: 'This link is already listed.' })).toBeVisible()
    await expect(page.getByLabel('Why is it good?')).toHaveValue(reason)
    await page.getByLabel('Mine is a different offer').check()
    await page.getByRole('button', { name: 'Send suggestion' }).click()
    await expect(page.getByText('Suggestion sent').first()).toBeAttached()
    await expect(page.getByLabel('Title')).toHaveValue('')
    await expect(page.getByText('Your last suggestions')).toBeVisible()
    await page.goto('/account/contributions')
    await expect(page.getByRole('heading', { name: known.title })).toBeVisible()
  })
})

test('staff make a draft of a suggestion, and its page names the member once it is published', async ({
  page,
  signInAs,
}) => {
  const code = unique()
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

  await page.context().clearCookies()
  await setSession(page.context(), member)
  await page.goto(`/deals/tidewater-${code}`)
  await expect(page.getByText(`Suggested by Mona ${code}.`)).toBeVisible()
  await page.goto('/account/notifications')
  await expect(page.getByText(`Your suggestion of ${title} was accepted`).first()).toBeVisible()
})

test('readers report a review, the vendor answers it, and staff remove it @both', async ({
  page,
  browser,
  signInAs,
  hasScripts,
}) => {
  test.slow()
  const deal = await makeDeal({ title: unique('Lanternet'), vendor_name: 'Candlewick' })
  const author = await makeProfile({ name: 'Oskar Lind' })
  const review = await makeReview({ deal_id: deal.id, user_id: author.id, title: 'Best tool ever', status: 'APPROVED' })
  for (let n = 0; n < 2; n++) await makeReviewReport({ review_id: review.id, deal_id: deal.id })
  await makeChangeLog({ deal_id: deal.id, title: 'Five seats', status: 'APPROVED', moderated_at: new Date() })
  const staff = await browser.newContext({ javaScriptEnabled: hasScripts, baseURL: process.env.SITE_URL })
  await setSession(staff, await makeProfile({ role: 'MANAGER' }))
  const desk = await staff.newPage()
  const backAtReview = new RegExp(`/deals/${deal.slug}(\\?.*)?#review-${review.id}$`)

  await step('staff enter the answer of the vendor at a review and at a change', async () => {
    const answer = desk.locator(`#review-${review.id}`).getByRole('list', { name: 'What followed' })
    await desk.goto(`/deals/${deal.slug}`)
    await hydrated(desk)
    await desk.getByRole('link', { name: 'Answer as the vendor: Best tool ever' }).click()
    await expect(desk.getByRole('heading', { name: 'Answer by Candlewick' })).toBeVisible()
    await expect(desk.getByRole('region', { name: 'The review' })).toContainText('Best tool ever')
    await hydrated(desk)
    await desk.getByLabel('Answered on').fill('1970-01-01')
    await desk.getByRole('button', { name: 'Save Answer' }).click()
    await expect(desk.getByRole('alert').first()).toContainText('The answer is required.')
    await hydrated(desk)
    await desk.getByLabel('What the vendor says').fill('The new index is ten times faster.')
    await desk.getByLabel('Answered on').fill('2026-11-14')
    await desk.getByRole('button', { name: 'Save Answer' }).click()
    await expect(desk).toHaveURL(backAtReview)
    await expect(answer).toContainText(/Answer by Candlewick.*The new index is ten times faster\./s)

    await desk.goto(`/admin/queue/reviews/${review.id}`)
    await desk.getByRole('link', { name: 'Answer as the vendor' }).click()
    await hydrated(desk)
    await desk.getByLabel('What the vendor says').fill('Twenty times.')
    await desk.getByRole('button', { name: 'Save Answer' }).click()
    await expect(answer).toContainText('Twenty times.')

    await desk.goto(`/deals/${deal.slug}/changes`)
    await desk.getByRole('link', { name: 'Answer as the vendor: Five seats' }).click()
    await hydrated(desk)
    await desk.getByLabel('What the vendor says').fill('For everyone.')
    await desk.getByRole('button', { name: 'Save Answer' }).click()
    await expect(desk.getByRole('list', { name: 'Answer' })).toContainText('For everyone.')
  })

  const link = page.getByRole('link', { name: 'Report: Best tool ever' })
  const isOpen = async () => {
    const alerts = db.selectFrom('review_alerts').select('id').where('review_id', '=', review.id)
    return (await alerts.where('status', '=', 'PENDING').executeTakeFirst()) !== undefined
  }
  await step('a visitor reads the answer with its date, and reports the review by the contact form', async () => {
    await page.goto(`/deals/${deal.slug}`)
    const answer = page.locator(`#review-${review.id}`).getByRole('list', { name: 'What followed' })
    await expect(answer).toContainText('Twenty times.')
    await expect(answer.locator('time')).toHaveAttribute('datetime', '2026-11-14')
    await expect(page.getByText('as the vendor')).toHaveCount(0)
    await expect(link).toHaveAttribute('href', `/contact?about=review.${review.id}`)
  })

  await step('the third report puts the review into the queue, and taking it back takes it out', async () => {
    await signInAs({ name: 'Ida' })
    await page.goto(`/deals/${deal.slug}`)
    await link.click()
    const form = page.locator('main')
    await expect(page).toHaveURL(`/deals/${deal.slug}/report/${review.id}`)
    await expect(form.getByRole('blockquote')).toContainText(/Best tool ever/)
    await expect(form.getByRole('blockquote')).toContainText('Oskar Lind')
    await form.getByLabel('Something else').check()
    await form.getByRole('button', { name: 'Send report' }).click()
    await expect(form.getByRole('alert')).toContainText('Say what is wrong with it.')
    await expect(form.getByLabel('Something else')).toBeChecked()
    await form.getByLabel('What should we know?').fill('The text is from a brochure.')
    await form.getByRole('button', { name: 'Send report' }).click()
    await expect(page).toHaveURL(backAtReview)
    await expect(page.getByText(/^You reported this on/)).toBeVisible()
    expect(await isOpen()).toBe(true)
    await page.getByRole('button', { name: 'Take it back: Best tool ever' }).click()
    await expect(link).toBeVisible()
    expect(await isOpen()).toBe(false)
    await link.click()
    await form.getByLabel('Spam').check()
    await form.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByText(/^You reported this on/)).toBeVisible()
  })

  await step('staff delete the answer, read the reports and remove the review', async () => {
    await desk.goto(`/admin/answers/reviews/${review.id}`)
    await hydrated(desk)
    await desk.getByRole('button', { name: 'Delete Answer' }).click()
    await desk.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(desk).toHaveURL(backAtReview)
    await expect(desk.getByText('Twenty times.')).toHaveCount(0)
    const alerts = db.selectFrom('review_alerts').select('id').where('review_id', '=', review.id)
    const { id } = await alerts.where('status', '=', 'PENDING').executeTakeFirstOrThrow()
    await desk.goto(`/admin/queue/review-reports/${id}`)
    await hydrated(desk)
    await expect(desk.getByRole('term').first()).toContainText('Ida')
    const decision = desk.getByRole('region', { name: 'Decision' })
    await decision.getByText('Remove the review', { exact: true }).first().click()
    await decision.getByLabel('Spam').check()
    await decision.getByRole('button', { name: 'Remove the review' }).click()
    await expect(desk.getByText('Reported review removed').first()).toBeAttached()
    await page.goto(`/deals/${deal.slug}`)
    await expect(page.getByText('Best tool ever')).toHaveCount(0)
  })
  await staff.close()
})

test('a reported price is found in its saved source, applied in one press, and in the log with its evidence @both', async ({
  page,
  signInAs,
}) => {
  const deal = await makeDeal({ title: unique('Lanternet'), deal_price: '49.00' })
  const web = http.createServer((_request, response) =>
    response.setHeader('Content-Type', 'text/html').end('<h1>Lifetime plan</h1><p>Only <b>$25</b>, paid once.</p>'),
  )
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const { port } = web.address() as AddressInfo
  const source = `http://terms.lanternet.example:${port}/pricing`
  await signInAs({ name: 'Ada', created_at: new Date('2026-01-01') })

  await step('a member reports the price with its source', async () => {
    await page.goto(`/deals/${deal.slug}/price`)
    await page.getByLabel('Value now').fill('$25')
    await page.getByLabel('Source link').fill(source)
    await page.getByRole('button', { name: 'Submit Report' }).click()
    await expect(said(page, 'Your report is pending verification')).toBeVisible()
  })

  const { id } = await db
    .selectFrom('change_logs')
    .select('id')
    .where('deal_id', '=', deal.id)
    .executeTakeFirstOrThrow()
  const network = { resolve: async () => ['127.0.0.1'], mayConnect: () => true }
  await fetchSource(id, { network })
  web.close()

  await step('staff see that the new value is on the saved page, and apply it', async () => {
    await signInAs({ role: 'MANAGER' })
    await page.goto(`/admin/queue/change-reports/${id}`)
    const evidence = page.getByRole('region', { name: 'Evidence' })
    await expect(evidence).toContainText(/New value, \$25\.00.*found once.*Only \$25 , paid once/s)
    await expect(evidence).toContainText(/Old value, \$49\.00.*not on the saved page/s)
    await evidence.getByRole('link', { name: 'Read the saved text' }).click()
    await expect(evidence).toContainText('Lifetime plan Only $25 , paid once.')
    await page.getByRole('region', { name: 'Decision' }).getByRole('button', { name: 'Approve and apply' }).click()
    await expect(said(page, 'Change report approved')).toBeVisible()
  })

  await step('the log has the value, its effect and the evidence', async () => {
    await page.context().clearCookies()
    await page.goto(`/deals/${deal.slug}/changes`)
    const entry = page.locator(`#change-${id}`)
    await expect(entry).toContainText(/\$49\.00.*\$25\.00/s)
    await entry.getByText(/^Source: terms\.lanternet\.example:\d+, saved /).click()
    await expect(entry).toContainText(/Fingerprint [0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4}/)
    await expect(page.getByRole('complementary', { name: 'Deal Information' })).toContainText('$25')
  })
})
