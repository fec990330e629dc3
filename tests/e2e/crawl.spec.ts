import type { APIRequestContext } from '@playwright/test'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from './fixtures'

/** Links that leave the site or go to sign-in, with a different redirectTo each. */
const NOT_FOLLOWED = /^\/go\/|^\/auth\?/
/** Lists and the tabs of deals have links with many different queries; a few for each kind of page suffice. */
const QUERIES_FOLLOWED = 3

test('every page can be reached by links and has a title, description, image and canonical URL @scripts', async ({
  request,
  baseURL,
}) => {
  const seen = new Set(['/'])
  const queue = ['/']
  const queries = new Map<string, number>()
  const problems: string[] = []
  const visit = async (path: string) => {
    const answer = await request.get(path)
    if (!answer.ok()) problems.push(`${path}: ${answer.status()}`)
    if (!answer.headers()['content-type']?.startsWith('text/html')) return
    const html = await answer.text()
    problems.push(...missingIn(html).map((what) => `${path}: no ${what}`))
    for (const address of addressesIn(html)) {
      const url = new URL(address, new URL(path, baseURL))
      const place = url.pathname + url.search
      if (url.origin !== baseURL || NOT_FOLLOWED.test(place) || seen.has(place)) continue
      seen.add(place)
      const kind = url.pathname.replace(/(?<=^\/\w+\/)[\w-]+/, '*')
      const followed = queries.get(kind) ?? 0
      if (url.search) queries.set(kind, followed + 1)
      if (!url.search || followed < QUERIES_FOLLOWED) queue.push(place)
    }
  }
  while (queue.length > 0) await Promise.all(queue.splice(0, 8).map(visit))
  expect(problems).toEqual([])
  expect([...seen]).toEqual(
    expect.arrayContaining(['/changes', '/terms', '/deals/quillstack/changes.rss', '/deals.json']),
  )

  const unlinked = (await pathsOfSitemap(request)).filter((path) => !seen.has(path))
  for (const path of unlinked) expect((await request.get(path)).status(), path).toBe(200)
})

function missingIn(html: string) {
  const head = html.slice(0, html.indexOf('</head>'))
  const count = (pattern: RegExp) => html.match(pattern)?.length ?? 0
  return [
    !/<title>[^<]{5,}<\/title>/.test(head) && 'title',
    !/<meta name="description" content="[^"]{20,}"/.test(head) && 'description',
    !/<meta property="og:image" content="https?:[^"]+"/.test(head) && 'picture',
    !/<link rel="canonical" href="http/.test(head) && 'canonical address',
    count(/<h1[ >]/g) !== 1 && 'single h1',
    html.includes('\0') && 'text free of zero bytes',
  ].filter((what) => typeof what === 'string')
}

function addressesIn(html: string) {
  const tags = html.matchAll(/<(?:a|link)\s[^>]*?href="([^"]*)"/g)
  return [...tags]
    .map(([, address]) => address!.replaceAll('&amp;', '&'))
    .filter((address) => !/^(#|mailto:|javascript:)/.test(address))
}

async function pathsOfSitemap(request: APIRequestContext): Promise<string[]> {
  const text = await (await request.get('/sitemap.xml')).text()
  expect(XMLValidator.validate(text)).toBe(true)
  const { urlset } = new XMLParser().parse(text)
  return urlset.url.map(({ loc }: { loc: string }) => new URL(loc).pathname)
}

test('a page that fails to render shows the error page and logs the error to the console @scripts', async ({
  page,
  signInAs,
  consoleErrors,
}) => {
  await signInAs()
  await page.goto('/faq')
  // The response names the list differently, so that rendering throws.
  await page.route('**/platforms.data*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace('"platforms"', '"elsewhere"') })
  })
  await page.getByRole('banner').getByRole('link', { name: 'Platforms' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong')
  await expect(
    page.getByText("We're sorry, but something unexpected happened. Please try refreshing the page."),
  ).toBeVisible()
  expect(consoleErrors.join('\n')).toMatch(/TypeError/)
  expect(await page.locator('body').innerText()).not.toMatch(/TypeError|at .*\.js/)
  consoleErrors.length = 0

  await page.unrouteAll()
  await page.getByRole('link', { name: 'Refresh Page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Platforms')
})

test('the list of changes can be filtered by kind, and the filter is in the URL', async ({ page }) => {
  await page.goto('/changes')
  await page.getByLabel('Kind').selectOption('Price')
  if (!page.url().includes('kind=PRICE')) await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL('/changes?kind=PRICE')
  const entries = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Verified on' })
  await expect(entries.first()).toContainText('Price')
  await expect(page.getByRole('link', { name: 'RSS' })).toHaveAttribute('href', '/changes.rss?kind=PRICE')
  await entries.first().getByRole('link').click()
  await expect(page).toHaveURL(/\/deals\/[\w-]+\/changes#change-/)
})
