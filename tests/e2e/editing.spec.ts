import type { Page } from '@playwright/test'
import { makeCategory, makeDeal, makePlatform } from '#tests/factories'
import { expect, hydrated, test, unfold, unique } from './fixtures'

async function save(page: Page) {
  await page.getByRole('complementary', { name: 'Publishing' }).getByRole('button', { name: 'Save Deal' }).click()
}

// With scripts the message is there twice: in the page and as a toast that disappears.
async function isTold(page: Page, text: string) {
  await expect(page.getByText(text).first()).toBeAttached()
  await expect(page).toHaveURL(/\/admin\/deals(\?|$)/)
}

test('a manager creates and publishes a deal and changes its price, and the Change Log shows it @both', async ({
  page,
  signInAs,
}) => {
  const [category, platform, title] = [await makeCategory(), await makePlatform(), unique('Millbrook Notes')]
  await signInAs({ role: 'MANAGER' })
  await page.goto('/admin/deals')
  await page.getByRole('link', { name: 'New Deal' }).click()
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('CTA URL').fill('vendor/millbrook')
  await save(page)
  const summary = page.getByRole('alert')
  await expect(summary).toContainText('Vendor name is required')
  await expect(summary).toContainText('CTA URL must be a full web address')
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title)

  await page.getByLabel('Vendor name').fill('Fenwright')
  await page.getByLabel('CTA URL').fill('vendor.example/millbrook')
  await page.getByLabel('Category').selectOption(category.name)
  await page.getByLabel('Platform').selectOption(platform.name)
  await page.getByLabel('Deal price').fill('$59')
  await page.getByLabel('Start date').fill('2026-01-01')
  await unfold(page, 'Pros & Cons')
  for (const [place, text] of ['Slow on phones', 'Paid once'].entries()) {
    await page.getByRole('button', { name: 'Add entry' }).click()
    await page.getByLabel(`Text of entry ${place + 1}`).fill(text)
  }
  await page.getByLabel('Type of entry 1').selectOption('Con')
  await page.getByRole('button', { name: 'Move entry 2 up' }).click()
  await expect(page.getByLabel('Text of entry 1')).toHaveValue('Paid once')
  await unfold(page, 'FAQs')
  await page.getByRole('button', { name: 'Add question' }).click()
  await page.getByRole('button', { name: 'Add question' }).click()
  await page.getByRole('textbox', { name: 'Question 2' }).fill('Is there an API?')
  await page.getByRole('textbox', { name: 'Answer 2' }).fill('Yes.')
  await page.getByRole('button', { name: 'Remove question 1' }).click()
  await expect(page.getByRole('textbox', { name: 'Question 1' })).toHaveValue('Is there an API?')
  await save(page)
  await isTold(page, 'Deal created')

  await page.getByRole('link', { name: `Edit ${title}` }).click()
  // On the way back Chromium restores the values of the fields that had arrived when the page was left.
  await page.waitForURL(/\/admin\/deals\/[\da-f-]{36}/)
  await hydrated(page)
  await page.getByRole('link', { name: 'Preview' }).click()
  await expect(page.getByText('Only staff can see this page.')).toBeVisible()
  await expect(page.getByText('Slow on phones')).toBeVisible()
  await page.goBack()
  await hydrated(page)
  await page.getByRole('switch', { name: 'Published' }).check()
  await page.getByLabel('Deal price').fill('49')
  await page.getByLabel('Log this change').check()
  await save(page)
  await isTold(page, 'Deal updated')

  await page.getByRole('link', { name: `Edit ${title}` }).click()
  await expect(page.getByText('59.00 → 49.00')).toBeVisible()
  await page.getByRole('link', { name: 'View', exact: true }).click()
  await page.getByRole('link', { name: /^Change Log \(/ }).click()
  await expect(page.getByRole('heading', { name: 'Deal price from $59.00 to $49.00' })).toBeVisible()
})

test('conflicting edits of a deal are reported and neither is lost', async ({ page, signInAs }) => {
  test.slow()
  const deal = await makeDeal({ title: unique('Two Editors'), summary: 'Before' })
  await signInAs({ role: 'MANAGER', name: 'Grace' })
  const other = await page.context().newPage()
  await page.goto(`/admin/deals/${deal.id}`)
  await other.goto(`/admin/deals/${deal.id}`)
  await hydrated(other)
  await other.getByLabel('Summary').fill('Theirs')
  await save(other)
  await expect(other).toHaveURL(/\/admin\/deals$/)

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

test('an admin searches deals, publishes selected ones and deletes one', async ({ page, signInAs }) => {
  const name = unique('Bulkwood')
  await makeDeal({ title: `${name} one`, published: false })
  await makeDeal({ title: `${name} two`, published: false, start_date: '2026-01-01', end_date: '2026-02-01' })
  await signInAs({ role: 'ADMIN' })
  await page.goto('/admin/deals')
  await page.getByLabel('Search').fill(name)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('2 deals, newest first')).toBeVisible()
  await hydrated(page)

  await page.getByLabel(`Select ${name} one`).check()
  await page.getByLabel(`Select ${name} two`).check()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Publish 2 deals?')
  await expect(page.getByRole('listitem').filter({ hasText: `${name} two` })).toBeVisible()
  await page.getByRole('button', { name: 'Publish 2 deals' }).click()
  await isTold(page, '2 deals published')
  await hydrated(page)
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

test('scripts fill in the log entry title and select all deals on the page', async ({ page, signInAs }) => {
  const name = unique('Quickfill')
  const { id } = await makeDeal({ title: name, deal_price: '59.00' })
  await signInAs({ role: 'MANAGER' })
  await page.goto(`/admin/deals/${id}`)
  await page.getByLabel('Deal price').fill('49.5')
  await expect(page.getByLabel('Log entry title')).toHaveValue('Deal price from $59.00 to $49.50')
  await page.goto(`/admin/deals?${new URLSearchParams({ q: name })}`)
  await page.getByLabel('Select all on page').check()
  await expect(page.getByLabel(`Select ${name}`)).toBeChecked()
})

test('leaving the editor of a deal with unsaved changes asks first', async ({ page, signInAs }) => {
  const deal = await makeDeal()
  await signInAs({ role: 'MANAGER' })
  await page.goto(`/admin/deals/${deal.id}`)
  await page.getByLabel('Summary').fill('Half a sentence')
  const questions: string[] = []
  let mayLeave = false
  page.on('dialog', (dialog) => {
    questions.push(dialog.message())
    return mayLeave ? dialog.accept() : dialog.dismiss()
  })
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect.poll(() => questions).toEqual(['Leave without saving your changes?'])
  await expect(page.getByLabel('Summary')).toHaveValue('Half a sentence')
  await expect(page).toHaveURL(`/admin/deals/${deal.id}`)

  mayLeave = true
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/admin/deals')
})
