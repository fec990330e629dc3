import { makeAccount, makeDeal } from '#tests/factories'
import { db } from '~/db/database.server'
import { expect, said, test, unique } from './fixtures'

test('a member bookmarks a deal, finds it on the account page and removes the bookmark @both', async ({
  page,
  signInAs,
}) => {
  const slug = `saved-${unique()}`
  await makeDeal({ slug, title: `Saved ${slug}` })
  await signInAs()
  const sidebar = page.getByRole('complementary', { name: 'Deal Information' })

  await page.goto(`/deals/${slug}/comments`)
  await sidebar.getByRole('button', { name: 'Bookmark', exact: true }).click()
  await expect(said(page, 'Deal bookmarked')).toBeVisible()
  await expect(sidebar.getByRole('button', { name: 'Bookmarked' })).toBeVisible()
  await expect(page).toHaveURL(`/deals/${slug}/comments`)
  await page.goto('/account')
  await expect(page.getByRole('link', { name: `Saved ${slug}` })).toBeVisible()

  await page.goto(`/deals/${slug}`)
  await sidebar.getByRole('button', { name: 'Bookmarked' }).click()
  await expect(said(page, 'Bookmark removed')).toBeVisible()
  await expect(sidebar.getByRole('button', { name: 'Bookmark', exact: true })).toBeVisible()
})

test('a double click bookmarks a deal once, and a lost connection is reported without changing the bookmark', async ({
  page,
  signInAs,
  consoleErrors,
}) => {
  const slug = `twice-${unique()}`
  const deal = await makeDeal({ slug })
  await signInAs()
  await page.goto(`/deals/${slug}`)
  await page.getByRole('button', { name: 'Bookmark', exact: true }).dblclick()
  await expect(said(page, 'Deal bookmarked')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Bookmarked' })).toBeVisible()
  const stored = db.selectFrom('bookmarks').select('deal_id').where('deal_id', '=', deal.id)
  expect(await stored.execute()).toHaveLength(1)

  await page.route('**/bookmark.data*', (route) => route.abort())
  await page.getByRole('button', { name: 'Bookmarked' }).click()
  await expect(said(page, 'Failed to update bookmark')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Bookmarked' })).toBeVisible()
  expect(consoleErrors.splice(0)).toEqual(['Failed to load resource: net::ERR_FAILED'])
})

test('a visitor who pressed Bookmark signs in and finds the deal saved; suspended members are told why they cannot @both', async ({
  page,
  signInAs,
}) => {
  const slug = `gated-${unique()}`
  await makeDeal({ slug, title: `Gated ${slug}` })
  const member = await makeAccount('correct horse', { email: `${unique()}@example.com` })
  await page.goto(`/deals/${slug}`)
  const sidebar = page.getByRole('complementary', { name: 'Deal Information' })
  await expect(sidebar.getByText('Please sign in to bookmark deals')).toBeVisible()
  await sidebar.getByRole('button', { name: 'Bookmark' }).click()
  await expect(page.getByText(`Sign in to bookmark Gated ${slug}.`)).toBeVisible()
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(`/deals/${slug}`)
  await expect(sidebar.getByRole('button', { name: 'Bookmarked' })).toBeVisible()

  await signInAs({ status: 'SUSPENDED' })
  await page.goto(`/deals/${slug}`)
  await expect(sidebar.getByText('Your account is suspended')).toBeVisible()
  await expect(sidebar.getByRole('button', { name: 'Bookmark' })).toBeDisabled()
})

test('Get This Deal opens the vendor page, and repeated clicks count once', async ({ page, context, baseURL }) => {
  const slug = `left-${unique()}`
  // The vendor's page is one of our own: the tests make no external requests.
  const deal = await makeDeal({ slug, cta_url: `${baseURL}/healthz?via=us` })
  await page.goto(`/deals/${slug}`)
  for (let clicks = 0; clicks < 2; clicks++) {
    const opened = context.waitForEvent('page')
    await page
      .getByRole('complementary')
      .getByRole('link', { name: /^Get This Deal/ })
      .click()
    const vendor = await opened
    await expect(vendor).toHaveURL(`${baseURL}/healthz?via=us`)
    await vendor.close()
  }
  const clicks = await db.selectFrom('click_events').selectAll().where('deal_id', '=', deal.id).execute()
  expect(clicks).toMatchObject([{ user_id: null, referrer: null }])
})

for (const who of ['a visitor', 'a member']) {
  test(`the click of ${who} on Get This Deal records the external referrer if scripts run`, async ({
    page,
    context,
    baseURL,
    hasScripts,
    signInAs,
  }) => {
    const slug = `led-${unique()}`
    const deal = await makeDeal({ slug, cta_url: `${baseURL}/healthz` })
    if (who === 'a member') await signInAs()
    await page.route('https://news.example/**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<meta name="referrer" content="unsafe-url"><a href="${baseURL}/about">Read</a>`,
      }),
    )
    await page.goto('https://news.example/2026/best?token=secret')
    await page.getByRole('link', { name: 'Read' }).click()
    await expect(page).toHaveURL('/about')
    const stored = () => page.evaluate(() => sessionStorage.getItem('referrer'))
    if (hasScripts) await expect.poll(stored).toBe('https://news.example/2026/best')
    await page.goto(`/deals/${slug}`)
    const link = page.getByRole('complementary').getByRole('link', { name: /^Get This Deal/ })
    expect(await link.getAttribute('href')).toBe(`/go/${slug}`)
    const opened = context.waitForEvent('page')
    await link.click({ button: who === 'a member' ? 'left' : 'middle' })
    const vendor = await opened
    await expect(vendor).toHaveURL(`${baseURL}/healthz`)
    const listReferrers = async () => {
      const clicks = await db.selectFrom('click_events').select('referrer').where('deal_id', '=', deal.id).execute()
      return clicks.map(({ referrer }) => referrer)
    }
    await expect.poll(listReferrers).toEqual([hasScripts ? 'https://news.example/2026/best' : null])
  })
}

test('the sidebar of a deal has its share buttons, its URL to copy and its tags @both', async ({
  page,
  baseURL,
  hasScripts,
}) => {
  await page.goto('/deals/quillstack')
  const address = `${baseURL}/deals/quillstack`
  await expect(page.getByText('Share', { exact: true })).toHaveCount(1)
  const side = page.getByRole('complementary', { name: 'Deal Information' })
  for (const name of ['Twitter', 'LinkedIn', 'Facebook']) {
    const link = side.getByRole('link', { name: `Share on ${name}` })
    expect(new URL((await link.getAttribute('href'))!).search).toContain(encodeURIComponent(address))
    await expect(link).toHaveAttribute('rel', /noopener/)
  }
  await expect(side.getByRole('button', { name: 'Copy link' })).toBeVisible({ visible: hasScripts })
  const field = side.getByRole('textbox', { name: 'Link to this page' })
  await expect(field).toBeVisible({ visible: !hasScripts })
  await expect(page.locator('input[aria-label="Link to this page"]')).toHaveValue(address)
  await expect(side.getByRole('region', { name: 'Tags' }).getByRole('link')).not.toHaveCount(0)
})
