import { db } from '~/db/database.server'
import { expectNoViolations } from './axe'
import { expect, hydrated, said, test, unique } from './fixtures'

test('an admin writes a page, sees it before it is published, and edits it @both', async ({
  page,
  signInAs,
  hasScripts,
}) => {
  const title = unique('Press')
  await signInAs({ role: 'ADMIN' })
  await page.goto('/admin/pages')
  await page.getByRole('link', { name: 'New page' }).click()
  await page.waitForURL('**/new')
  await hydrated(page)
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByRole('link', { name: 'Title is required.' })).toBeVisible()

  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Footer group').selectOption('Legal')
  await page.getByLabel('Body').fill('## Our logo\n\n| Format | Size |\n| - | -: |\n| SVG | 2 kB |')
  const preview = page.getByRole('region', { name: 'Preview' })
  if (!hasScripts) await page.getByRole('button', { name: 'Preview' }).click()
  await expect(preview.getByRole('cell', { name: '2 kB' })).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(said(page, `${title} published`)).toBeVisible()

  await page.getByRole('link', { name: title, exact: true }).first().click()
  await page.waitForURL(/\/admin\/pages\/press-/)
  await hydrated(page)
  await page.getByLabel('Body').fill('Ask us.')
  await page.getByRole('button', { name: 'Save and publish' }).click()
  // The message of the first save may still be there.
  await page.waitForURL('/admin/pages')
  await expect(said(page, `${title} published`)).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: title }).click()
  await expect(page.getByRole('main')).toContainText('Ask us.')
})

test('an edited page of the program asks before it gets its original text again, and a conflict shows both texts', async ({
  page,
  signInAs,
}) => {
  const { id } = await signInAs({ role: 'ADMIN', name: 'Petra Reeve' })
  try {
    await page.goto('/admin/pages/terms')
    await page.getByLabel('Body').fill('Mine.')
    await db
      .insertInto('pages')
      .values({ slug: 'terms', title: 'Terms of Service', body: 'Hers.', author_id: id })
      .execute()
    await page.getByRole('button', { name: 'Save and publish' }).click()
    await expect(page.getByText('Someone else changed this page while you were editing')).toBeVisible()
    await expect(page.getByRole('region', { name: 'The saved text' })).toContainText('Hers.')
    await expect(page.getByLabel('Body')).toHaveValue('Mine.')
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Replace it with mine' }).click()
    await expect(said(page, 'Terms of Service published')).toBeVisible()

    await page.goto('/admin/pages/terms')
    await page.getByRole('button', { name: 'Use the original text' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Use the original' }).click()
    await expect(said(page, 'Original text restored')).toBeVisible()
    await expect(page.getByLabel('Body')).toHaveValue(/^## What this is/)
  } finally {
    await db.deleteFrom('pages').where('slug', '=', 'terms').execute()
  }
})
