import { makeCategory, makeDeal, makeProfile } from '#tests/factories'
import { db } from '~/db/database.server'
import { expect, hydrated, said, test } from './fixtures'

test('an admin finds a member, makes them a manager and suspends them, and the audit log shows it @both', async ({
  page,
  signInAs,
  hasScripts,
}) => {
  const code = crypto.randomUUID().slice(0, 8)
  const name = `Adaeze ${code}`
  const { id } = await makeProfile({ name })
  await signInAs({ name: `Ingrid ${code}`, role: 'ADMIN' })
  await page.goto('/admin/users')
  await page.getByRole('searchbox', { name: 'Search' }).fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
  await hydrated(page)

  const choose = async (what: 'Role' | 'Status', value: string) => {
    await page.getByLabel(`${what} of ${name}`, { exact: true }).selectOption(value)
    if (!hasScripts) await page.getByRole('button', { name: `Save ${what.toLowerCase()} of ${name}` }).click()
  }
  await choose('Role', 'MANAGER')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Make ${name} a manager?`)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByLabel(`Role of ${name}`, { exact: true })).toHaveValue('USER')
  await hydrated(page)
  await choose('Role', 'MANAGER')
  await page.getByRole('button', { name: 'Make manager' }).click()
  await expect(said(page, 'User role updated')).toBeVisible()
  await hydrated(page)
  await choose('Status', 'SUSPENDED')
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(page.getByText('Note to the person is required.').last()).toBeVisible()
  await page.getByLabel('Reason').selectOption('Abusive')
  await page.getByLabel('Note to the person').fill('Three insults in one week.')
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(said(page, 'User status updated')).toBeVisible()
  await expect(page.getByLabel(`Status of ${name}`, { exact: true })).toHaveValue('SUSPENDED')
  await expect(page.getByLabel(`Role of ${name}`, { exact: true })).toHaveValue('MANAGER')
  await expect(page).toHaveURL(new RegExp(`q=${code}`))
  await expect(page.getByLabel(`Role of Ingrid ${code}`)).toBeDisabled()

  // Meanwhile another admin changes the role.
  await db.updateTable('profiles').set({ role: 'USER' }).where('id', '=', id).execute()
  await choose('Role', 'ADMIN')
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to update user role' })).toBeVisible()
  await expect(page.getByLabel(`Role of ${name}`, { exact: true })).toHaveValue('USER')

  await page.goto(`/admin/audit?who=${code}`)
  await expect(
    page.getByRole('row', { name: new RegExp(`changed the role of ${name} from USER to MANAGER`) }),
  ).toBeVisible()
  await expect(page.getByRole('row', { name: /changed the status .* from ACTIVE to SUSPENDED/ })).toContainText(
    'POST /admin/users',
  )
  await page.getByRole('link', { name, exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Viewing ${name}`)

  await page.goto(`/admin/users?q=${code}`)
  await hydrated(page)
  await page.getByRole('link', { name: `Suspend or delete ${name}` }).click()
  await expect(page.getByText('Abusive. Three insults in one week.')).toBeVisible()
  await page.getByRole('button', { name: 'Lift suspension' }).click()
  await expect(said(page, 'User status updated')).toBeVisible()
  await expect(page.getByLabel(`Status of ${name}`, { exact: true })).toHaveValue('ACTIVE')
})

test('a category is created, and a conflicting edit is overwritten only after a warning', async ({
  page,
  signInAs,
}) => {
  const code = crypto.randomUUID().slice(0, 8)
  await signInAs({ role: 'MANAGER' })
  await page.goto('/admin/categories')
  await page.getByRole('link', { name: 'New Category' }).click()
  await page.waitForURL('**/new')
  await page.getByRole('button', { name: 'Save Category' }).click()
  await expect(page.getByRole('link', { name: 'Name is required' })).toBeVisible()
  await page.getByLabel('Name').fill(`Maps ${code}`)
  await page.getByRole('button', { name: 'Save Category' }).click()
  await expect(said(page, 'Category created')).toBeVisible()

  await page.getByRole('link', { name: `Maps ${code}`, exact: true }).click()
  await expect(page.getByLabel('Slug')).toHaveValue(`maps-${code}`)
  const { id } = await db
    .selectFrom('categories')
    .select('id')
    .where('slug', '=', `maps-${code}`)
    .executeTakeFirstOrThrow()
  await db.updateTable('categories').set({ description: 'Of land and sea' }).where('id', '=', id).execute()
  // The button waits for the stored row, so that the second press does not send the old version again.
  const { promise: isPressed, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route(`**/${id}.data*`, async (route) => {
    if (route.request().method() === 'GET') await isPressed
    await route.continue()
  })
  await page.getByLabel('Slug').fill(`atlases-${code}`)
  await page.getByRole('button', { name: 'Save Category' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'description is “Of land and sea”' })).toBeVisible()
  await expect(page.getByLabel('Slug')).toHaveValue(`atlases-${code}`)
  const secondPress = page.getByRole('button', { name: 'Save Category' }).click()
  letThrough()
  await secondPress
  await expect(said(page, 'Category updated')).toBeVisible()
  await page.goto(`/categories/maps-${code}`)
  await expect(page).toHaveURL(`/categories/atlases-${code}`)
})

test('a category can be deleted only once it has no deals', async ({ page, signInAs }) => {
  const { id, slug } = await makeCategory()
  await signInAs({ role: 'MANAGER' })
  const deal = await makeDeal({ category_id: id })
  await page.goto(`/admin/categories/${id}`)
  await expect(page.getByText('1 deal belongs here.')).toBeVisible()
  await expect(page.getByRole('link', { name: '1 deal' })).toHaveAttribute('href', `/admin/deals?category=${slug}`)

  await db.deleteFrom('deals').where('id', '=', deal.id).execute()
  await page.goto(`/admin/categories/${id}`)
  await page.getByRole('button', { name: 'Delete Category' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(said(page, 'Category deleted')).toBeVisible()
})

test('an SEO entry is created, previewed and used in the head of its page', async ({ page, signInAs }) => {
  const deal = await makeDeal()
  await signInAs({ role: 'MANAGER' })
  await page.goto('/admin/seo/new')
  await page.getByLabel('Slug or path').fill(deal.slug)
  await page.getByLabel('Title', { exact: false }).first().fill('Bought once, kept for good')
  await page.getByRole('button', { name: 'Save Entry' }).click()
  await expect(said(page, 'Entry created')).toBeVisible()
  await page.getByRole('link', { name: 'Bought once, kept for good' }).first().click()
  await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText('Bought once, kept for good')
  await page.goto(`/deals/${deal.slug}`)
  await expect(page).toHaveTitle('Bought once, kept for good')
})
