import type { Page } from '@playwright/test'
import { makeCategory, makeDeal } from '#tests/factories'
import { db } from '~/db/database.server'
import { expect, hydrated, test, unique } from './fixtures'

// With scripts the notice is hidden and a toast shows its text.
const said = (page: Page, text: string) => expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()

/** An offer of a vendor of its own. */
async function makeOffer() {
  const name = unique()
  const deal = await makeDeal({
    title: `Quill ${name}`,
    slug: `quill-${name}`,
    vendor_name: `Vendor ${name}`,
    deal_price: '59.00',
  })
  const vendor = await db
    .selectFrom('vendors')
    .select(['name', 'slug'])
    .where('id', '=', deal.vendor_id)
    .executeTakeFirstOrThrow()
  return { deal, vendor }
}

test('a member follows a vendor, bookmarks a deal with a price alert, and stops again @both', async ({
  page,
  signInAs,
}) => {
  test.slow()
  const { deal, vendor } = await makeOffer()
  await signInAs()
  await page.goto(`/vendors/${vendor.slug}`)
  await page.getByRole('button', { name: 'Follow this vendor' }).click()
  await said(page, `You follow ${vendor.name}`)
  await expect(page.getByRole('button', { name: 'Following this vendor' })).toHaveAttribute('aria-pressed', 'true')

  await page.goto(`/deals/${deal.slug}`)
  await expect(page.getByLabel('Alert me at or below')).toHaveCount(0)
  await page.getByRole('button', { name: 'Bookmark', exact: true }).click()
  await said(page, 'Deal bookmarked')
  await hydrated(page)
  await page.getByLabel('Alert me at or below').fill('4.999')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await said(page, 'The price can have at most two decimals, such as 59.50.')
  // Without scripts this is the page of what is followed.
  const target = page.locator('input[name="target"]:visible')
  await expect(target).toHaveValue('4.999')
  await page.goto(`/deals/${deal.slug}`)
  await page.getByLabel('Alert me at or below').fill('$49')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await said(page, 'Price alert saved')
  await expect(page).toHaveURL(`/deals/${deal.slug}`)
  await page.getByText('Alert at $49.00. Change').click()
  await expect(page.getByLabel('Alert me at or below')).toHaveValue('49.00')

  await page.goto('/account/following')
  const deals = page.getByRole('region', { name: 'Saved Deals' })
  await expect(deals).toContainText('1 saved')
  await expect(deals).toContainText(
    'Price, verified changes, ends in 3 days, ended, open again or a new offer. Alert at or below $49.00.',
  )
  await deals.getByText('Edit alerts').click()
  await deals.getByLabel('Ended').uncheck()
  await deals.getByLabel('Alert me at or below').fill('4.999')
  await deals.getByRole('button', { name: 'Save' }).click()
  await said(page, 'The price can have at most two decimals, such as 59.50.')
  await expect(deals.getByLabel('Alert me at or below')).toHaveValue('4.999')
  await expect(deals.getByLabel('Ended')).not.toBeChecked()
  await deals.getByLabel('Alert me at or below').fill('')
  await deals.getByRole('button', { name: 'Save' }).click()
  await expect(deals).toContainText('Price, verified changes, ends in 3 days, open again or a new offer.')
  await page.goto('/account/following')
  await deals.getByText('Edit alerts').click()
  await deals.getByRole('button', { name: 'Turn off alerts' }).click()
  await expect(deals).toContainText('1 without alerts')
  await deals.getByRole('button', { name: new RegExp(`^Remove bookmark\\s*: ${deal.title}`) }).click()
  await expect(page).toHaveURL('/account/following#deals')
  await expect(deals).toContainText('No saved deals yet')

  const others = page.getByRole('region', { name: 'Vendors and categories' })
  await expect(others).toContainText('Vendor. New offers and changes, 1 product')
  await others.getByRole('button', { name: `Unfollow ${vendor.name}` }).click()
  await expect(others.getByRole('button', { name: `Unfollow ${vendor.name}` })).toHaveCount(0)

  await page.getByRole('radio', { name: 'Never' }).check()
  await page.getByRole('region', { name: 'Email' }).getByRole('button', { name: 'Save' }).click()
  await said(page, 'Email settings saved')
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Never' })).toBeChecked()
})

test('a member saves a search, sees what is new, renames and removes it', async ({ page, signInAs }) => {
  test.slow()
  const category = await makeCategory({ name: `Writing ${unique()}`, slug: `writing-${unique()}` })
  await makeDeal({ category_id: category.id })
  const ada = await signInAs()
  const path = `/deals?category=${category.slug}&open=1`
  await page.goto(path)
  await page.getByText('Save this search').click()
  const name = page.getByLabel('Name')
  await expect(name).toHaveValue(`In ${category.name}, open now`)
  await name.fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await said(page, 'The name is required.')
  await page.getByLabel('Name').first().fill('Pens')
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await said(page, 'Search saved')
  await page.goto(path)
  await page.getByText('Search saved').first().click()
  await said(page, 'Saved as Pens.')

  const looked_at = new Date(Date.now() - 60_000)
  await db.updateTable('saved_searches').set({ looked_at }).where('user_id', '=', ada.id).execute()
  await makeDeal({ category_id: category.id, created_at: new Date(Date.now() - 1_000) })
  await page.goto('/account/following')
  const searches = page.getByRole('region', { name: 'Saved searches' })
  await expect(searches).toContainText(`In ${category.name}, open now. 2 products`)
  await searches.getByRole('link', { name: 'Pens' }).click()
  await expect(page).toHaveURL(path)

  await page.goto('/account/following')
  await expect(searches).toContainText('none new since you looked today')
  await searches.getByRole('switch', { name: 'Tell me about new matches of Pens', checked: true }).click()
  await expect(searches).toContainText('You see new matches only here')
  await expect(searches.getByRole('switch')).not.toBeChecked()
  await searches.getByText('Rename').click()
  await searches.getByLabel('Name').fill('Fountain pens')
  await searches.getByRole('button', { name: 'Save' }).click()
  await expect(searches.getByRole('link', { name: 'Fountain pens' })).toBeVisible()
  await searches.getByRole('button', { name: 'Remove Fountain pens' }).click()
  await said(page, 'Saved search removed')
  await expect(searches.getByRole('link', { name: 'Fountain pens' })).toHaveCount(0)
})
