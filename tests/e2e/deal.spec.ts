import { makeCategory, makeDeal } from '#tests/factories'
import { expect, test, unique } from './fixtures'

test('the price summary has a line above the deal price only if there is an original price', async ({ page }) => {
  const term = page.getByRole('complementary').getByText('Deal price', { exact: true })
  const rule = () => term.evaluate(({ parentElement }) => getComputedStyle(parentElement!).borderTopWidth)
  const priced = await makeDeal({ slug: `priced-${crypto.randomUUID()}`, original_price: '90.00', deal_price: '9.00' })
  const unpriced = await makeDeal({ slug: `unpriced-${crypto.randomUUID()}` })
  await page.goto(`/deals/${priced.slug}`)
  expect(await rule()).toBe('1px')
  await page.goto(`/deals/${unpriced.slug}`)
  await expect(page.getByRole('complementary')).toContainText('Price not listed')
  expect(await rule()).toBe('0px')
})

test('a deal that was not seen for a year says so, and leads to the question and to open deals of its category @both', async ({
  page,
}) => {
  const mark = unique()
  const { id: category_id, name } = await makeCategory({ name: `Design ${mark}`, slug: `design-${mark}` })
  const open = await makeDeal({ title: `Framekit ${mark}`, category_id, deal_price: null, discount_percent: 40 })
  const { slug } = await makeDeal({
    slug: `snapwell-${mark}`,
    category_id,
    start_date: '2017-11-21',
    found_on: null,
    deal_price: null,
    discount_percent: 30,
    coupon_code: 'BF2017',
  })
  await page.goto(`/deals/${slug}`)
  await expect(page.getByText('Nobody has confirmed this offer since Nov 2017.')).toBeVisible()
  await expect(page.getByText('Last seen 21 Nov 2017')).toBeVisible()
  const side = page.getByRole('complementary')
  for (const text of ['Discount, Nov 2017', '30% off', 'Code, may not work', 'Visit Vendor', 'Is it still open?'])
    await expect(side).toContainText(text)
  await page.getByRole('link', { name: 'Is it still open?' }).click()
  await expect(page).toHaveURL(`/deals/${slug}#availability`)

  const others = page.getByRole('region', { name: `Open now in ${name}` })
  await expect(others.getByRole('listitem')).toContainText('40% off')
  await others.getByRole('link', { name: 'All 1 open' }).click()
  await expect(page).toHaveURL(`/deals?category=design-${mark}&open=1`)
  await expect(page.getByRole('article')).toContainText(open.title)
})

test('a subscription is named one, and its price says how often it is paid', async ({ page }) => {
  const { slug } = await makeDeal({ slug: `monthly-${unique()}`, deal_price: '5.00', deal_price_period: 'MONTH' })
  await page.goto(`/deals/${slug}`)
  await expect(page.getByText('Subscription', { exact: true })).toBeVisible()
  await expect(page.getByRole('complementary')).toContainText('$5/mo')
})

test('at most one question of the FAQ is open at a time', async ({ page }) => {
  await page.goto('/deals/quillstack')
  const questions = page.locator('details[name]')
  const toggle = (place: number) => questions.nth(place).locator('summary').click()
  await toggle(0)
  await expect(questions.nth(0)).toHaveAttribute('open')
  await toggle(1)
  await expect(questions.nth(1)).toHaveAttribute('open')
  await expect(questions.nth(0)).not.toHaveAttribute('open')
  await toggle(1)
  await expect(questions.nth(1)).not.toHaveAttribute('open')
})

test('unknown deals, links, categories and platforms answer 404, and their pages have a link back and a search', async ({
  page,
}) => {
  for (const [path, heading, back, to] of [
    ['/deals/none', 'Deal not found', 'Back to Deals', '/deals'],
    ['/go/none', 'Deal not found', 'Back to Deals', '/deals'],
    ['/categories/none', 'Category not found', 'Back to Categories', '/categories'],
    ['/platforms/none', 'Platform not found', 'Back to Platforms', '/platforms'],
  ] as const) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByRole('main').getByRole('link', { name: back })).toHaveAttribute('href', to)
    await expect(page.getByRole('main').getByRole('searchbox')).toBeVisible()
  }
})

test('the link to a deal can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/deals/quillstack')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied to clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/deals\/quillstack$/)
})

test('staff confirm on the page of a deal that it is still correct', async ({ page, signInAs }) => {
  const { slug } = await makeDeal({ slug: `confirmed-${unique()}`, imported_at: new Date() })
  await signInAs({ role: 'MANAGER' })
  await page.goto(`/deals/${slug}`)
  await page.getByRole('button', { name: 'Still correct' }).click()
  await expect(page.getByText(/^Checked \d/)).toBeVisible()
  await expect(page.getByText('Imported, not checked yet')).toHaveCount(0)
})
