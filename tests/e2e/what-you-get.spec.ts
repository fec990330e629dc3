import { makeDeal, makePlans, makePlatform } from '#tests/factories'
import { expect, test, unique } from './fixtures'

const TIERS = [
  { name: 'Tier 1', price: '59.00', codes: 1 },
  { name: 'Tier 2', price: '118.00', codes: 2 },
  { name: 'Tier 3', price: '177.00', codes: 3 },
]

async function makeStatedDeal() {
  const platform = await makePlatform({ name: `Codebarn ${unique()}`, refund_days: 60, refund_from: 'PURCHASE' })
  const deal = await makeDeal({
    slug: `stated-${unique()}`,
    platform_id: platform.id,
    description: 'With code **AUTUMN40**:\n- <b>one</b>\n- [two](https://vendor.example/two)',
    deal_price: '59.00',
    original_price: '12.00',
    regular_price_period: 'MONTH',
    coupon_code: 'AUTUMN40',
    coupon_note: 'For new customers.',
    lifetime_means: 'PRODUCT',
    stackable: true,
    max_codes: 3,
    terms_url: 'https://vendor.example/terms',
    terms_read_on: '2026-11-20',
  })
  await makePlans(deal.id, TIERS, [
    { label: 'Seats', values: ['2', '5', '12'] },
    { label: 'API', values: ['No', 'Yes', ''] },
  ])
  return { ...deal, platform }
}

test('a deal page says what exactly a buyer gets @both', async ({ page, hasScripts }) => {
  const deal = await makeStatedDeal()
  await page.goto(`/deals/${deal.slug}`)

  const about = page.getByRole('region', { name: 'About this deal' })
  await expect(about.locator('strong')).toHaveText('AUTUMN40')
  await expect(about.getByRole('listitem').first()).toHaveText('<b>one</b>')
  await expect(about.getByRole('link', { name: 'two' })).toHaveAttribute('rel', 'nofollow ugc noopener')

  const get = page.getByRole('region', { name: 'What exactly you get' })
  await expect(get.getByRole('columnheader', { name: /Tier 2.*2 codes.*\$118\.00/s })).toBeVisible()
  await expect(get.getByRole('row', { name: 'API No Yes Not stated' })).toBeVisible()
  const terms = get.locator('dl > div')
  await expect(terms.first()).toHaveText(/Lifetime means\s*Of the product/)
  await expect(terms.nth(1)).toHaveText(`Refund60 days from purchasePlatform's rule (${deal.platform.name})`)
  await expect(terms.last()).toHaveText(/Not stated/)
  await expect(get.getByText('We read them on 20 Nov 2026')).toBeVisible()
  const link = get.getByRole('link', { name: "The vendor's terms" })
  await expect(link).toHaveAttribute('rel', /nofollow/)

  const side = page.getByRole('complementary', { name: 'Deal Information' })
  await expect(side).toContainText('Pays for itself after 5 months at $12/mo')
  await expect(side).toContainText('Original price')
  await expect(side).not.toContainText('You save')
  await expect(side.locator('s')).toHaveText('$12/mo')
  await expect(side.getByText('60 days')).toBeVisible()
  await expect(side.getByText('AUTUMN40')).toBeVisible()
  await expect(side.getByRole('button', { name: 'Copy code' })).toBeVisible({ visible: hasScripts })
  if (hasScripts) {
    await side.getByRole('button', { name: 'Copy code' }).click()
    await expect(page.getByText('Code copied to clipboard')).toBeVisible()
  }
  expect(
    (await side.getByRole('heading', { name: 'Deal Information' }).locator('..').boundingBox())!.height,
  ).toBeLessThan(800)
})

test('four plans are a table on wide windows and a list on phones, five are always a list', async ({ page }) => {
  const deal = await makeDeal({ slug: `tiers-${unique()}`, deal_price: '59.00' })
  const four = [...TIERS, { name: 'Tier 4', price: '236.00', codes: 4 }]
  await makePlans(deal.id, four, [{ label: 'Seats', values: ['2', '5', '12', '30'] }])
  const table = page.getByRole('table', { name: 'Plans: price, codes and limits' })
  const list = page.getByRole('list', { name: 'Plans' })

  await page.goto(`/deals/${deal.slug}`)
  await expect(table).toBeVisible()
  await expect(list).toBeHidden()
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(table).toBeHidden()
  await list.getByText('Limits of Tier 4').click()
  await expect(list.getByText('Seats: 30')).toBeVisible()

  const five = await makeDeal({ slug: `five-tiers-${unique()}`, deal_price: '59.00' })
  await makePlans(five.id, [...four, { name: 'Tier 5', price: '295.00' }])
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/deals/${five.slug}`)
  await expect(list.getByText('Tier 5')).toBeVisible()
  await expect(table).toHaveCount(0)
})

test('on a phone the coupon code is beside "Get This Deal"', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const deal = await makeStatedDeal()
  await page.goto(`/deals/${deal.slug}`)
  const bar = page.locator('[data-bottom-bar]')
  await bar.scrollIntoViewIfNeeded()
  await expect(bar.getByText('AUTUMN40')).toBeVisible()
  await expect(bar.getByText('$12/mo')).toBeVisible()
  const [code, button] = [bar.getByText('AUTUMN40'), bar.getByRole('link', { name: /Get This Deal/ })]
  const [left, right] = [(await code.boundingBox())!, (await button.boundingBox())!]
  expect(left.x + left.width).toBeLessThan(right.x)
  // Three lines: the price, the code, and whether the link earns.
  expect((await bar.boundingBox())!.height).toBeLessThan(108)
})
