import { makeDeal } from '#tests/factories'
import { expect, hydrated, test, unfold } from './fixtures'

const FROM_PAGE = "From the vendor's page"
const FILLED = 'Vendor, summary, picture, and price. Please check them.'

test('a manager fills the empty fields of a new deal from its link @both', async ({ page, signInAs }) => {
  await signInAs({ role: 'MANAGER' })
  await page.goto('/admin/deals/new')
  await page.getByLabel('Title', { exact: true }).fill('My own title')
  await page.getByLabel('CTA URL').fill('http://vendor.test/json-ld-array')
  await unfold(page, 'FAQs')
  await page.getByRole('button', { name: 'Add question' }).click()
  await page.getByRole('textbox', { name: 'Question 1' }).fill('Is there an API?')
  await page.getByRole('button', { name: 'Fetch from link' }).click()

  await expect(page.getByText(FILLED)).toBeVisible()
  await hydrated(page)
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('My own title')
  await expect(page.getByLabel('Vendor name')).toHaveValue('Plumeboard')
  await expect(page.getByLabel('Summary')).toHaveValue('Plans on one board, for small teams & clubs.')
  await expect(page.getByLabel('Deal price')).toHaveValue('59.00')
  await expect(page.getByLabel('Hero image URL')).toHaveValue('http://vendor.test/img/board.png')
  await expect(page.getByRole('textbox', { name: 'Question 1' })).toHaveValue('Is there an API?')
  await expect(page.getByText(FROM_PAGE, { exact: true })).toHaveCount(4)
  await expect(page.getByLabel('Deal price')).toHaveAccessibleDescription(FROM_PAGE)
  await expect(page).toHaveURL(/\/admin\/deals\/new/)

  await page.getByLabel('Vendor name').fill('Plume Labs')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(FILLED)).toBeHidden()
  await expect(page.getByLabel('Summary')).toHaveValue('')
  await expect(page.getByLabel('Deal price')).toHaveValue('')
  await expect(page.getByLabel('Vendor name')).toHaveValue('Plume Labs')
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('My own title')
})

test('a link that cannot be read is reported at its field, and the form keeps its values', async ({
  page,
  signInAs,
}) => {
  const deal = await makeDeal({ cta_url: 'http://vendor.test/missing' })
  await signInAs({ role: 'MANAGER' })
  await page.goto(`/admin/deals/${deal.id}`)
  await page.getByLabel('Summary').fill('Typed')
  await page.getByRole('button', { name: 'Fetch from link' }).click()
  const link = page.getByLabel('CTA URL')
  await expect(link).toHaveAccessibleDescription(/We could not read this page: it answered with the error 404\./)
  await hydrated(page)
  await expect(page.getByLabel('Summary')).toHaveValue('Typed')

  await link.fill('http://vendor.test/broken-json')
  await page.getByLabel('Summary').fill('')
  await page.getByRole('button', { name: 'Fetch from link' }).click()
  await expect(page.getByLabel('Summary')).toHaveValue('Keeps tides.')
  await expect(link).toHaveAccessibleDescription(
    'https:// may be left out. Fetching fills only empty fields, and saves nothing.',
  )
})

test('what is typed while the page is read stays, and what is changed later is no longer marked', async ({
  page,
  signInAs,
}) => {
  const deal = await makeDeal({ summary: null, cta_url: 'http://vendor.test/json-ld-array' })
  await signInAs({ role: 'MANAGER' })
  await page.goto(`/admin/deals/${deal.id}`)
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route(/\/admin\/deals\/.*\.data/, async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Fetch from link' }).click()
  await expect(page.getByRole('button', { name: 'Reading' })).toHaveAttribute('aria-busy', 'true')
  await page.getByLabel('Summary').fill('Typed meanwhile')
  goOn()

  const price = page.getByLabel('Deal price')
  await expect(price).toHaveValue('59.00')
  await expect(page.getByLabel('Summary')).toHaveValue('Typed meanwhile')
  await price.fill('58')
  await expect(price).not.toHaveAccessibleDescription(FROM_PAGE)
})
