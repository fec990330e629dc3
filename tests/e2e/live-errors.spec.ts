import { makeDeal } from '#tests/factories'
import { expect, hydrated, test, unfold } from './fixtures'

test("a visitor's field error disappears on correction, and the others stay", async ({ page }) => {
  await page.goto('/auth?mode=sign-up')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  const summary = page.getByRole('alert')
  await expect(summary).toBeFocused()
  const [name, email, password] = [page.getByLabel('Name'), page.getByLabel('Email'), page.getByLabel('Password')]
  for (const field of [name, email, password]) await expect(field).toHaveAttribute('aria-invalid', 'true')

  await email.pressSequentially('a')
  await expect(email).not.toHaveAttribute('aria-invalid')
  await expect(page.locator('#email-error')).toHaveCount(0)
  await expect(summary.locator('a[href="#email"]')).toHaveCount(0)
  await expect(email).toBeFocused()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(summary.locator('a[href="#name"]')).toBeVisible()

  await name.fill('Ada')
  await password.fill('x')
  await expect(password).toHaveAttribute('aria-describedby', 'password-hint')
  await expect(summary).toHaveCount(0)
})

test("a visitor's correction made before the script has loaded removes the field error", async ({ context }) => {
  // Not the page of the fixture, which waits until pages have loaded.
  const page = await context.newPage()
  const script = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto('/auth?mode=sign-up', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Sign Up' }).click()
  const email = page.getByLabel('Email')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await email.pressSequentially('a')

  script.resolve()
  await expect(email).not.toHaveAttribute('aria-invalid')
  await expect(email).toHaveValue('a')
  await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
})

test("a member's field error disappears on correction and returns on the next invalid submission", async ({
  page,
  signInAs,
}) => {
  const deal = await makeDeal()
  await signInAs()
  await page.goto(`/deals/${deal.slug}/changes`)
  const submit = page.getByRole('button', { name: 'Submit Report' })
  const [title, description] = [
    page.getByRole('textbox', { name: 'Title' }),
    page.getByRole('textbox', { name: 'Description' }),
  ]
  const summary = page.locator('form').getByRole('alert')
  await submit.click()
  await expect(summary).toBeFocused()
  await expect(title).toHaveAttribute('aria-invalid', 'true')
  await title.pressSequentially('Five')
  await expect(title).not.toHaveAttribute('aria-invalid')
  await expect(title).toBeFocused()
  await expect(title).toHaveValue('Five')
  await expect(summary.getByRole('listitem')).toHaveCount(1)
  await expect(description).toHaveAttribute('aria-invalid', 'true')

  await title.fill('')
  await submit.click()
  await expect(title).toHaveAttribute('aria-invalid', 'true')
  await expect(summary.getByRole('listitem')).toHaveCount(2)
  await expect(summary).toBeFocused()
})

test('a correction made before hydration removes the field error', async ({ context, signInAs }) => {
  const deal = await makeDeal()
  await signInAs()
  const page = await context.newPage()
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto(`/deals/${deal.slug}/changes`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Submit Report' }).click()
  const title = page.getByRole('textbox', { name: 'Title' })
  await expect(title).toHaveAttribute('aria-invalid', 'true')
  await title.pressSequentially('Five')

  scripts.resolve()
  await hydrated(page)
  await expect(title).not.toHaveAttribute('aria-invalid')
  await expect(title).toHaveValue('Five')
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveAttribute('aria-invalid', 'true')
})

test('correcting a field error of a deal keeps newly added rows', async ({ page, signInAs }) => {
  const deal = await makeDeal()
  await signInAs({ role: 'MANAGER' })
  await page.goto(`/admin/deals/${deal.id}`)
  const vendor = page.getByRole('textbox', { name: 'Vendor name' })
  await vendor.fill('')
  await page.getByRole('button', { name: 'Save Deal' }).last().click()
  await expect(vendor).toHaveAttribute('aria-invalid', 'true')

  await unfold(page, 'Pros & Cons')
  await page.getByRole('button', { name: 'Add entry' }).click()
  await page.getByLabel('Text of entry 1').fill('Paid once')
  await vendor.fill('Fenwright')
  await expect(vendor).not.toHaveAttribute('aria-invalid')
  await expect(page.getByLabel('Text of entry 1')).toHaveValue('Paid once')
})
