import type { Page } from '@playwright/test'
import { makeDeal, makePlatform, makeProfile, makeReview, makeVendor } from '#tests/factories'
import { makeClicks, makeSeoEntry, makeSuggestion } from '#tests/staff-factories'
import { db } from '~/db/database.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { expect, hydrated, resize, said, test, unique } from './fixtures'

// Before UTC, so that dates of the reader and of the server differ.
test.use({ timezone: 'America/Los_Angeles' })

const newCode = () => crypto.randomUUID().slice(0, 8)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function filter(page: Page, text: string, search: string | RegExp = 'Search') {
  await page.getByRole('searchbox', { name: search }).fill(text)
  await press(page, 'Apply')
}

test('an admin makes a member a manager, suspends them, and reads both in the audit log', async ({
  page,
  signInAs,
}) => {
  const code = newCode()
  const [name, email] = [`Adaeze ${code}`, `margarethe.lindqvist.${code}@softwarecompany.example`]
  const { id } = await makeProfile({ name, email, created_at: new Date('2026-03-02T01:00:00Z') })
  await signInAs({ name: `Ingrid ${code}`, role: 'ADMIN' })
  const role = page.getByLabel(`Role of ${name}`, { exact: true })
  const status = page.getByLabel(`Status of ${name}`, { exact: true })

  await test.step('the list of users', async () => {
    await page.goto('/admin/users')
    await filter(page, code)
    await expect(page.getByRole('row')).toHaveCount(3)
    const row = page.getByRole('row').filter({ hasText: email })
    await expect(row.locator('time')).toHaveText('1 Mar 2026')
    // An email breaks before the @ and after a dot, not inside a word.
    const parts = email.split(/(?=@)|(?<=\.)/)
    expect(await row.locator('td').nth(1).evaluate(linesOfTexts)).toEqual(parts.map((part) => [part, 1]))

    await role.selectOption('MANAGER')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Make ${name} a manager?`)
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(role).toHaveValue('USER')
    await role.selectOption('MANAGER')
    await press(page, 'Make manager')
    await expect(said(page, 'User role updated')).toBeVisible()
    await status.selectOption('SUSPENDED')
    await press(page, 'Suspend')
    await expect(page.getByText('Note to the person is required.').last()).toBeVisible()
    await page.getByLabel('Reason').selectOption('Abusive')
    await page.getByLabel('Note to the person').fill('Three insults in one week.')
    await press(page, 'Suspend')
    await expect(said(page, 'User status updated')).toBeVisible()
    await expect(status).toHaveValue('SUSPENDED')
    await expect(role).toHaveValue('MANAGER')
    await expect(page).toHaveURL(new RegExp(`q=${code}`))
    await expect(page.getByLabel(`Role of Ingrid ${code}`)).toBeDisabled()

    // Meanwhile another admin changes the role.
    await db.updateTable('profiles').set({ role: 'USER' }).where('id', '=', id).execute()
    await role.selectOption('ADMIN')
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to update user role' })).toBeVisible()
    await expect(role).toHaveValue('USER')
  })

  await test.step('the audit log and the end of the suspension', async () => {
    await page.goto(`/admin/audit?who=${code}`)
    const row = (text: string) => page.getByRole('row', { name: new RegExp(text) })
    await expect(row(`changed the role of ${name} from USER to MANAGER`)).toBeVisible()
    await expect(row('changed the status .* from ACTIVE to SUSPENDED')).toContainText('POST /admin/users')
    await page.getByRole('link', { name, exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Viewing ${name}`)

    await page.goto(`/admin/users?q=${code}`)
    await page.getByRole('link', { name: `Suspend or delete ${name}` }).click()
    await expect(page.getByText('Abusive. Three insults in one week.')).toBeVisible()
    await press(page, 'Lift suspension')
    await expect(said(page, 'User status updated')).toBeVisible()
    await expect(status).toHaveValue('ACTIVE')
  })
})

/** The texts in a cell and on how many lines each of them is. Runs in the page. */
function linesOfTexts(cell: Element) {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
  const found: [string, number][] = []
  while (texts.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    found.push([texts.currentNode.textContent!, new Set([...range.getClientRects()].map(({ top }) => top)).size])
  }
  return found
}

test('a manager keeps categories, texts for search engines and products in order', async ({ page, signInAs }) => {
  const code = newCode()
  const vendor_name = `Vellum ${code}`
  const deal = await makeDeal({ title: `Murmurist ${code}`, vendor_name })
  const sister = await makeDeal({ title: `Murmurist Round ${code}`, vendor_name, product_id: deal.product_id })
  const other = await makeDeal({ title: `Murmurist AI ${code}`, vendor_name })
  await makeSuggestion(deal.product_id, other.product_id)
  await signInAs({ role: 'MANAGER' })

  await test.step('a category is created, and a conflicting edit is overwritten only after a warning', async () => {
    await page.goto('/admin/categories')
    await page.getByRole('link', { name: 'New Category' }).click()
    await page.waitForURL('**/new')
    await press(page, 'Save Category')
    await expect(page.getByRole('link', { name: 'Name is required' })).toBeVisible()
    await page.getByLabel('Name').fill(`Maps ${code}`)
    await press(page, 'Save Category')
    await expect(said(page, 'Category created')).toBeVisible()
    await page.getByRole('link', { name: `Maps ${code}`, exact: true }).click()
    await expect(page.getByLabel('Slug')).toHaveValue(`maps-${code}`)
    await db
      .updateTable('categories')
      .set({ description: 'Of land and sea', version: 2 })
      .where('slug', '=', `maps-${code}`)
      .execute()
    await page.getByLabel('Slug').fill(`atlases-${code}`)
    await press(page, 'Save Category')
    await expect(page.getByRole('alert').filter({ hasText: 'Someone else saved this category' })).toBeVisible()
    await expect(page.getByRole('row', { name: 'Description' })).toContainText('Of land and sea')
    await expect(page.getByLabel('Slug')).toHaveValue(`atlases-${code}`)
    // The page reads the stored row again, and a press that interrupts it is logged as an error.
    await page.waitForLoadState('networkidle')
    await press(page, 'Save mine over theirs')
    await expect(said(page, 'Category updated')).toBeVisible()
    await page.goto(`/categories/maps-${code}`)
    await expect(page).toHaveURL(`/categories/atlases-${code}`)
  })

  await test.step('an SEO entry is previewed and used in the head of its page', async () => {
    await page.goto('/admin/seo/new')
    await page.getByLabel('Slug or path').fill(deal.slug)
    await page.getByLabel('Title', { exact: false }).first().fill(`Bought once, ${code}`)
    await press(page, 'Save Entry')
    await expect(said(page, 'Entry created')).toBeVisible()
    await page
      .getByRole('link', { name: `Bought once, ${code}` })
      .first()
      .click()
    await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText(`Bought once, ${code}`)
    await page.goto(`/deals/${deal.slug}`)
    await expect(page).toHaveTitle(`Bought once, ${code}`)
  })

  await test.step('two suggested products are compared, and are not suggested again once different', async () => {
    const path = `/admin/merge/product/${other.product_id}?into=${deal.product_id}`
    const notTheSame = page.getByRole('button', { name: 'Not the same' })
    await page.goto('/admin/products?suggestions=all')
    const pair = page.getByRole('listitem').filter({ hasText: other.title })
    await expect(pair).toContainText('100% alike')
    await expect(pair).toContainText('same vendor')
    await expect(pair.getByRole('link', { name: 'Compare' })).toHaveAttribute('href', path)
    await page.goto(path)
    await expect(page.getByText('Nothing has happened yet.')).toBeVisible()
    await expect(page.getByText('Only admins can merge products.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Merge into' })).toHaveCount(0)
    await page.goBack()
    await pair.getByRole('button', { name: 'Not the same' }).click()
    await expect(page).toHaveURL('/admin/products?suggestions=all')
    await expect(page.getByText('Remembered as different products')).toBeAttached()
    await expect(pair).toHaveCount(0)
    await page.goto(path)
    await expect(page.getByText('Someone decided that these two are not the same.')).toBeVisible()

    const gone = await makeDeal({ vendor_name })
    await makeSuggestion(deal.product_id, gone.product_id)
    await page.goto(`/admin/products/${deal.product_id}`)
    await db.deleteFrom('deals').where('id', '=', gone.id).execute()
    await notTheSame.click()
    await expect(page.getByText('This pair is no longer suggested')).toBeAttached()
    await expect(notTheSame).toHaveCount(0)
  })

  await test.step('a product is renamed, and an offer moves, unless it moved meanwhile', async () => {
    await page.goto('/admin/products')
    await filter(page, code, 'Search by product or vendor')
    await expect(page.getByRole('row', { name: deal.title })).toContainText('2 (2 open)')
    await page.getByRole('link', { name: deal.title, exact: true }).click()
    await page.getByLabel('Website').fill('not an address')
    await page.getByLabel('Name', { exact: true }).fill(`Murmurist Suite ${code}`)
    await press(page, 'Save Product')
    await expect(page.getByRole('link', { name: 'Website must be a full web address' })).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(`Murmurist Suite ${code}`)
    await page.getByLabel('Website').fill('https://murmurist.example/')
    await press(page, 'Save Product')
    await expect(said(page, 'Product updated')).toBeVisible()
    await page.goto(`/admin/products/${deal.product_id}`)
    await expect(page.getByRole('heading', { level: 1, name: `Murmurist Suite ${code}` })).toBeVisible()
    await page.getByRole('link', { name: `Move ${sister.title}` }).click()
    await page.getByRole('searchbox', { name: 'Find the product' }).fill(`ai ${code}`)
    await press(page, 'Search')
    await expect(page.getByLabel('Move it to')).toHaveValue(other.product_id)
    await press(page, 'Move Offer')
    await expect(page).toHaveURL(`/admin/products/${other.product_id}`)
    await page.getByRole('link', { name: sister.title, exact: true }).click()
    await expect(page).toHaveURL(`/admin/deals/${sister.id}`)
    await expect(page.getByRole('link', { name: other.title, exact: true })).toBeVisible()

    for (const isOutdated of [true, false]) {
      await page.goto(`/admin/deals/${sister.id}/move`)
      const moved = { product_id: deal.product_id }
      if (isOutdated) await db.updateTable('deals').set(moved).where('id', '=', sister.id).execute()
      await page.getByLabel('Move it to').selectOption('A new product of its own')
      await press(page, 'Move Offer')
      const outdated = page.getByText('Someone else has moved this offer in the meantime.')
      const separate = page.getByRole('heading', { level: 1, name: sister.title })
      await expect(isOutdated ? outdated : separate).toBeVisible()
    }
  })
})

test('an admin merges two offers after seeing what happens, and marks a vendor as acquired', async ({
  page,
  signInAs,
}) => {
  const [code, long] = [newCode(), 'Wolfeschlegelsteinhausenbergerdorff']
  await signInAs({ role: 'ADMIN' })
  const confirm = async (name: string) => {
    await page.getByLabel('These two are the same offer.').check()
    await press(page, `Merge into ${name}`)
  }

  await test.step('two offers of a product become one, and the old address redirects', async () => {
    const [person, into] = [await makeProfile(), await makeDeal({ title: `Foldrank ${code}` })]
    const same = { title: `Foldrank ${code} lifetime deal`, product_id: into.product_id }
    const from = await makeDeal({ ...same, vendor_name: long, cta_url: `https://${long}.example/` })
    for (const deal_id of [into.id, from.id]) await makeReview({ deal_id, user_id: person.id, status: 'APPROVED' })
    await makeReview({ deal_id: from.id, status: 'APPROVED', title: 'Moved along' })
    await page.goto(`/admin/deals/${from.id}`)
    await page.getByRole('link', { name: 'Merge', exact: true }).click()
    const search = page.getByLabel('Find the deal that stays')
    await search.fill(`nothing ${code}`)
    await press(page, 'Search')
    await expect(page.getByText('No other deal matches.')).toBeVisible()
    await search.fill(`foldrank ${code}`)
    await press(page, 'Search')
    await page.getByRole('link', { name: into.title, exact: true }).click()
    await expect(page.getByRole('main')).toContainText('Moves to the deal that stays: 2 reviews')
    await expect(page.getByRole('main')).toContainText(`/deals/${from.slug} redirects to /deals/${into.slug}.`)
    await expect(page.getByText('A merge cannot be undone.')).toBeVisible()
    await page.getByRole('link', { name: 'Keep the other one' }).click()
    await expect(page.getByRole('button', { name: `Merge into ${from.title}` })).toBeVisible()
    await page.getByRole('link', { name: 'Keep the other one' }).click()
    await expect(page.getByRole('button', { name: `Merge into ${into.title}`, exact: true })).toBeVisible()
    await resize(page, 320, 800)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await resize(page, 1280, 720)
    await confirm(into.title)
    await expect(page).toHaveURL(`/admin/deals/${into.id}`)
    await expect(said(page, 'Deals merged')).toBeVisible()
    await page.goto(`/deals/${from.slug}`)
    await expect(page).toHaveURL(`/deals/${into.slug}`)
    await expect(page.getByText('Moved along')).toBeVisible()
  })

  await test.step('the deal that would stay is deleted meanwhile', async () => {
    const [from, gone] = [await makeDeal(), await makeDeal()]
    await page.goto(`/admin/merge/deal/${from.id}?into=${gone.id}`)
    await db.deleteFrom('deals').where('id', '=', gone.id).execute()
    await confirm(gone.title)
    await expect(page.getByRole('alert')).toContainText('The deal that would stay no longer exists.')
    await expect(page.getByLabel('Find the deal that stays')).toBeVisible()
  })

  await test.step('a vendor is marked as acquired once a source is given', async () => {
    const vendor = await makeVendor({ name: `Moorline ${code}` })
    await makeDeal({ vendor_name: vendor.name, vendor_key: `moorline${code}` })
    await page.goto('/admin/vendors')
    await filter(page, code)
    await page.getByRole('link', { name: vendor.name }).click()
    await expect(page.getByText('one on each published deal')).toBeVisible()
    await page.getByRole('radio', { name: 'Acquired' }).check()
    await page.getByLabel('Since').fill('2026-03-01')
    await press(page, 'Save Vendor')
    await expect(page.getByRole('link', { name: 'Source is required.' })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Acquired' })).toBeChecked()
    await expect(page.getByLabel('Since')).toHaveValue('2026-03-01')
    await page.getByLabel('Source').fill('https://news.example/acquired')
    await press(page, 'Save Vendor')
    await expect(page.getByText('Its status has written 1 change.')).toBeVisible()
  })
})

test('lists of staff sort by their heads, and are tables that become cards on small screens', async ({
  page,
  signInAs,
}) => {
  const [name, long] = [unique('Sortwell'), 'Unbroken'.repeat(9) + newCode()]
  const last = await makeDeal({ title: `${name} b`, deal_price: '9.00' })
  await makeDeal({ title: `${name} a`, deal_price: '19.00' })
  await makeDeal({ title: `${name} c` })
  await makeDeal({ title: long, published: false })
  await makeSeoEntry({ entity_type: 'DEAL', entity_id: last.id })
  await makeClicks(1, { deal_id: last.id })
  const { id } = await signInAs({ role: 'ADMIN', name: long })
  await recordAudit({ actor: id, action: 'profile.viewed', entity: 'profile', id })
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true })
  const WITH_BAR = new Set(['deals', 'users', 'audit', 'seo'])

  await test.step('heads sort by keyboard, in the address and together with the filters', async () => {
    await page.goto(`/admin/deals?${new URLSearchParams({ q: name, published: 'yes' })}`)
    const order = async () => (await page.locator('tbody tr td:first-child b').allTextContents()).map((b) => b.at(-1))
    await expect.poll(order).toEqual(['c', 'a', 'b'])
    const sort = async (name: string) => {
      await head(name).getByRole('link').focus()
      await page.keyboard.press('Enter')
    }
    await sort('Deal price')
    await expect(page).toHaveURL(/published=yes&sort=price$/)
    await expect(head('Deal price')).toHaveAttribute('aria-sort', 'ascending')
    await expect(page.getByText('3 deals, lowest price first')).toBeVisible()
    await expect.poll(order).toEqual(['b', 'a', 'c'])
    await sort('Deal price')
    await expect(head('Deal price')).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(order).toEqual(['a', 'b', 'c'])
    await head('Deal').getByRole('link').click()
    await expect(head('Deal')).toHaveAttribute('aria-sort', 'ascending')
    await expect(head('Deal price')).not.toHaveAttribute('aria-sort')
    await expect.poll(order).toEqual(['a', 'b', 'c'])
  })

  await test.step('the question before a deletion is in the middle of the window and names the deal', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`/admin/deals?${new URLSearchParams({ q: last.title })}`)
    await press(page, `Delete ${last.title}`)
    const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this deal?' })
    await expect(dialog).toContainText(last.title)
    const { x, y, width, height } = (await dialog.boundingBox())!
    const pageWidth = await page.locator('html').evaluate((html) => html.clientWidth)
    expect(Math.abs(x + width / 2 - pageWidth / 2)).toBeLessThan(2)
    expect(Math.abs(y + height / 2 - 450)).toBeLessThan(2)
    await expect(dialog.getByRole('heading')).toHaveCSS('text-align', 'start')
  })

  for (const path of ['deals', 'products', 'users', 'categories', 'platforms', 'audit', 'seo']) {
    await test.step(`/admin/${path}: a table, or cards, as wide as their box, below a bar of one line`, async () => {
      await page.goto(`/admin/${path}`)
      for (const width of [1440, 1280, 1056, 1055, 1024, 768, 390]) {
        await resize(page, width, 900)
        if (path !== 'seo') await expectTableOrCards(page, width)
        if (WITH_BAR.has(path) && [1440, 1280, 1024].includes(width)) await expectAlignedBar(page, width)
      }
    })
  }

  await test.step('the download of a chart is below its heading', async () => {
    await resize(page, 1440, 900)
    await page.goto('/admin/analytics')
    const chart = page.getByRole('region', { name: 'Clicks over time' })
    const icon = chart.getByRole('link', { name: /^Download/ }).locator('svg')
    const [{ x }, heading] = [(await icon.boundingBox())!, (await chart.getByRole('heading').boundingBox())!]
    expect(Math.abs(x - heading.x)).toBeLessThan(2)
  })
})

/** In a card the last cell is below the first, in a table beside it. */
async function expectTableOrCards(page: Page, width: number) {
  const { inner, first, last, head } = await page.evaluate(measureTable)
  expect(inner, `${width} pixels`).toBeLessThanOrEqual(0)
  if (width < 1056) expect(last.top, `${width} pixels`).toBeGreaterThan(first.bottom - 1)
  else expect(last.left, `${width} pixels`).toBeGreaterThan(first.right - 1)
  if (width >= 1056) expect(head.height, `${width} pixels`).toBeGreaterThan(10)
}

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

/** The button of a filter bar ends where its fields end, on wide screens all of them. Polled, as after any resize. */
async function expectAlignedBar(page: Page, width: number) {
  const isAligned = async () => {
    const { fields, beside } = await page.getByRole('search').evaluate(measureBar)
    return beside > 0 && (width !== 1440 || beside === fields)
  }
  await expect.poll(isAligned, `${width} pixels`).toBe(true)
}

/** How many fields a bar has, and how many of them end where its button does: at one moment. Runs in the page. */
function measureBar(bar: Element) {
  const endOf = (element: Element) => element.getBoundingClientRect().bottom
  const button = [...bar.querySelectorAll('button')].find(({ textContent }) => textContent!.includes('Apply'))!
  const fields = [...bar.querySelectorAll('input:not([type=hidden]), select')]
  return {
    fields: fields.length,
    beside: fields.filter((field) => Math.abs(endOf(field) - endOf(button)) < 2).length,
  }
}

test('an admin sets up a link program and pauses it, and stores a tracking link; buttons say what earns', async ({
  page,
  signInAs,
}) => {
  const [name, host, platform] = [unique('Stackyard'), `${newCode()}.example`, await makePlatform()]
  const deal = await makeDeal({ title: unique('Fernlight'), platform_id: platform.id, cta_url: `https://${host}/q` })
  const button = page.getByRole('complementary').getByRole('link', { name: /^Get This Deal/ })
  const location = async () => (await page.request.get(`/go/${deal.slug}`, { maxRedirects: 0 })).headers().location
  const expectLink = async (says: string, rel: string) => {
    await page.goto(`/deals/${deal.slug}`)
    await expect(page.getByRole('complementary').getByText(says)).toBeVisible()
    await expect(button).toHaveAttribute('rel', rel)
  }
  const EARNS = 'We earn a commission if you buy here.'
  await signInAs({ role: 'ADMIN' })

  await test.step('a program earns once its samples are right, until it is paused', async () => {
    await page.goto('/admin/links/new')
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Host or domain').last().fill(host)
    await page.getByLabel('Template').fill('ftp://net.example/{url}')
    await press(page, 'Check samples')
    await expect(page.getByText(/^A template begins with/).first()).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue(name)
    await page.getByLabel('Template').fill('https://net.example/c?u={url}&s={slug}')
    await press(page, 'Check samples')
    const composed = `https://net.example/c?u=https%3A%2F%2F${host}%2Fq&s=${deal.slug}`
    await expect(page.getByRole('region', { name: 'Samples' }).getByText(composed)).toBeVisible()
    await hydrated(page)
    await press(page, 'Save Program')
    await expect(page).toHaveURL('/admin/links')
    expect(await location()).toBe(composed)
    await expectLink(EARNS, 'sponsored nofollow noopener')
    await page.goto(`/deals?platform=${platform.slug}`)
    await expect(page.getByText('We earn a commission if you buy through these links.')).toBeVisible()

    await page.goto('/admin/links')
    await press(page, `Pause ${name}`)
    await expect(said(page, `${name} paused`)).toBeVisible()
    expect(await location()).toBe(`https://${host}/q`)
    await expectLink('We earn nothing from this link.', 'nofollow noopener')
  })

  await test.step('a tracking link in the editor, and a price above the original price', async () => {
    const target = 'https://quillstack.app/life'
    const link = `https://www.awin1.com/cread.php?ued=${encodeURIComponent(target)}`
    const [offer, warning] = [page.getByText('This is a tracking link'), page.getByText(/price is above the original/)]
    const save = () => page.getByRole('button', { name: 'Save Deal' }).last().click()
    await db
      .updateTable('deals')
      .set({ original_price: '50.00', deal_price: '49.00' })
      .where('id', '=', deal.id)
      .execute()
    await page.goto(`/admin/deals/${deal.id}`)
    await page.getByLabel('CTA URL').fill(link)
    await expect(offer).toBeVisible()
    await press(page, 'Keep as it is')
    await expect(offer).toBeHidden()
    await expect(page.getByLabel('CTA URL')).toHaveValue(link)
    await page.goto(`/admin/deals/${deal.id}`)
    await page.getByLabel('CTA URL').fill(link)
    await press(page, 'Store as affiliate link')
    await expect(page.getByLabel('CTA URL')).toHaveValue(target)
    await expect(page.getByLabel('Affiliate link')).toHaveValue(link)
    await expect(offer).toBeHidden()
    await expect(warning).toHaveCount(0)
    await page.getByRole('textbox', { name: 'Deal price' }).fill('50.01')
    await save()
    await expect(page.getByText('Deal updated')).toBeVisible()
    await expect(warning).toBeVisible()
    expect(await location()).toBe(link)
  })
})
