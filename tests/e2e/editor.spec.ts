import type { Page } from '@playwright/test'
import { makeCategory, makeDeal, makePlatform } from '#tests/factories'
import { picture } from '#tests/picture-files'
import { expect, hydrated, test, unfold, unique } from './fixtures'

const FILLED = 'Vendor, summary, picture, and price. Please check them.'

const heroOf = (buffer: Buffer) => ({ name: 'hero.png', mimeType: 'image/png', buffer })

async function save(page: Page) {
  await page.getByRole('complementary', { name: 'Publishing' }).getByRole('button', { name: 'Save Deal' }).click()
}

// With scripts the message is there twice: in the page and as a toast that disappears.
async function isTold(page: Page, text: string) {
  await expect(page.getByText(text).first()).toBeAttached()
  await expect(page).toHaveURL(/\/admin\/deals(\?|$)/)
  await hydrated(page)
}

async function openEditor(page: Page, title: string) {
  await page.goto(`/admin/deals?${new URLSearchParams({ q: title })}`)
  await page.getByRole('link', { name: `Edit ${title}` }).click()
  await page.waitForURL(/\/admin\/deals\/[\da-f-]{36}/)
  await hydrated(page)
}

test('a manager enters a deal with plans, publishes it with a picture, and its changes are on the record @both', async ({
  page,
  signInAs,
  hasScripts,
}) => {
  const [category, platform, title] = [await makeCategory(), await makePlatform(), unique('Millbrook Notes')]
  const price = page.getByRole('textbox', { name: 'Deal price' })
  const summary = page.getByRole('alert')
  const add = (what: string) => page.getByRole('button', { name: `Add ${what}` }).click()
  await signInAs({ role: 'MANAGER' })

  await test.step('a new deal with errors keeps all that was entered', async () => {
    await page.goto('/admin/deals')
    await page.getByRole('link', { name: 'New Deal' }).click()
    await page.getByLabel('Title', { exact: true }).fill(title)
    await page.getByLabel('CTA URL').fill('vendor/millbrook')
    await save(page)
    await expect(summary).toContainText('Vendor name is required')
    await expect(summary).toContainText('CTA URL must be a full web address')
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title)

    await page.getByLabel('Vendor name').fill('Fenwright')
    await page.getByLabel('CTA URL').fill('vendor.example/millbrook')
    await page.getByLabel('Category').selectOption(category.name)
    await page.getByLabel('Platform').selectOption(platform.name)
    await page.getByLabel('Description').fill('Drafts and **cites**.')
    await page.getByLabel('Original price (optional)').fill('12')
    await page.getByLabel('Billing period').selectOption('Every month')
    await price.fill('$60')
    await page.getByLabel('Start date').fill('2026-01-01')
    await unfold(page, 'Terms')
    await page.getByLabel('Lifetime means').selectOption('Lifetime of the product (ends if it ends)')
    await page.getByLabel('Refund days').fill('60')
    await page.getByLabel('Refund counts from').selectOption('purchase')
    await page.getByLabel('Max codes').fill('3')
    await unfold(page, 'Plans')
    for (const [place, [name, of]] of Object.entries({ 'Tier 2': '118', 'Tier 1': '59' }).entries()) {
      await add('plan')
      await page.getByLabel(`Name of plan ${place + 1}`).fill(name)
      await page.getByLabel(`Price of plan ${place + 1}`).fill(of)
    }
    await add('limit')
    await page.getByLabel('Label of limit 1').fill('Seats')
    const seats = page.getByLabel(/, limit 1$/)
    await seats.first().fill('5')
    await seats.last().fill('2')
    await page.getByRole('button', { name: 'Move plan 2 up' }).click()
    // The values stay with their plans.
    await expect(seats.first()).toHaveValue('2')
    await save(page)
    await expect(summary).toContainText('Deal price must equal the price of one of the plans.')
    await expect(summary).toContainText('Max codes can be given only when codes can be stacked.')
    await expect(page.getByLabel('Name of plan 1')).toHaveValue('Tier 1')
    await price.fill('59')
    await page.getByLabel('Codes can be stacked').selectOption('Yes')
    await unfold(page, 'Coupon')
    await page.getByLabel('Coupon code').fill('MARSH10')

    await unfold(page, 'Pros & Cons')
    for (const [place, text] of ['Slow on phones', 'Paid once'].entries()) {
      await add('entry')
      await page.getByLabel(`Text of entry ${place + 1}`).fill(text)
    }
    await page.getByLabel('Type of entry 1').selectOption('Con')
    await page.getByRole('button', { name: 'Move entry 2 up' }).click()
    await expect(page.getByLabel('Text of entry 1')).toHaveValue('Paid once')
    await unfold(page, 'FAQs')
    await add('question')
    await add('question')
    await page.getByRole('textbox', { name: 'Question 2' }).fill('Is there an API?')
    await page.getByRole('textbox', { name: 'Answer 2' }).fill('Yes.')
    await page.getByRole('button', { name: 'Remove question 1' }).click()
    await expect(page.getByRole('textbox', { name: 'Question 1' })).toHaveValue('Is there an API?')
    await save(page)
    await isTold(page, 'Deal created')
  })

  await test.step('the draft is previewed, gets a picture and is published with another price and term', async () => {
    await openEditor(page, title)
    await expect(page.getByLabel('Price of plan 2')).toHaveValue('118.00')
    await expect(page.getByLabel(/, limit 1$/).last()).toHaveValue('5')
    await page.getByRole('link', { name: 'Preview' }).click()
    await expect(page.getByText('Only staff can see this page.')).toBeVisible()
    await expect(page.getByText('Slow on phones')).toBeVisible()
    await page.goBack()
    await hydrated(page)

    await page.getByLabel('Summary').fill('Keeps tides.')
    await unfold(page, 'Media')
    await page.getByLabel('Picture').setInputFiles(heroOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')))
    if (!hasScripts) await save(page)
    await expect(page.getByText('An SVG cannot be used.').last()).toBeVisible()
    await expect(page.getByLabel('Summary')).toHaveValue('Keeps tides.')
    await page.getByLabel('Picture').setInputFiles(heroOf(await picture(1_600, 900).png().toBuffer()))
    if (hasScripts) await expect(page.getByText('1600 × 900. Stored here in three sizes.')).toBeVisible()

    await page.getByRole('switch', { name: 'Published' }).check()
    await price.fill('49')
    await unfold(page, 'Plans')
    await page.getByLabel('Price of plan 1').fill('49')
    await page.getByLabel('Log this change').check()
    await unfold(page, 'Terms')
    await page.getByLabel('Refund days').fill('30')
    await expect(page.getByLabel('Log changed terms')).toBeChecked()
    await save(page)
    await isTold(page, 'Deal updated')
  })

  await test.step('readers see the picture and both changes', async () => {
    await openEditor(page, title)
    await expect(page.getByText('59.00 → 49.00').first()).toBeVisible()
    await page.getByRole('link', { name: 'View', exact: true }).click()
    const image = page.locator('main img').first()
    await expect(image).toHaveAttribute('src', /^\/pictures\/[0-9a-f]{64}-960\.webp$/)
    const width = image.evaluate((shown: HTMLImageElement) => shown.decode().then(() => shown.naturalWidth))
    expect(await width).toBeGreaterThan(0)
    await page.getByRole('link', { name: /^Change Log \(/ }).click()
    await expect(page.getByRole('heading', { name: 'Deal price from $59.00 to $49.00' })).toBeVisible()
    const term = 'Refund from 60 days from purchase to 30 days from purchase'
    await expect(page.getByRole('heading', { name: term })).toBeVisible()
  })

  await test.step('the empty fields of another deal are filled from its link', async () => {
    await page.goto('/admin/deals/new')
    await page.getByLabel('Title', { exact: true }).fill('My own title')
    await page.getByLabel('CTA URL').fill('http://vendor.test/json-ld-array')
    await unfold(page, 'FAQs')
    await add('question')
    await page.getByRole('textbox', { name: 'Question 1' }).fill('Is there an API?')
    await page.getByRole('button', { name: 'Fetch from link' }).click()
    await expect(page.getByText(FILLED)).toBeVisible()
    await hydrated(page)
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('My own title')
    await expect(page.getByLabel('Vendor name')).toHaveValue('Plumeboard')
    await expect(page.getByLabel('Summary')).toHaveValue('Plans on one board, for small teams & clubs.')
    await expect(price).toHaveValue('59.00')
    await expect(page.getByLabel('Hero image URL')).toHaveValue('http://vendor.test/img/board.png')
    await expect(page.getByRole('textbox', { name: 'Question 1' })).toHaveValue('Is there an API?')
    await expect(page).toHaveURL(/\/admin\/deals\/new/)
  })
})

test('an editor keeps what was typed beside a colleague, a slow page and a link away, and deletes a deal', async ({
  page,
  signInAs,
}) => {
  const name = unique('Bulkwood')
  const deal = await makeDeal({ title: `${name} one`, deal_price: '59.00', published: false })
  await signInAs({ role: 'ADMIN', name: 'Grace' })
  const price = page.getByRole('textbox', { name: 'Deal price' })
  const link = page.getByLabel('CTA URL')

  await test.step('a link that cannot be read, then one that is slow', async () => {
    await page.goto(`/admin/deals/${deal.id}`)
    await price.fill('49.5')
    await link.fill('http://vendor.test/missing')
    await page.getByLabel('Summary').fill('Typed')
    await page.getByRole('button', { name: 'Fetch from link' }).click()
    await expect(link).toHaveAccessibleDescription(/We could not read this page: it answered with the error 404\./)
    await expect(page.getByLabel('Summary')).toHaveValue('Typed')

    await link.fill('http://vendor.test/json-ld-array')
    await page.getByLabel('Summary').fill('')
    await price.fill('')
    const isReleased = Promise.withResolvers<void>()
    await page.route(/\/admin\/deals\/.*\.data/, async (route) => {
      if (route.request().method() === 'POST') await isReleased.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Fetch from link' }).click()
    await expect(page.getByRole('button', { name: 'Reading' })).toHaveAttribute('aria-busy', 'true')
    await expect(page.getByLabel('Summary')).toBeDisabled()
    isReleased.resolve()
    await expect(price).toHaveValue('59.00')
    await page.unrouteAll()
    await expect(page.locator('#fetched')).toBeFocused()
    await expect(page.getByLabel('Summary')).toHaveValue('Plans on one board, for small teams & clubs.')
    await expect(link).toHaveAccessibleDescription(
      'https:// may be left out. Fetching fills only empty fields, and saves nothing.',
    )
  })

  await test.step('a link away from unsaved changes asks first', async () => {
    await page.goto(`/admin/deals/${deal.id}`)
    await page.getByLabel('Summary').fill('Half a sentence')
    const questions: string[] = []
    page.once('dialog', (dialog) => {
      questions.push(dialog.message())
      return dialog.dismiss()
    })
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect.poll(() => questions).toEqual(['Leave without saving your changes?'])
    await expect(page.getByLabel('Summary')).toHaveValue('Half a sentence')
    await expect(page).toHaveURL(`/admin/deals/${deal.id}`)
    page.once('dialog', (dialog) => dialog.accept())
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/admin/deals')
  })

  await test.step('a deal that a colleague saved meanwhile', async () => {
    const other = await page.context().newPage()
    await page.goto(`/admin/deals/${deal.id}`)
    await other.goto(`/admin/deals/${deal.id}`)
    await hydrated(other)
    await other.getByLabel('Summary').fill('Theirs')
    await save(other)
    await expect(other).toHaveURL(/\/admin\/deals$/)
    await other.close()

    await page.getByLabel('Vendor name').fill('Yours Ltd')
    await save(page)
    await expect(page.getByRole('alert')).toContainText('Grace saved this deal while you were editing it')
    const row = page.getByRole('row', { name: /Vendor name/ })
    await expect(row).toContainText('Yours Ltd')
    await expect(row).toContainText('Northpane')
    await expect(page.getByRole('row', { name: /Summary/ })).toContainText('Theirs')
    await expect(page.getByLabel('Vendor name')).toHaveValue('Yours Ltd')
    await page.getByLabel('Summary').fill('Theirs')
    await page.getByRole('button', { name: 'Save mine over theirs' }).click()
    await isTold(page, 'Deal updated')
    await page.goto(`/admin/deals/${deal.id}`)
    await expect(page.getByLabel('Summary')).toHaveValue('Theirs')
    await expect(page.getByLabel('Vendor name')).toHaveValue('Yours Ltd')
  })

  await test.step('drafts are searched, selected and published, then deleted in the list and in the editor', async () => {
    const over = { start_date: '2026-01-01', end_date: '2026-02-01' }
    await makeDeal({ title: `${name} two`, published: false, ...over })
    await page.goto('/admin/deals')
    await page.getByRole('searchbox', { name: 'Search' }).fill(name)
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('2 deals, newest first')).toBeVisible()
    await page.getByLabel('Select all on page').check()
    await expect(page.getByLabel(`Select ${name} one`)).toBeChecked()
    await expect(page.getByLabel(`Select ${name} two`)).toBeChecked()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Publish 2 deals?')
    await expect(page.getByRole('listitem').filter({ hasText: `${name} two` })).toBeVisible()
    await page.getByRole('button', { name: 'Publish 2 deals' }).click()
    await isTold(page, '2 deals published')
    await expect(page.getByRole('row', { name: new RegExp(`${name} two`) })).toContainText('Visitors see Expired')

    await page.getByRole('button', { name: `Delete ${name} two` }).click()
    const question = page.getByRole('alertdialog').filter({ visible: true })
    await expect(question).toContainText('Are you sure you want to delete this deal?')
    await question.getByRole('button', { name: 'Delete' }).click()
    await isTold(page, 'Deal deleted successfully')
    await expect(page.getByText('1 deal, newest first')).toBeVisible()

    await page.getByRole('link', { name: `Edit ${name} one` }).click()
    await page.getByRole('link', { name: 'Delete' }).click()
    await expect(page.getByText('Are you sure you want to delete this deal?')).toBeVisible()
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No deals found', { exact: true })).toBeVisible()
  })
})
