import { makeCategory, makeChangeLog, makeComment, makeDeal, makeDealAlert, makeReview } from '#tests/factories'
import { db } from '~/db/database.server'
import { expect, test } from './fixtures'

const unique = () => crypto.randomUUID().slice(0, 8)

test('each tab of a deal page has its own URL', async ({ page }) => {
  const slug = `tabbed-${unique()}`
  const { id: deal_id } = await makeDeal({ slug, title: 'Tabbed', deal_price: '40' })
  await makeReview({ deal_id, status: 'APPROVED', rating: 4, title: 'Kept its word' })
  await makeReview({ deal_id, title: 'Still waiting' })
  await makeChangeLog({
    deal_id,
    status: 'APPROVED',
    title: 'Price raised',
    kind: 'PRICE',
    old_value: '$30',
    new_value: '$40',
  })
  await makeChangeLog({ deal_id, title: 'Nobody has read this' })
  await makeComment({ deal_id, status: 'APPROVED', body: 'Works on Linux too.' })

  await page.goto(`/deals/${slug}`)
  await expect(page.getByText('Kept its word')).toBeVisible()
  await expect(page.getByText('Still waiting')).toHaveCount(0)
  await expect(page.getByText('Please sign in to submit a review')).toBeVisible()

  await page.getByRole('link', { name: 'Change Log (1)' }).click()
  await expect(page).toHaveURL(new RegExp(`/deals/${slug}/changes`))
  await expect(page.getByRole('heading', { name: 'Verified Changes' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Price raised' })).toBeVisible()
  await expect(page.getByText('Nobody has read this')).toHaveCount(0)
  await expect(page.getByText('Please sign in to report changes')).toBeVisible()

  await page.getByRole('link', { name: 'Comments (1)' }).click()
  await expect(page.getByText('Works on Linux too.')).toBeVisible()
})

test('the price history is shown as a chart and as a table', async ({ page }) => {
  await page.goto('/deals/quillstack/changes')
  await expect(page.getByText('Lowest price on record', { exact: true })).toBeVisible()
  await expect(page.getByText(/tracked since/i)).toBeVisible()
  const table = page.getByRole('table').filter({ hasText: 'Deal price' })
  await expect(table.getByRole('row')).not.toHaveCount(0)
})

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

test('price changes without a currency are shown in the currency of the deal', async ({ page }) => {
  const deal = await makeDeal({ slug: `euro-${crypto.randomUUID()}`, currency: 'EUR' })
  const change = { deal_id: deal.id, title: `Price raised ${deal.slug}`, old_value: '49', new_value: '59' }
  await makeChangeLog({ ...change, kind: 'PRICE', status: 'APPROVED' })
  await page.goto(`/deals/${deal.slug}/changes`)
  await expect(page.getByText('Before: €49.00 → Now: €59.00')).toBeVisible()
  await page.goto('/changes?kind=PRICE')
  await expect(page.getByRole('listitem').filter({ hasText: change.title })).toContainText('Now: €59.00')
})

test('only one question of the FAQ is open at a time', async ({ page }) => {
  await page.goto('/deals/quillstack')
  const questions = page.locator('details[name]')
  await questions.nth(1).locator('summary').click()
  await expect(questions.nth(1)).toHaveAttribute('open', '')
  await expect(questions.nth(0)).not.toHaveAttribute('open')
})

test('HTML in submitted text is shown as text', async ({ page }) => {
  const slug = `typed-${unique()}`
  const script = '<script>document.title="broken"</script><img src=x onerror=alert(1)>'
  await makeDeal({ slug, title: `</script>${script}`, summary: script, description: `One\nTwo ${script}` })
  await page.goto(`/deals/${slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`</script>${script}`)
  await expect(page).not.toHaveTitle('broken')
})

test('drafts and unknown deals answer 404 with "Deal not found"', async ({ page, request }) => {
  const slug = `draft-${unique()}`
  await makeDeal({ slug, title: `Draft ${slug}`, published: false })
  for (const path of [`/deals/${slug}`, '/deals/no-such-deal', `/deals/${slug}/changes`]) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deal not found')
    await expect(page.getByRole('link', { name: 'Back to Deals' })).toBeVisible()
  }
  expect((await request.get(`/go/${slug}`, { maxRedirects: 0 })).status()).toBe(404)
  await page.goto(`/deals?q=${slug}`)
  await expect(page.getByText('No deals found')).toBeVisible()
})

test('a renamed deal redirects from its old URL, and a deleted deal answers 410', async ({ page }) => {
  const mark = unique()
  const { id } = await makeDeal({ slug: `old-${mark}`, title: `Renamed ${mark}` })
  await db
    .updateTable('deals')
    .set({ slug: `new-${mark}` })
    .where('id', '=', id)
    .execute()
  await page.goto(`/deals/old-${mark}`)
  await expect(page).toHaveURL(new RegExp(`/deals/new-${mark}`))

  await db.deleteFrom('deals').where('id', '=', id).execute()
  // The server hears of the deletion a moment later and serves the cached page until then.
  await expect.poll(async () => (await page.goto(`/deals/new-${mark}`))?.status()).toBe(410)
})

test('unknown categories and platforms answer 404', async ({ page }) => {
  for (const [path, heading] of [
    ['/categories/none', 'Category not found'],
    ['/platforms/none', 'Platform not found'],
  ] as const) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  }
})

test('the link to a deal can be copied @scripts', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/deals/quillstack')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied to clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/deals\/quillstack$/)
})

test('an ended deal says so first, leads to an open one, and its link to the vendor is quiet', async ({ page }) => {
  const { id: category_id } = await makeCategory({ name: `Screenshots ${unique()}` })
  const ended = await makeDeal({ title: 'Snapwell', slug: `snapwell-${unique()}`, category_id, end_date: '2026-01-31' })
  const open = await makeDeal({ title: `Gridmarten ${unique()}`, category_id })
  await page.goto(`/deals/${ended.slug}`)
  const main = page.getByRole('main')
  await expect(main.getByText('This deal ended on 31 Jan 2026.')).toBeVisible()
  await expect(main.getByText('Ended 31 Jan 2026')).toBeVisible()
  await expect(main.getByText('A deal that has ended can still be reviewed by those who bought it.')).toBeVisible()
  for (const link of await main.getByRole('link', { name: /^Visit Vendor: Snapwell/ }).all()) {
    await expect(link).toHaveClass(/btn--secondary/)
  }
  await expect(main.getByRole('link', { name: /^Get This Deal/ })).toHaveCount(0)
  await main.getByRole('link', { name: open.title, exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(open.title)
})

test('the page of a deal says who doubts it, and when staff last checked it', async ({ page }) => {
  const fresh = await makeDeal({ slug: `fresh-${unique()}`, checked_at: new Date('2026-11-20T12:00:00Z') })
  const imported = await makeDeal({ slug: `imported-${unique()}`, imported_at: new Date() })
  const entered = await makeDeal({ slug: `entered-${unique()}` })
  await makeDealAlert({ kind: 'BROKEN_LINK', deal_id: entered.id })
  for (const [{ slug }, text] of [
    [fresh, 'Checked 20 Nov 2026'],
    [imported, 'Imported, not checked yet'],
    [entered, 'Not checked yet'],
  ] as const) {
    await page.goto(`/deals/${slug}`)
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(page.getByText("The vendor's link may be broken.")).toBeVisible()
  await expect(page.getByText('Our check failed on 3 days, last on 21 Nov 2026.')).toBeVisible()

  await makeDealAlert({ kind: 'ENDED_REPORTS', deal_id: fresh.id })
  // The site hears of a row that another process wrote a moment later, and drops the page then.
  await expect(async () => {
    await page.goto(`/deals/${fresh.slug}`)
    await expect(page.getByText('Members report that this deal has ended. We are checking.')).toBeVisible({
      timeout: 500,
    })
  }).toPass({ timeout: 15_000 })
})

test('staff confirm on the page of a deal that it is still correct', async ({ page, signInAs }) => {
  const { slug } = await makeDeal({ slug: `confirmed-${unique()}`, imported_at: new Date() })
  await signInAs({ role: 'MANAGER' })
  await page.goto(`/deals/${slug}`)
  await page.getByRole('button', { name: 'Still correct' }).click()
  await expect(page.getByText(/^Checked \d/)).toBeVisible()
  await expect(page.getByText('Imported, not checked yet')).toHaveCount(0)
})
