import fs from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { makeCategory, makeChangeLog, makeDeal, makePlans, makePlatform, makeReview } from '#tests/factories'
import { sendQueuedMails } from '#tests/jobs'
import { makeDecision } from '#tests/staff-factories'
import { db } from '~/db/database.server'
import { expect, heard, newEmail, resize, said, test, unique } from './fixtures'

const { step } = test

test('a visitor finds a deal, reads what exactly a buyer gets, and goes on to the vendor @both', async ({
  page,
  context,
  baseURL,
  hasScripts,
}) => {
  test.slow()
  const side = page.getByRole('complementary', { name: 'Deal Information' })
  /** The line above a price, which separates it from the original price. */
  const lineAbovePrice = () =>
    side
      .getByText('Deal price', { exact: true })
      .evaluate(({ parentElement }) => getComputedStyle(parentElement!).borderTopWidth)
  if (hasScripts) await context.grantPermissions(['clipboard-read', 'clipboard-write'])

  await step('the home page and the header lead to the list and its search, and that to a deal', async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lifetime deals, kept on the record.')
    await expect(page.getByRole('region', { name: 'Featured Deals' }).getByRole('article')).toHaveCount(6)
    await page.getByRole('searchbox', { name: 'Search deals' }).fill('moorl')
    await page.getByRole('searchbox', { name: 'Search deals' }).press('Enter')
    await expect(page).toHaveURL('/deals?q=moorl')
    await expect(page.getByRole('article').filter({ hasText: 'Moorline CRM' })).toBeVisible()
    await page.goto('/')
    await page.getByRole('link', { name: 'Browse Deals' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Deals')
    await page.goto('/about')
    await page.getByRole('banner').getByRole('link', { name: 'Search deals' }).click()
    await expect(page).toHaveURL('/deals#q')
    await expect(page.getByLabel('Search', { exact: true })).toBeFocused()
    await page.getByLabel('Search', { exact: true }).fill('quillst')
    await page.getByLabel('Search', { exact: true }).press('Enter')
    await page.getByRole('link', { name: /^View Details\s*: Quillstack/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quillstack')
    await expect(side.getByText('We earn nothing from this link.')).toBeVisible()
  })

  await step('filters narrow the list, appear as chips and can be removed', async () => {
    const apply = async () => hasScripts || (await page.getByRole('button', { name: 'Apply' }).click())
    await page.goto('/deals')
    await page.getByLabel('Platform').selectOption({ label: 'Dealmint' })
    await apply()
    await expect(page).toHaveURL('/deals?platform=dealmint')
    await page.getByLabel('Status').selectOption({ label: 'Ending Soon' })
    await apply()
    await expect(page).toHaveURL('/deals?platform=dealmint&status=ENDING_SOON')
    await expect(page.getByRole('article').filter({ hasText: 'Moorline CRM' })).toBeVisible()
    await expect(page.getByRole('article').filter({ hasText: 'Quillstack' })).toBeHidden()
    await page.getByRole('link', { name: /Platform Dealmint remove filter/ }).click()
    await expect(page).not.toHaveURL(/platform/)
    await page.getByRole('link', { name: 'Clear all' }).click()
    await expect(page).toHaveURL(/\/deals$/)
  })

  await step('a deal is shared, and at most one question of its FAQ is open', async () => {
    await page.goto('/deals/quillstack')
    await expect(side.getByRole('textbox', { name: 'Link to this page' })).toBeVisible({ visible: !hasScripts })
    await expect(side.getByRole('button', { name: 'Copy link' })).toBeVisible({ visible: hasScripts })
    if (hasScripts) {
      await side.getByRole('button', { name: 'Copy link' }).click()
      await expect(page.getByText('Link copied to clipboard')).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/deals/quillstack`)
    }
    const questions = page.locator('details[name]')
    await questions.nth(0).locator('summary').click()
    await expect(questions.nth(0)).toHaveAttribute('open')
    await questions.nth(1).locator('summary').click()
    await expect(questions.nth(1)).toHaveAttribute('open')
    await expect(questions.nth(0)).not.toHaveAttribute('open')
    await questions.nth(1).locator('summary').click()
    await expect(questions.nth(1)).not.toHaveAttribute('open')
  })

  const stated = await makeStatedDeal(`${baseURL}/healthz?via=us`)
  await step('a deal says what exactly a buyer gets, on a wide window and on a phone', async () => {
    await page.goto(`/deals/${stated.slug}`)
    const get = page.getByRole('region', { name: 'What exactly you get' })
    const [table, list] = [get.getByRole('table', { name: /^Plans/ }), get.getByRole('list', { name: 'Plans' })]
    await expect(get.getByRole('columnheader', { name: /Tier 2.*2 codes.*\$118\.00/s })).toBeVisible()
    await expect(get.getByRole('row', { name: 'API No Yes Not stated' })).toBeVisible()
    await expect(list).toBeHidden()
    await expect(get.locator('dl > div').last()).toHaveText(/Not stated/)
    await expect(get.getByText('We read them on 20 Nov 2026')).toBeVisible()
    await expect(get.getByRole('link', { name: "The vendor's terms" })).toHaveAttribute('rel', /nofollow/)
    await expect(side.getByText('60 days')).toBeVisible()
    await expect(side.getByText('AUTUMN40')).toBeVisible()
    expect(await lineAbovePrice()).toBe('1px')
    const box = side.getByRole('heading', { name: 'Deal Information' }).locator('..')
    expect((await box.boundingBox())!.height).toBeLessThan(800)
    await expect(side.getByRole('button', { name: 'Copy code' })).toBeVisible({ visible: hasScripts })
    if (hasScripts) {
      await side.getByRole('button', { name: 'Copy code' }).click()
      await expect(page.getByText('Code copied to clipboard')).toBeVisible()
    }

    await resize(page, 390, 800)
    await expect(table).toBeHidden()
    await list.getByText('Limits of Tier 3').click()
    await expect(list.getByText('Seats: 12')).toBeVisible()
    const bar = page.locator('[data-bottom-bar]')
    await bar.scrollIntoViewIfNeeded()
    await expect(bar.getByText('$12/mo')).toBeVisible()
    const code = (await bar.getByText('AUTUMN40').boundingBox())!
    const button = (await bar.getByRole('link', { name: /Get This Deal/ }).boundingBox())!
    expect(code.x + code.width).toBeLessThan(button.x)
    // Three lines: the price, the code, and whether the link earns.
    expect((await bar.boundingBox())!.height).toBeLessThan(108)
    await resize(page, 1280, 720)
  })

  await step('Get This Deal opens the page of the vendor and records once where the visitor came from', async () => {
    await comeFromElsewhere(page, baseURL!, hasScripts)
    await page.goto(`/deals/${stated.slug}`)
    const link = side.getByRole('link', { name: /^Get This Deal/ })
    expect(await link.getAttribute('href')).toBe(`/go/${stated.slug}`)
    await expect(link).toHaveAttribute('rel', 'nofollow noopener')
    for (const button of ['middle', 'left'] as const) {
      const opened = context.waitForEvent('page')
      await link.click({ button })
      const vendor = await opened
      await expect(vendor).toHaveURL(`${baseURL}/healthz?via=us`)
      await vendor.close()
    }
    const found = db.selectFrom('click_events').select(['user_id', 'referrer']).where('deal_id', '=', stated.id)
    const referrer = hasScripts ? ELSEWHERE : null
    await expect.poll(() => found.execute()).toEqual([{ user_id: null, referrer }])
  })

  await step('an offer that is not confirmed leads to open deals of its category', async () => {
    const { unconfirmed, open, category } = await makeUnconfirmedDeal()
    await page.goto(`/deals/${unconfirmed.slug}`)
    await expect(page.getByText('Nobody has confirmed this offer since Nov 2017.')).toBeVisible()
    for (const text of ['Discount, Nov 2017', '30% off', 'Code, may not work', 'Visit Vendor'])
      await expect(side).toContainText(text)
    await page.getByRole('link', { name: 'Is it still open?' }).click()
    await expect(page).toHaveURL(`/deals/${unconfirmed.slug}#availability`)
    const others = page.getByRole('region', { name: `Open now in ${category.name}` })
    await expect(others.getByRole('listitem')).toContainText('$9')
    await others.getByRole('link', { name: 'All 1 open' }).click()
    await expect(page).toHaveURL(`/deals?category=${category.slug}&open=1`)
    await page.getByRole('link', { name: /^View Details/ }).click()
    await expect(page).toHaveURL(`/deals/${open.slug}`)
    expect(await lineAbovePrice()).toBe('0px')
  })
})

const ELSEWHERE = 'https://news.example/2026/best'

/** Arrives on the site by a link of another one, whose address a script keeps for the session. */
async function comeFromElsewhere(page: Page, baseURL: string, hasScripts: boolean) {
  const body = `<meta name="referrer" content="unsafe-url"><a href="${baseURL}/about">Read</a>`
  await page.route('https://news.example/**', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${ELSEWHERE}?token=secret`)
  await page.getByRole('link', { name: 'Read' }).click()
  await expect(page).toHaveURL('/about')
  if (hasScripts) await expect.poll(() => page.evaluate(() => sessionStorage.getItem('referrer'))).toBe(ELSEWHERE)
}

async function makeStatedDeal(cta_url: string) {
  const platform = await makePlatform({ refund_days: 60, refund_from: 'PURCHASE' })
  const deal = await makeDeal({
    platform_id: platform.id,
    cta_url,
    deal_price: '59.00',
    original_price: '12.00',
    regular_price_period: 'MONTH',
    coupon_code: 'AUTUMN40',
    coupon_note: 'For new customers.',
    terms_url: 'https://vendor.example/terms',
    terms_read_on: '2026-11-20',
  })
  const tiers = ['59.00', '118.00', '177.00', '236.00'].map((price, n) => ({
    name: `Tier ${n + 1}`,
    price,
    codes: n + 1,
  }))
  await makePlans(deal.id, tiers, [
    { label: 'Seats', values: ['2', '5', '12', '30'] },
    { label: 'API', values: ['No', 'Yes', '', ''] },
  ])
  return deal
}

async function makeUnconfirmedDeal() {
  const category = await makeCategory({ name: unique('Design') })
  const open = await makeDeal({ category_id: category.id, deal_price: '9.00' })
  const dates = { start_date: '2017-11-21', found_on: '2017-11-21', discount_percent: 30, coupon_code: 'BF2017' }
  return { unconfirmed: await makeDeal({ category_id: category.id, ...dates }), open, category }
}

test('a visitor follows a product, its vendor, verified changes and decisions, and writes to the site @both', async ({
  page,
}) => {
  test.slow()
  const code = unique()
  const title = `Foldmark ${code}`
  const vendor = { vendor_name: `Halden ${code}`, title }
  const open = await makeDeal({ ...vendor, deal_price: '59.00' })
  const platform = await makePlatform({ name: `Launchbarn ${code}` })
  const past = { ...vendor, product_id: open.product_id, platform_id: platform.id }
  const round = await makeDeal({ ...past, start_date: '2024-03-04', end_date: '2024-03-31', deal_price: '39.00' })
  for (let year = 2022; year >= 2015; year--) {
    const days = { start_date: `${year}-11-20`, end_date: `${year}-12-01` }
    await makeDeal({ ...past, ...days, discount_percent: 2040 - year, coupon_code: `BF${year}` })
  }
  await makeReview({ deal_id: round.id, status: 'APPROVED', title: 'Fine for one person', rating: 3 })
  await makeChangeLog({ deal_id: open.id, status: 'APPROVED', kind: 'LIMITS', affects_owners: 'YES' })
  const status = {
    status: 'ACQUIRED' as const,
    status_on: '2026-03-04',
    status_source_url: 'https://halden.example/news',
  }
  await db.updateTable('vendors').set(status).where('id', '=', open.vendor_id).execute()
  await makeDecision({ deal_id: open.id, rating: 2 })
  await makeDecision({ deal_id: null, rating: 2, decision: 'REJECTED', reason: 'CONFLICT_OF_INTEREST' })
  for (let n = 0; n < 10; n++) await makeDecision({ kind: 'comment', decided_at: new Date('2026-11-01') })
  await makeDeal()
  await heard()

  await step('a deal lists the other offers of its product, the older ones folded', async () => {
    await page.goto(`/deals/${open.slug}`)
    const offers = page.getByRole('region', { name: `Offers of ${title}` })
    await expect(offers.getByRole('listitem').first()).toContainText('This offer')
    await expect(offers.getByRole('listitem').nth(1)).toHaveText(/^Mar 2024.*\$39\.00.*Expired$/)
    await expect(page.getByRole('link', { name: 'Cheaper once: $39 in Mar 2024' })).toHaveAttribute('href', '#offers')
    await page.getByText(`1 review of other offers of ${title}`).click()
    await expect(page.getByText('Fine for one person')).toBeVisible()
    await expect(page.getByRole('link', { name: `${platform.name}, 2024 round` })).toBeVisible()
    await expect(offers.getByText('BF2015')).toBeHidden()
    await offers.getByText('2 earlier offers').click()
    await offers.getByRole('link', { name: 'Nov 2015' }).click()
    const own = offers.getByRole('listitem').filter({ hasText: 'This offer' })
    await expect(own).toHaveText(/Nov 2015.*25% off.*BF2015/)
    await expect(page.getByText('This deal ended on 1 Dec 2015.')).toBeVisible()
    await page.getByRole('link', { name: 'See the open offer' }).click()
    await expect(page).toHaveURL(`/deals/${open.slug}`)
  })

  await step('its Change Log draws the prices of all offers and lists them in a table', async () => {
    await page.goto(`/deals/${open.slug}/changes`)
    const prices = page.getByRole('region', { name: 'Price record' })
    await expect(prices).toContainText('2 offers on record. Past offers are shown at their last known price.')
    await expect(prices.getByRole('figure')).toHaveCount(1)
    const legend = prices.getByRole('listitem').getByRole('link', { name: `${platform.name}, 2024` })
    await expect(legend).toHaveAttribute('href', `/deals/${round.slug}`)
    await prices.getByText('Prices of all offers as a table').click()
    await expect(prices.getByRole('row', { name: platform.name }).first()).toContainText('$39.00')
  })

  await step('a deal leads to its vendor, and the list of vendors finds it again', async () => {
    const [name, path] = [vendor.vendor_name, `/vendors/halden-${code}`]
    await page.goto(`/deals/${open.slug}`)
    await page.getByRole('link', { name, exact: true }).first().click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByText('Acquired on 4 Mar 2026.')).toBeVisible()
    await expect(page.getByRole('row', { name: 'Limits 1 1' })).toBeVisible()
    // The latest three; the other seven are folded.
    const offers = page.getByRole('region', { name: 'Products and offers' })
    await expect(offers.getByRole('listitem')).toHaveCount(3)
    await expect(offers.locator('li')).toHaveCount(10)
    await page.getByRole('link', { name: 'All vendors' }).click()
    await page.getByRole('searchbox', { name: 'Search vendors' }).fill(name.toLowerCase())
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByText('1 product, 1 open, 10 offers')).toBeVisible()
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(path)
  })

  await step('verified changes are filtered by kind, and each leads to its entry', async () => {
    await page.goto('/changes')
    await page.getByRole('link', { name: /^Worse/ }).click()
    await expect(page).toHaveURL('/changes?effect=WORSE')
    for (const entry of await page.getByRole('main').getByRole('listitem').all())
      await expect(entry).toContainText('Worse for owners')
    await page.getByRole('navigation', { name: 'For owners' }).getByRole('link', { name: /^All/ }).click()
    await expect(page).toHaveURL('/changes')
    await page.getByText('Kind, who, category').click()
    await page.getByLabel('Kind').selectOption('Price')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL('/changes?kind=PRICE')
    const entries = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Verified on' })
    await expect(entries.first()).toContainText('Price')
    await expect(page.getByRole('link', { name: 'RSS' })).toHaveAttribute('href', '/changes.rss?kind=PRICE')
    await entries.first().getByRole('heading').getByRole('link').click()
    await expect(page).toHaveURL(/\/deals\/[\w-]+\/changes#change-/)
  })

  await step('decisions are public, and name the deal only while it is listed', async () => {
    await page.goto('/transparency')
    await page.getByRole('link', { name: /^Show all/ }).click()
    await expect(page).toHaveURL(/show=all/)
    const decisions = page.getByRole('region', { name: 'Newest decisions' }).locator('ol > li')
    expect(await decisions.count()).toBeGreaterThan(10)
    const rejection = decisions.filter({ hasText: 'Conflict of interest' }).first()
    await expect(rejection).toContainText('No longer listed')
    const line = decisions.filter({ hasText: title })
    await expect(line).toContainText('Approved')
    await line.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })

  await step('a message is sent from the contact page, and errors keep what was typed', async () => {
    const subject = `Price of Gridmarten ${code}`
    await page.goto('/contact')
    await expect(page.getByText('We reply within 24 hours.')).toBeVisible()
    await expect(page.locator('form').getByRole('link', { name: 'Read the guidelines' })).toBeVisible()
    await page.getByLabel('Name').fill('Maya Lindqvist')
    await page.getByLabel('Email').fill('maya@lindqvist.example')
    await page.getByLabel('Subject').fill(subject)
    await page.getByLabel('Message').fill('Too short')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('alert')).toContainText('Message needs at least 10 characters.')
    await expect(page.getByLabel('Name')).toHaveValue('Maya Lindqvist')
    await expect(page.getByLabel('Subject')).toHaveValue(subject)
    await page.getByLabel('Message').fill('The checkout shows $45.\n\nIs that the same plan?')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(said(page, 'Message sent')).toBeVisible()
    await expect(page).toHaveURL('/contact/sent')
    await expect(page.getByText('We reply to maya@lindqvist.example within 24 hours.').first()).toBeAttached()
    await page.reload()
    await expect(page.getByRole('heading', { name: subject })).toBeVisible()
    await expect(page.getByText('Is that the same plan?')).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Guidelines' }).click()
    await expect(page.getByRole('heading', { name: 'Why something is not published' })).toBeVisible()
    await expect(page.getByText('Conflict of interest', { exact: true })).toBeVisible()
  })
})

test('a member has a public profile that can be switched off, and leaves for the vendor as a visitor does', async ({
  page,
  context,
  baseURL,
  signInAs,
}) => {
  const user = await signInAs({ name: 'Maya Lindqvist' })
  const deal = await makeDeal({ cta_url: `${baseURL}/healthz` })
  await makeReview({ deal_id: deal.id, user_id: user.id, title: 'Replaced two subscriptions', status: 'APPROVED' })

  await step('Get This Deal records where the member came from', async () => {
    await comeFromElsewhere(page, baseURL!, true)
    await page.goto(`/deals/${deal.slug}`)
    const link = page.getByRole('complementary').getByRole('link', { name: /^Get This Deal/ })
    expect(await link.getAttribute('href')).toBe(`/go/${deal.slug}`)
    const opened = context.waitForEvent('page')
    await link.click()
    await expect(await opened).toHaveURL(`${baseURL}/healthz`)
    const found = db.selectFrom('click_events').select(['user_id', 'referrer']).where('deal_id', '=', deal.id)
    await expect.poll(() => found.execute()).toEqual([{ user_id: user.id, referrer: ELSEWHERE }])
  })

  await step('a name links to the profile until it is switched off', async () => {
    await page.goto(`/deals/${deal.slug}`)
    await page.getByRole('link', { name: 'Maya Lindqvist' }).click()
    await expect(page).toHaveURL(`/people/${user.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maya Lindqvist')
    await expect(page.getByRole('heading', { name: 'Replaced two subscriptions' })).toBeVisible()
    await expect(page.getByText('This is your public profile')).toBeVisible()
    await page.getByRole('link', { name: 'Turn it off' }).click()
    await page.getByRole('button', { name: 'Turn off my public profile' }).click()
    await expect(page.getByText('Your public profile is off')).toBeVisible()
    await page.goto(`/deals/${deal.slug}`)
    await expect(page.getByText('Maya Lindqvist')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Maya Lindqvist' })).toHaveCount(0)
    await page.goto(`/people/${user.id}`)
    await expect(page.getByText('Only you can see this page')).toBeVisible()
    await context.clearCookies()
    await page.goto(`/people/${user.id}`)
    await expect(page.getByText('This member has no public profile.')).toBeVisible()
  })
})

test('a page that fails to render shows the error page and logs the error to the console', async ({
  page,
  signInAs,
  consoleErrors,
}) => {
  await signInAs()
  await page.goto('/faq')
  // The response names the list differently, so that rendering throws.
  await page.route('**/platforms.data*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace('"platforms"', '"elsewhere"') })
  })
  await page.getByRole('banner').getByRole('link', { name: 'Platforms' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong')
  const text = "We're sorry, but something unexpected happened. Please try refreshing the page."
  await expect(page.getByText(text)).toBeVisible()
  expect(consoleErrors.join('\n')).toMatch(/TypeError/)
  expect(await page.locator('body').innerText()).not.toMatch(/TypeError|at .*\.js/)
  consoleErrors.length = 0
  await page.unrouteAll()
  await page.getByRole('link', { name: 'Refresh Page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Platforms')
})

test('a visitor reports a page, gets a receipt, and reads the decision by mail @both', async ({ page, signInAs }) => {
  const deal = await makeDeal({ title: unique('Gridmarten') })
  const email = newEmail()
  const mailsTo = () => {
    const folder = path.resolve(process.env.DATA_DIR!, 'mail')
    const files = fs.existsSync(folder) ? fs.readdirSync(folder).sort() : []
    const texts = files.map((name) => fs.readFileSync(path.join(folder, name), 'utf8').replace(/=\r?\n/g, ''))
    return texts.filter((text) => text.includes(`To: ${email}`))
  }

  await step('the form begins with what is reported, and keeps it when it comes back', async () => {
    await page.goto(`/deals/${deal.slug}`)
    await page.getByRole('link', { name: 'Report this page' }).click()
    await expect(page.locator('form').getByRole('link', { name: deal.title })).toBeVisible()
    await expect(page.getByLabel('Subject')).toHaveValue(`Report: ${deal.title}`)
    await page.getByLabel('Name').fill('Maya Lindqvist')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Message').fill('Too short')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('alert')).toContainText('Message needs at least 10 characters.')
    await expect(page.locator('form').getByRole('link', { name: deal.title })).toBeVisible()
    await page.getByLabel('Message').fill('The picture shows my product, which I never allowed.')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page).toHaveURL('/contact/sent')
    await expect(page.getByText(/Your report has no\. \d+\. A receipt is on its way to you\./).first()).toBeAttached()
  })

  const notice = await db
    .selectFrom('contact_messages')
    .select(['id', 'number', 'about_id'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(notice.about_id).toBe(deal.id)
  await sendQueuedMails()
  expect(mailsTo().at(-1)).toContain(`Subject: We have your report no. ${notice.number}`)

  await step('staff answer it from the queue, which links to the page', async () => {
    await signInAs({ role: 'MANAGER' })
    await page.goto(`/admin/queue/contact/${notice.id}`)
    await expect(page.locator(`a[href$="/deals/${deal.slug}"]`).first()).toBeVisible()
    await page.getByLabel('Answer to the sender').fill('We removed the picture.')
    await page.getByRole('button', { name: 'Answered' }).click()
    await expect(said(page, 'Contact message marked as answered')).toBeVisible()
    await sendQueuedMails()
    expect(mailsTo().at(-1)).toContain('We removed the picture.')
  })
})
