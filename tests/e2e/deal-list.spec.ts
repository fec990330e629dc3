import type { Page } from '@playwright/test'
import { makeCategory, makeDeal } from '#tests/factories'
import { expect, heard, resize, test, unique } from './fixtures'

const { step } = test

/** A category of its own, so that no other test changes its list, and a factory of its deals. */
async function makeList() {
  const mark = unique()
  const category = await makeCategory({ name: `Rows ${mark}`, slug: `rows-${mark}` })
  // A form leaves out a category that the site does not know yet.
  await heard()
  const add = (title: string, given: Parameters<typeof makeDeal>[0] = {}) =>
    makeDeal({ title: `${title} ${mark}`, category_id: category.id, ...given })
  return { mark, category, path: `/deals?category=${category.slug}`, add }
}

const table = (page: Page) => page.getByRole('table', { name: /^Deals, one row each/ })
const rows = (page: Page) => table(page).locator('tbody').getByRole('row')
const fold = (page: Page) => page.locator('summary', { hasText: 'Filters' })
const card = (page: Page) => page.getByRole('article')

/** Counts the skeletons of a list that loads, in the same task as the choice, because the next page may arrive at once. */
const chooseAndRead = (page: Page, label: string, value: string) =>
  page.getByLabel(label).evaluate((select: HTMLSelectElement, value) => {
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
    const waiting = document.querySelector('[data-waiting]')
    const rows = waiting?.querySelector(':scope > div')?.childElementCount
    return { cards: waiting?.querySelectorAll('.deal').length, rows, text: waiting?.textContent }
  }, value)

test('a visitor chooses a view, which is remembered, and filters that are behind a fold', async ({ page }) => {
  const { mark, category, path, add } = await makeList()
  await add('Open', { deal_price: '9.00' })
  await add('Pictured', { hero_image_url: '/demo/quillstack.svg' })
  await add('Unseen', { start_date: '2017-11-21', found_on: null, discount_percent: 40 })
  await add('Ended', { start_date: '2020-01-01', end_date: '2024-12-04', deal_price: '24.00' })

  await step(
    'the list is remembered until the grid is chosen, and six skeletons are shown while either loads',
    async () => {
      await page.goto('/deals')
      const cards = await chooseAndRead(page, 'Sort By', 'price-low')
      expect(cards).toMatchObject({ cards: 6, text: 'Loading...' })
      await expect(page).toHaveURL(/sort=price-low/)
      await expect(page.getByText('Loading...')).toHaveCount(0)
      await page.goto('/deals')
      await expect(card(page).first()).toBeVisible()
      await page.getByRole('link', { name: 'List', exact: true }).click()
      await expect(page).toHaveURL('/deals?view=list')
      await expect(rows(page).first()).toBeVisible()
      expect(await chooseAndRead(page, 'Status', 'ACTIVE')).toMatchObject({ cards: 0, rows: 6 })
      await expect(page).toHaveURL('/deals?status=ACTIVE&view=list')
      await expect(rows(page).first()).toBeVisible()

      await page.goto('/')
      await page.getByRole('link', { name: 'Browse Deals' }).click()
      await expect(page).toHaveURL('/deals')
      await expect(page.getByRole('link', { name: 'List', exact: true })).toHaveAttribute('aria-current', 'true')
      await expect(rows(page).first()).toBeVisible()
      await page.getByRole('link', { name: 'Grid', exact: true }).click()
      await expect(card(page).first()).toBeVisible()
      await page.goto('/deals')
      await expect(card(page).first()).toBeVisible()
      await expect(page.getByRole('table')).toHaveCount(0)
    },
  )

  await step('filters are applied together, counted on their fold, and removed by their chips', async () => {
    await page.goto(path)
    await expect(card(page)).toHaveCount(4)
    await expect(page.getByLabel('Open now')).toBeHidden()
    await fold(page).click()
    await page.getByLabel('Open now').check()
    await page.getByLabel('Has a price').check()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(`${path}&open=1&priced=1`)
    await expect(card(page)).toHaveText(new RegExp(`Open ${mark}`))
    await expect(fold(page)).toHaveText('Filters3 set')
    await expect(page.getByLabel('Has a price')).toBeHidden()
    await page.getByRole('link', { name: 'Open now remove filter' }).click()
    await expect(page).toHaveURL(`${path}&priced=1`)
    await page.getByRole('link', { name: 'Has a price remove filter' }).click()
    await expect(page).toHaveURL(path)
    await expect(card(page)).toHaveCount(4)
  })

  await step(
    'open deals have pictures of one height, and past ones have none below the head of their kind',
    async () => {
      await resize(page, 1440, 900)
      await page.goto(path)
      const pictures = page.locator('article .deal__media')
      const heights = await pictures.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
      expect(heights).toEqual([118, 118])
      await expect(page.getByText('4 products, 2 open')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Not confirmed 1' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Ended 1', exact: true })).toBeVisible()
      const unseen = card(page).filter({ hasText: `Unseen ${mark}` })
      for (const text of ['Not confirmed', 'Last seen Nov 2017', '40% off', 'in Nov 2017', 'Visit Vendor'])
        await expect(unseen).toContainText(text)
      await page.goto(`${path}&maxPrice=30&sort=newest&view=grid`)
      await expect(card(page)).toHaveCount(2)
      await expect(page.getByRole('heading', { name: 'Ended 1', exact: true })).toHaveCount(0)
      await expect(page.getByText('2 more match but have no listed price.')).toBeVisible()
      await page.getByRole('link', { name: 'Show them' }).click()
      await expect(card(page).filter({ hasText: `Unseen ${mark}` })).toBeVisible()
      await expect(card(page)).toHaveCount(2)
      await page.goto(`${path}&view=list`)
      await expect(rows(page)).toHaveCount(6)
      await expect(rows(page).nth(2)).toHaveText('Not confirmed1')
    },
  )

  await step('a phone has the same table and filters in less room', async () => {
    await resize(page, 390, 800)
    await page.goto(`${path}&view=list`)
    const row = rows(page).filter({ hasText: `Open ${mark}` })
    await expect(row.getByRole('rowheader')).toBeVisible()
    await expect(row.getByRole('cell', { name: category.name })).toBeHidden()
    await expect(row.getByRole('link', { name: /^Get Deal/ })).toBeHidden()
    await page.goto(`${path}&open=1&view=grid`)
    await expect(page.getByLabel('Sort By')).toBeHidden()
    expect((await card(page).first().boundingBox())!.y).toBeLessThan(420)
    await fold(page).click()
    await page.getByLabel('Sort By').selectOption({ label: 'Oldest' })
    await page.getByRole('button', { name: 'Apply' }).click()
    // A form without scripts sends its fields in their order on the page.
    await expect(page).toHaveURL(/\/deals\?(?=.*category=)(?=.*sort=oldest)(?=.*open=1)/)
    await expect(card(page)).toHaveCount(2)
  })
})

test('the list keeps filters, sort and the place in it, and a member keeps the view while navigating', async ({
  page,
  signInAs,
}) => {
  const { path, add } = await makeList()
  await Promise.all(Array.from({ length: 50 }, (_, n) => add(`Row ${n}`)))

  await step('the list opens at the page of the deals that the grid showed', async () => {
    await page.goto(`${path}&sort=oldest&page=3`)
    await expect(card(page)).toHaveCount(2)
    await page.getByRole('link', { name: 'List', exact: true }).click()
    await expect(page).toHaveURL(`${path}&sort=oldest&view=list&page=2`)
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('link', { name: 'Previous' }).click()
    await expect(rows(page)).toHaveCount(48)
    await page.getByLabel('Sort By').selectOption({ label: 'Open first' })
    await expect(page).toHaveURL(`${path}&view=list`)
    await page.getByRole('link', { name: /remove filter$/ }).click()
    await expect(page).toHaveURL('/deals?view=list')
  })

  await step('a member finds the list again after another page', async () => {
    await page.context().clearCookies()
    await signInAs()
    await page.goto('/deals?view=list')
    await expect(rows(page).first()).toBeVisible()
    await page.getByRole('link', { name: 'Categories' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Categories')
    await page.getByRole('link', { name: 'Deals', exact: true }).first().click()
    await expect(page).toHaveURL('/deals')
    await expect(rows(page).first()).toBeVisible()
    await page.reload()
    await expect(rows(page).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'List', exact: true })).toHaveAttribute('aria-current')
  })
})
