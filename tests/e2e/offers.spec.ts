import { makeDeal, makePlatform, makeReview } from '#tests/factories'
import { expect, test } from './fixtures'

async function makeRounds() {
  const code = crypto.randomUUID().slice(0, 8)
  const title = `Foldmark ${code}`
  const open = await makeDeal({ title, deal_price: '59.00' })
  const platform = await makePlatform({ name: `Launchbarn ${code}` })
  const round = await makeDeal({
    title,
    product_id: open.product_id,
    platform_id: platform.id,
    start_date: '2024-03-04',
    end_date: '2024-03-31',
    deal_price: '39.00',
  })
  await makeReview({ deal_id: round.id, status: 'APPROVED', title: 'Fine for one person', rating: 3 })
  return { title, open, round, platform }
}

test('the page of a deal lists the other offers of its product, their lowest price and their reviews', async ({
  page,
}) => {
  const { title, open, round, platform } = await makeRounds()
  await page.goto(`/deals/${open.slug}`)
  const offers = page.getByRole('region', { name: `Offers of ${title}` })
  await expect(offers.getByRole('listitem').first()).toContainText('This offer')
  await expect(offers.getByRole('listitem').nth(1)).toHaveText(/^Mar 2024.*\$39\.00.*Expired$/)
  await expect(offers.getByRole('link', { name: platform.name })).toBeVisible()
  await expect(page.getByRole('link', { name: 'An earlier offer was $39' })).toHaveAttribute('href', '#offers')
  await page.getByText(`1 review of other offers of ${title}`).click()
  await expect(page.getByText('Fine for one person')).toBeVisible()
  await expect(page.getByRole('link', { name: `${platform.name}, 2024 round` })).toBeVisible()

  await offers.getByRole('link', { name: platform.name }).click()
  await expect(page).toHaveURL(`/deals/${round.slug}`)
  await expect(page.getByText('This deal ended on 31 Mar 2024.')).toBeVisible()
  await page.getByRole('link', { name: 'See the open offer' }).click()
  await expect(page).toHaveURL(`/deals/${open.slug}`)
})

test('more than eight offers of a product are folded, unless this one is among them', async ({ page }) => {
  const { title, open } = await makeRounds()
  const years = Array.from({ length: 8 }, (_, n) => 2015 + n)
  const [oldest] = await Promise.all(
    years.map((year) =>
      makeDeal({
        title,
        product_id: open.product_id,
        start_date: `${year}-11-20`,
        end_date: `${year}-12-01`,
        deal_price: null,
        discount_percent: 2040 - year,
        coupon_code: `BF${year}`,
      }),
    ),
  )
  await page.goto(`/deals/${open.slug}`)
  const offers = page.getByRole('region', { name: `Offers of ${title}` })
  await expect(offers).toContainText('10 offers since 2015, best 25% off in Nov 2015.')
  await expect(offers.getByText('BF2015')).toBeHidden()
  await offers.getByText('2 earlier offers').click()
  await offers.getByRole('link', { name: 'Nov 2015' }).click()
  await expect(page).toHaveURL(`/deals/${oldest!.slug}`)
  await expect(offers.getByRole('listitem').filter({ hasText: 'This offer' })).toHaveText(/Nov 2015.*25% off.*BF2015/)
})

test('the change log draws the prices of all offers of a product and lists them in a table', async ({ page }) => {
  const { open, round, platform } = await makeRounds()
  await page.goto(`/deals/${open.slug}/changes`)
  const prices = page.getByRole('region', { name: 'Price record' })
  await expect(prices).toContainText('2 offers on record. Past offers are shown at their last known price.')
  await expect(prices.getByRole('figure')).toHaveCount(1)
  const legend = prices.getByRole('listitem').getByRole('link', { name: `${platform.name}, 2024` })
  await expect(legend).toHaveAttribute('href', `/deals/${round.slug}`)
  await prices.getByText('Prices of all offers as a table').click()
  await expect(prices.getByRole('row', { name: platform.name })).toContainText('$39.00')
})
