import { picture } from '#tests/picture-files'
import { db } from '~/db/database.server'
import { expect, said, test } from './fixtures'

// Other journeys use the same site.
test.afterEach(async () => {
  await db.deleteFrom('site_settings').execute()
})

test('an admin names the site, links it and sees both at once, and an error keeps what was entered @both', async ({
  page,
  signInAs,
}) => {
  await signInAs({ role: 'ADMIN' })
  await page.goto('/admin')
  const navigation = page.getByRole('navigation', { name: 'Admin' })
  await navigation.getByText('Site', { exact: true }).click()
  await navigation.getByRole('link', { name: 'Name and logo' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Name and logo')
  await page.getByLabel('Name', { exact: true }).fill('Dealbook')
  await page.getByLabel('Link 1, name').fill('Mastodon')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: 'Link 1 needs a URL.' })).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Dealbook')
  await expect(page.getByLabel('Link 1, name')).toHaveValue('Mastodon')

  await page.getByLabel('Link 1, URL').fill('https://mastodon.example/@dealbook')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(said(page, 'Site updated')).toBeVisible()
  await expect(page).toHaveTitle('Name and logo | Dealbook')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dealbook, home' })).toHaveText('Dealbook')
  await page.goto('/')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Mastodon' })).toHaveAttribute(
    'href',
    'https://mastodon.example/@dealbook',
  )
})

test('an admin uploads a logo, sees why an SVG cannot be used, and returns to the original @both', async ({
  page,
  signInAs,
  hasScripts,
}) => {
  await signInAs({ role: 'ADMIN' })
  await page.goto('/admin/site')
  const logo = page.getByRole('banner').getByRole('link', { name: 'Lifetime Ledger, home' }).locator('img').first()
  const upload = async (buffer: Buffer, mimeType: string) => {
    await page.getByLabel('Logo, light').setInputFiles({ name: 'logo.png', mimeType, buffer })
    // With scripts the file is sent when it is chosen, so that Save cannot leave it behind.
    if (!hasScripts) await page.getByRole('button', { name: 'Upload Logo, light' }).click()
  }
  await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png')
  await expect(page.getByRole('link', { name: 'An SVG cannot be used.' })).toBeVisible()
  await upload(await picture(924, 128).png().toBuffer(), 'image/png')
  await expect(said(page, 'Logo, light changed')).toBeVisible()
  await expect(logo).toHaveAttribute('src', /^\/pictures\/[0-9a-f]{64}-480\.webp$/)
  await page.goto('/deals')
  await expect(logo).toHaveJSProperty('naturalWidth', 480)

  await page.goto('/admin/site')
  await page.getByRole('button', { name: 'Use the original Logo, light' }).click()
  await expect(said(page, 'Logo, light removed')).toBeVisible()
  await expect(logo).toHaveAttribute('src', '/logo-light.svg')
})
