import { makeDeal, makeProfile } from '#tests/factories'
import { makeClicks } from '#tests/staff-factories'
import { recordAudit } from '~/features/people/audit/audit.server'
import { expect, hydrated, resize, test, unique } from './fixtures'

test('the delete dialog of a deal is centered and names the deal', async ({ page, signInAs }) => {
  const title = unique('Namewell')
  const { id } = await makeDeal({ title })
  await signInAs({ role: 'ADMIN' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/admin/deals?${new URLSearchParams({ q: title })}`)
  await page.getByRole('button', { name: `Delete ${title}` }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this deal?' })
  await expect(dialog).toContainText(title)
  const { x, y, width, height } = (await dialog.boundingBox())!
  const pageWidth = await page.locator('html').evaluate((html) => html.clientWidth)
  expect(Math.abs(x + width / 2 - pageWidth / 2)).toBeLessThan(2)
  expect(Math.abs(y + height / 2 - 450)).toBeLessThan(2)
  expect(await dialog.getByRole('heading').evaluate((heading) => getComputedStyle(heading).textAlign)).toBe('start')

  await page.goto(`/admin/deals/${id}/delete`)
  await expect(page.getByText('Are you sure you want to delete this deal?')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
})

test('staff tables are tables from 1056 pixels on and cards below, as wide as their box', async ({
  page,
  signInAs,
}) => {
  test.slow()
  const long = unique('Unbroken'.repeat(9))
  await makeDeal({ title: long.replace(' ', ''), published: false })
  const { id } = await signInAs({ role: 'ADMIN', name: long.replace(' ', '') })
  await recordAudit({ actor: id, action: 'profile.viewed', entity: 'profile', id })
  for (const path of ['deals', 'products', 'users', 'categories', 'platforms', 'audit']) {
    await page.goto(`/admin/${path}`)
    for (const width of [1440, 1280, 1056, 1055, 768, 390]) {
      await resize(page, width, 900)
      const at = `${path} at ${width}`
      const { inner, first, last, head } = await page.evaluate(measureTable)
      expect(inner, at).toBeLessThanOrEqual(0)
      // In a card the last cell is below the first, in a table beside it.
      if (width < 1056) expect(last.top, at).toBeGreaterThan(first.bottom - 1)
      else expect(last.left, at).toBeGreaterThan(first.right - 1)
      if (width >= 1056) expect(head.height, at).toBeGreaterThan(10)
    }
  }
})

/** How far the first table is too wide, and where the cells of the first row are. Runs in the page. */
function measureTable() {
  const table = document.querySelector('table')!
  const cells = [...table.querySelectorAll('tbody tr')[0]!.querySelectorAll('td, th')]
  const box = (element: Element | undefined | null) => element!.getBoundingClientRect().toJSON() as DOMRect
  return {
    inner: table.scrollWidth - table.parentElement!.clientWidth,
    first: box(cells[0]),
    last: box(cells.at(-1)),
    head: box(table.querySelector('thead th')),
  }
}

test('heads sort the lists of staff by keyboard, in the address and together with the filters', async ({
  page,
  signInAs,
}) => {
  const name = unique('Sortwell')
  await makeDeal({ title: `${name} b`, deal_price: '9.00' })
  await makeDeal({ title: `${name} a`, deal_price: '19.00' })
  await makeDeal({ title: `${name} c` })
  await signInAs({ role: 'ADMIN' })
  await page.goto(`/admin/deals?${new URLSearchParams({ q: name, published: 'yes' })}`)
  const order = async () => (await page.locator('tbody tr td:first-child b').allTextContents()).map((b) => b.at(-1))
  await expect.poll(order).toEqual(['c', 'a', 'b'])
  const press = async (head: string) => {
    await page.getByRole('columnheader', { name: head }).getByRole('link').focus()
    await page.keyboard.press('Enter')
  }
  const [title, price] = ['Deal', 'Deal price'].map((one) => page.getByRole('columnheader', { name: one, exact: true }))
  await press('Deal price')
  await expect(page).toHaveURL(/published=yes&sort=price$/)
  await expect(price!).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByText('3 deals, lowest price first')).toBeVisible()
  await expect.poll(order).toEqual(['b', 'a', 'c'])
  await press('Deal price')
  await expect(price!).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(order).toEqual(['a', 'b', 'c'])
  await page.getByRole('columnheader', { name: 'Deal', exact: true }).getByRole('link').click()
  await expect(title!).toHaveAttribute('aria-sort', 'ascending')
  await expect(price!).not.toHaveAttribute('aria-sort')
  await expect.poll(order).toEqual(['a', 'b', 'c'])

  await page.goto('/admin/users')
  await expect(page.getByRole('columnheader', { name: 'Joined' })).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('columnheader', { name: 'Karma' }).getByRole('link').click()
  await expect(page).toHaveURL('/admin/users?sort=karma')
  await page.goto('/admin/platforms')
  const deals = page.getByRole('columnheader', { name: 'Deals' })
  await deals.getByRole('link').click()
  await expect(page).toHaveURL('/admin/platforms?sort=deals')
  await expect(deals).toHaveAttribute('aria-sort', 'descending')
  // Rows that are still arriving have fewer cells.
  await hydrated(page)
  const counts = await page.locator('tbody td:last-child').allTextContents()
  const numbers = counts.map((text) => Number(/\d+/.exec(text.replaceAll(',', ''))?.[0] ?? 0))
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
})

test('the Apply button of a filter bar is aligned with its fields', async ({ page, signInAs }) => {
  await signInAs({ role: 'ADMIN' })
  for (const width of [1440, 1280, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['deals', 'users', 'audit', 'seo']) {
      await page.goto(`/admin/${path}`)
      const bar = page.getByRole('search')
      const button = (await bar.getByRole('button', { name: 'Apply' }).boundingBox())!
      const fields = await bar.locator('input, select').all()
      const bottoms = await Promise.all(fields.map(async (field) => (await field.boundingBox())!))
      const beside = bottoms.filter(({ y, height }) => Math.abs(y + height - button.y - button.height) < 2)
      expect(beside.length, `${path} at ${width}`).toBeGreaterThan(0)
      if (width === 1440) expect(beside.length, path).toBe(fields.length)
    }
  }
})

test('download links on the analytics page align with the headings above', async ({ page, signInAs }) => {
  await makeClicks(1, { deal_id: (await makeDeal()).id })
  await signInAs({ role: 'ADMIN' })
  await page.goto('/admin/analytics')
  const chart = page.getByRole('region', { name: 'Clicks over time' })
  const icon = (await chart
    .getByRole('link', { name: /^Download/ })
    .locator('svg')
    .boundingBox())!
  const heading = (await chart.getByRole('heading').boundingBox())!
  expect(Math.abs(icon.x - heading.x)).toBeLessThan(2)
})

test('a deal price above the original price is saved with a warning', async ({ page, signInAs }) => {
  const { id, title } = await makeDeal({ title: unique('Overpriced'), original_price: '50.00', deal_price: '49.00' })
  await signInAs({ role: 'MANAGER' })
  const warning = page.getByText('The deal price is above the original price.')
  await page.goto(`/admin/deals/${id}`)
  await expect(warning).toHaveCount(0)
  await page.getByLabel('Deal price').fill('50.01')
  await expect(warning).toBeVisible()
  await page.getByRole('complementary', { name: 'Publishing' }).getByRole('button', { name: 'Save Deal' }).click()
  await expect(page.getByText('Deal updated')).toBeVisible()
  await expect(warning).toBeVisible()
  await page.goto(`/admin/deals/${id}`)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(warning).toBeVisible()
  await page.getByLabel('Deal price').fill('50.00')
  await expect(warning).toHaveCount(0)
})

test.describe('in a time zone before UTC', () => {
  test.use({ timezoneId: 'America/Los_Angeles' })

  test('Joined is the local date of the reader with scripts, and that of UTC without @both', async ({
    page,
    signInAs,
    hasScripts,
  }) => {
    await signInAs({ role: 'ADMIN' })
    const email = `${crypto.randomUUID()}@example.com`
    await makeProfile({ email, created_at: new Date('2026-03-02T01:00:00Z') })
    await page.goto(`/admin/users?q=${email}`)
    await expect(page.getByRole('row').filter({ hasText: email }).locator('time')).toHaveText(
      hasScripts ? '1 Mar 2026' : '2 Mar 2026',
    )
  })
})

test('an email in the list of users breaks before the @ and after a dot, not inside a word', async ({
  page,
  signInAs,
}) => {
  await signInAs({ role: 'ADMIN' })
  const id = crypto.randomUUID().slice(0, 8)
  const email = `margarethe.lindqvist.${id}@softwarecompany.example`
  await makeProfile({ email, name: 'Margarethe Lindqvist' })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/admin/users?q=${id}`)
  const lines = await page
    .getByRole('row')
    .filter({ hasText: email })
    .locator('td')
    .nth(1)
    .evaluate((cell) => {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      const found: [string, number][] = []
      while (texts.nextNode()) {
        const range = document.createRange()
        range.selectNodeContents(texts.currentNode)
        found.push([texts.currentNode.textContent!, new Set([...range.getClientRects()].map(({ top }) => top)).size])
      }
      return found
    })
  expect(lines).toEqual([...email.split(/(?=@)|(?<=\.)/)].map((part) => [part, 1]))
})
