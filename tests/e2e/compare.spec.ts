import type { Locator, Page } from '@playwright/test'
import { makeCategory, makeDeal } from '#tests/factories'
import { expect, heard, hydrated, resize, test, unique } from './fixtures'

const { step } = test

/** Deals of a category of their own, so that no other test changes the list. */
async function makeDeals(count: number) {
  const mark = unique()
  const category = await makeCategory({ name: `Side by side ${mark}`, slug: `side-${mark}` })
  // A form leaves out a category that the site does not know yet.
  await heard()
  const given = Array.from({ length: count }, (_, n) => ({
    title: `Side ${n} ${mark}`,
    category_id: category.id,
    deal_price: `${n + 10}.00`,
  }))
  const deals = await Promise.all(given.map(makeDeal))
  const [one, two] = [deals[0]!, deals[1]!]
  return { path: `/deals?category=${category.slug}`, category, deals, one, two, d: `d=${one.slug}&d=${two.slug}` }
}

const tray = (page: Page) => page.getByRole('complementary', { name: 'Compare', exact: true })
const open = (page: Page) => tray(page).getByRole('link', { name: 'Compare', exact: true })
const compare = (page: Page, { title }: { title: string }) =>
  page.getByRole('link', { name: `Compare ${title}`, exact: true })
const drop = (page: Page, { title }: { title: string }) =>
  page.getByRole('link', { name: `Remove ${title} from compare`, exact: true })
const boxOf = async (locator: Locator) => (await locator.boundingBox())!

test('a visitor compares two deals, and the tray covers nothing on a phone', async ({ page }) => {
  const { path, one, two, d } = await makeDeals(2)
  await resize(page, 1440, 900)

  await step('two deals are chosen in either view, compared, and one of them removed', async () => {
    await page.goto(`${path}&sort=price-low&view=grid`)
    await expect(tray(page)).toBeHidden()
    await compare(page, one).click()
    await expect(tray(page)).toContainText('1 of 4')
    await expect(open(page)).toBeDisabled()
    await page.getByRole('link', { name: 'List', exact: true }).click()
    await compare(page, two).click()
    await expect(drop(page, one)).toBeVisible()
    await expect(tray(page)).toContainText('2 of 4')
    await open(page).click()
    await expect(page).toHaveTitle(/^Compare 2 deals/)
    await expect(page).toHaveURL(`/compare?${d}`)
    const table = page.getByRole('table', { name: '2 deals compared, one column each' })
    await expect(table.getByRole('row', { name: /^Deal price/ })).toContainText('$10.00 Lowest')
    await expect(table.getByRole('row', { name: /^Transferable/ })).toHaveCount(0)
    const platform = table.getByRole('row', { name: /^Platform/ })
    await expect(tray(page)).toBeHidden()
    await page.getByRole('link', { name: 'Only differences' }).click()
    await expect(page).toHaveURL(/&diff=1$/)
    await expect(platform).toBeVisible()
    for (const width of [390, 320]) {
      await resize(page, width, 844)
      await expect(table.getByRole('rowheader').first()).toBeVisible()
    }
    await page.getByRole('link', { name: `Remove ${two.title}` }).click()
    await expect(page.getByText(`You chose ${one.title}`)).toBeVisible()
    await page.getByRole('link', { name: 'Browse deals' }).click()
    await hydrated(page)
    await expect(tray(page)).toContainText('1 of 4')
    await resize(page, 1440, 900)
  })

  await step('the tray neither covers the buy bar nor the footer of a phone, nor shifts the page', async () => {
    await resize(page, 390, 844)
    // One deal is still chosen.
    await page.goto('/deals/quillstack')
    await expect(tray(page)).toBeVisible()
    expect(await page.evaluate(sumLayoutShifts)).toBeLessThan(0.01)
    const below = async (above: Locator, lower: Locator) => {
      const [{ y, height }, other] = [await boxOf(above), await boxOf(lower)]
      return other.y - y - height
    }
    await page.getByRole('region', { name: 'What exactly you get' }).evaluate((part) => part.scrollIntoView())
    await expect.poll(() => below(page.locator('[data-bottom-bar]'), tray(page))).toBe(0)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect.poll(() => below(tray(page), page.getByRole('contentinfo'))).toBe(0)
  })
})

/** By how much the page has moved since it was opened. Runs in the page. */
function sumLayoutShifts() {
  return new Promise<number>((resolve) => {
    let total = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) total += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    // In the second frame from now, all shifts so far have been reported.
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(total)))
  })
}

for (const isMember of [false, true]) {
  test(`the choice of a ${isMember ? 'member' : 'visitor'} survives navigation, and a fifth deal is refused`, async ({
    page,
    signInAs,
  }) => {
    if (isMember) await signInAs()
    const { path, deals, category, one } = await makeDeals(5)
    await resize(page, 1440, 900)
    await page.goto(path)
    for (const deal of deals.slice(0, 4)) await compare(page, deal).click()
    await expect(page).toHaveURL(path)
    await compare(page, deals[4]!).click()
    await expect(page.getByRole('alert')).toContainText('You can compare up to four deals')
    await page.getByRole('button', { name: 'Dismiss' }).click()

    await page.getByRole('article').getByRole('link', { name: one.title, exact: true }).click()
    await hydrated(page)
    await expect(drop(page, one)).toHaveText('Compare')
    await expect(tray(page)).toContainText('4 of 4')
    await page.goto(`/categories/${category.slug}`)
    const last = deals[3]!
    await tray(page)
      .getByRole('button', { name: `${last.title} , remove from compare` })
      .click()
    await expect(tray(page)).toContainText('3 of 4')
    await expect(compare(page, last)).toBeVisible()
    await page.reload()
    await expect(tray(page)).toContainText('3 of 4')
    await open(page).click()
    await expect(page).toHaveTitle(/^Compare 3 deals/)
    await page.goto('/')
    await tray(page).getByRole('button', { name: 'Clear' }).click()
    await expect(tray(page)).toBeHidden()
  })
}

test('without scripts, a search adds deals to the comparison @no-scripts', async ({ page }) => {
  const { one, two, d } = await makeDeals(2)
  await page.goto(`/deals/${one.slug}`)
  await compare(page, one).click()
  await expect(page).toHaveURL(`/compare?d=${one.slug}`)
  await page.getByRole('searchbox', { name: 'Add a deal' }).fill(two.title)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('link', { name: `Add ${two.title}` }).click()
  await expect(page).toHaveURL(`/compare?${d}`)
  await expect(page.getByRole('table', { name: '2 deals compared, one column each' })).toBeVisible()
})
