import type { Page } from '@playwright/test'
import { makeCategory, makeDeal } from '#tests/factories'
import { expect, heard, hydrated, resize, test } from './fixtures'

/** Deals of a category of their own, so that no other test changes the list. */
async function makeDeals(count: number) {
  const mark = crypto.randomUUID().slice(0, 8)
  const category = await makeCategory({ name: `Side by side ${mark}`, slug: `side-${mark}` })
  // A form leaves out a category that the site does not know yet.
  await heard()
  const deals = Array.from({ length: count }, (_, n) => ({
    title: `Side ${n} ${mark}`,
    slug: `side-${n}-${mark}`,
    category_id: category.id,
    deal_price: `${n + 10}.00`,
  }))
  return { path: `/deals?category=${category.slug}`, category, deals: await Promise.all(deals.map(makeDeal)) }
}

const tray = (page: Page) => page.getByRole('complementary', { name: 'Compare', exact: true })
const compare = (page: Page, { title }: { title: string }) =>
  page.getByRole('link', { name: `Compare ${title}`, exact: true })
const drop = (page: Page, { title }: { title: string }) =>
  page.getByRole('link', { name: `Remove ${title} from compare`, exact: true })

test('two deals are chosen in the list, compared, and one of them removed @both', async ({ page }) => {
  const { path, deals } = await makeDeals(3)
  const [one, two] = [deals[0]!, deals[1]!]
  await resize(page, 1440, 900)
  await page.goto(path)
  await expect(tray(page)).toBeHidden()
  await compare(page, one).click()
  await expect(tray(page)).toContainText('1 of 4')
  await expect(tray(page).getByRole('link', { name: 'Compare', exact: true })).toBeDisabled()
  await expect(drop(page, one)).toBeVisible()

  await page.getByRole('link', { name: 'List', exact: true }).click()
  await compare(page, two).click()
  await expect(drop(page, one)).toBeVisible()
  await expect(tray(page)).toContainText('2 of 4')
  await tray(page).getByRole('link', { name: 'Compare', exact: true }).click()

  await expect(page).toHaveTitle(/^Compare 2 deals/)
  await expect(page).toHaveURL(`/compare?d=${one.slug}&d=${two.slug}`)
  const table = page.getByRole('table', { name: '2 deals compared, one column each' })
  await expect(table.getByRole('row', { name: /Deal price Differs/ })).toContainText('$10.00')
  await expect(table.getByRole('row', { name: /^Transferable/ })).toContainText('Both: not stated')
  await expect(tray(page)).toBeHidden()

  await page.getByRole('link', { name: 'Only differences' }).click()
  await expect(page).toHaveURL(/&diff=1$/)
  await expect(table.getByRole('row', { name: /^Transferable/ })).toHaveCount(0)
  for (const width of [390, 320]) {
    await resize(page, width, 844)
    await expect(table.getByRole('rowheader').first()).toBeVisible()
  }
  await page.getByRole('link', { name: `Remove ${two.title}` }).click()
  await expect(page.getByText(`You chose ${one.title}`)).toBeVisible()
  await page.getByRole('link', { name: 'Add another' }).click()
  await hydrated(page)
  await expect(tray(page)).toContainText('1 of 4')
  await expect(page).toHaveURL(`/deals?d=${one.slug}`)
})

test('filters, sort and pages keep the deals chosen in an address', async ({ page }) => {
  const { path, category, deals } = await makeDeals(26)
  const [one, two] = [deals[0]!, deals[1]!]
  await page.goto(`${path}&d=${one.slug}&d=${two.slug}`)
  await page.getByRole('link', { name: 'Page 2', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`page=2&d=${one.slug}&d=${two.slug}$`))
  await expect(tray(page)).toContainText('2 of 4')
  await page.getByLabel('Search', { exact: true }).fill(one.title)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(new RegExp(`category=${category.slug}.*d=${one.slug}&d=${two.slug}$`))
  await expect(drop(page, one)).toBeVisible()
  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(`/deals?d=${one.slug}&d=${two.slug}`)
  await hydrated(page)
  await tray(page).getByText('Clear', { exact: true }).click()
  await expect(tray(page)).toBeHidden()
})

test('the button of a deal page opens the comparison, or adds to the choice @both', async ({ page, hasScripts }) => {
  const { deals } = await makeDeals(1)
  await resize(page, 1440, 900)
  await page.goto(`/deals/${deals[0]!.slug}`)
  await compare(page, deals[0]!).click()
  if (hasScripts) return expect(tray(page)).toContainText('1 of 4')
  await expect(page).toHaveURL(`/compare?d=${deals[0]!.slug}`)
  await expect(page.getByRole('link', { name: 'Add another' })).toBeVisible()
})

for (const isMember of [false, true]) {
  test(`the choice of a ${isMember ? 'member' : 'visitor'} survives navigation, and a fifth deal is refused`, async ({
    page,
    signInAs,
  }) => {
    if (isMember) await signInAs()
    const { path, deals, category } = await makeDeals(5)
    await resize(page, 1440, 900)
    await page.goto(path)
    for (const deal of deals.slice(0, 4)) await compare(page, deal).click()
    await expect(page).toHaveURL(path)
    await compare(page, deals[4]!).click()
    await expect(page.getByRole('alert')).toContainText('You can compare up to four deals')
    await page.getByRole('button', { name: 'Dismiss' }).click()

    await page.getByRole('article').getByRole('link', { name: deals[0]!.title, exact: true }).click()
    await hydrated(page)
    await expect(drop(page, deals[0]!)).toHaveText('Compare')
    await expect(tray(page)).toContainText('4 of 4')
    await page.goto(`/categories/${category.slug}`)
    await tray(page)
      .getByRole('button', { name: `${deals[3]!.title} , remove from compare` })
      .click()
    await expect(tray(page)).toContainText('3 of 4')
    await expect(compare(page, deals[3]!)).toBeVisible()
    await page.reload()
    await expect(tray(page)).toContainText('3 of 4')
    await tray(page).getByRole('link', { name: 'Compare', exact: true }).click()
    await expect(page).toHaveTitle(/^Compare 3 deals/)
    await page.goto('/')
    await tray(page).getByRole('button', { name: 'Clear' }).click()
    await expect(tray(page)).toBeHidden()
  })
}

test('the tray neither covers the buy bar nor the footer of a phone, nor shifts the page', async ({ page }) => {
  const { deals } = await makeDeals(1)
  await resize(page, 390, 844)
  await page.goto(`/deals/${deals[0]!.slug}`)
  await compare(page, deals[0]!).click()
  await page.goto('/deals/quillstack')
  await expect(tray(page)).toBeVisible()
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let total = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) total += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        // In the second frame from now, all shifts so far have been reported.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(total)))
      }),
  )
  expect(shift).toBeLessThan(0.01)
  const top = async (locator: ReturnType<Page['locator']>) => (await locator.boundingBox())!.y
  const bar = page.locator('[data-bottom-bar]')
  await page.getByRole('region', { name: 'What exactly you get' }).evaluate((part) => part.scrollIntoView())
  await expect.poll(async () => (await top(tray(page))) - (await top(bar)) - (await bar.boundingBox())!.height).toBe(0)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const footer = page.getByRole('contentinfo')
  await expect
    .poll(async () => (await top(footer)) - (await top(tray(page))) - (await tray(page).boundingBox())!.height)
    .toBe(0)
})
