import { makeDeal, makePlatform } from '#tests/factories'
import { expect, hydrated, said, test, unique } from './fixtures'

const EARNS = 'We earn a commission if you buy here.'
const EARNS_NOTHING = 'We earn nothing from this link.'

test('an admin sets up a program, checks its samples and pauses it; each button says whether its link earns @both', async ({
  page,
  signInAs,
}) => {
  const name = unique('Stackyard')
  const host = `${crypto.randomUUID().slice(0, 8)}.example`
  const platform = await makePlatform()
  const deal = await makeDeal({ title: unique('Fernlight'), platform_id: platform.id, cta_url: `https://${host}/q` })
  await signInAs({ role: 'ADMIN' })
  const button = page.getByRole('complementary').getByRole('link', { name: /^Get This Deal/ })
  const location = async () => {
    const out = await page.request.get(`/go/${deal.slug}`, { maxRedirects: 0 })
    return out.headers().location
  }

  await page.goto('/admin/links/new')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Host or domain').last().fill(host)
  await page.getByLabel('Template').fill('ftp://net.example/{url}')
  await page.getByRole('button', { name: 'Check samples' }).click()
  await expect(page.getByText(/^A template begins with/).first()).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await page.getByLabel('Template').fill('https://net.example/c?u={url}&s={slug}')
  await page.getByRole('button', { name: 'Check samples' }).click()
  const composed = `https://net.example/c?u=https%3A%2F%2F${host}%2Fq&s=${deal.slug}`
  await expect(page.getByRole('region', { name: 'Samples' }).getByText(composed)).toBeVisible()
  await hydrated(page)
  await page.getByRole('button', { name: 'Save Program' }).click()
  await expect(page).toHaveURL('/admin/links')

  expect(await location()).toBe(composed)
  await page.goto(`/deals/${deal.slug}`)
  await expect(page.getByRole('complementary').getByText(EARNS)).toBeVisible()
  await expect(button).toHaveAttribute('rel', 'sponsored nofollow noopener')
  await page.goto(`/deals?platform=${platform.slug}`)
  await expect(page.getByRole('article').getByText(EARNS)).toBeVisible()

  await page.goto('/admin/links')
  await page.getByRole('button', { name: `Pause ${name}` }).click()
  await expect(said(page, `${name} paused`)).toBeVisible()
  expect(await location()).toBe(`https://${host}/q`)
  await page.goto(`/deals/${deal.slug}`)
  await expect(page.getByRole('complementary').getByText(EARNS_NOTHING)).toBeVisible()
  await expect(button).toHaveAttribute('rel', 'nofollow noopener')
})

test('a tracking link in the editor is offered as the affiliate link, and the plain address is filled in @both', async ({
  page,
  signInAs,
  hasScripts,
}) => {
  const target = 'https://quillstack.app/life'
  const link = `https://www.awin1.com/cread.php?ued=${encodeURIComponent(target)}`
  const deal = await makeDeal(hasScripts ? {} : { cta_url: link })
  await signInAs({ role: 'MANAGER' })
  await page.goto(`/admin/deals/${deal.id}`)
  if (hasScripts) await page.getByLabel('CTA URL').fill(link)
  await expect(page.getByText('This is a tracking link')).toBeVisible()
  await page.getByRole('button', { name: 'Keep as it is' }).click()
  await expect(page.getByText('This is a tracking link')).toBeHidden()
  await expect(page.getByLabel('CTA URL')).toHaveValue(link)
  await page.goto(`/admin/deals/${deal.id}`)
  if (hasScripts) await page.getByLabel('CTA URL').fill(link)
  await page.getByRole('button', { name: 'Store as affiliate link' }).click()
  await expect(page.getByLabel('CTA URL')).toHaveValue(target)
  await expect(page.getByLabel('Affiliate link')).toHaveValue(link)
  await expect(page.getByText('This is a tracking link')).toBeHidden()
  await page.getByRole('button', { name: 'Save Deal' }).last().click()
  await page.waitForURL('/admin/deals*')
  const out = await page.request.get(`/go/${deal.slug}`, { maxRedirects: 0 })
  expect(out.headers().location).toBe(link)
})
