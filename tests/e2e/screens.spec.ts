import type { Page } from '@playwright/test'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { HtmlValidate } from 'html-validate'
import { SCREENS, type Screen } from '#tests/screens'
import { makeWorld, type World } from '#tests/world'
import { COLOR_RULES, expectNoViolations } from './axe'
import { expect, expectNoSidewaysScroll, heard, resize, setSession, test } from './fixtures'

/** The screens whose colors are judged in the dark theme too: between them they have every part of the design. */
const IN_DARK = new Set([
  '/',
  '/deals?view=grid',
  '/deals?view=list&open=1&priced=1',
  '/deals/quillstack',
  '/compare?d=quillstack&d=moorline-crm&d=briefmoss',
  '/changes',
  '/auth',
  '/account',
  '/admin',
  '/admin/queue',
  '/admin/deals/new',
  '/admin/analytics',
])

/** Screens only read, so that one world does for all tests of a worker. */
let world: Promise<World> | undefined

async function findWorld() {
  world ??= makeWorld().then(async (made) => {
    await heard()
    return made
  })
  return world
}

for (const { title, as, screens } of SCREENS) {
  test(`${title}: valid, accessible, as wide as the window, and all links work`, async ({ page }) => {
    test.slow()
    const names = await findWorld()
    if (as) await setSession(page.context(), names[as])
    const linked = new Set<string>()
    const failed = listenForFailures(page)
    for (const screen of screens) {
      await test.step(screen.path, async () => {
        await expectSound(page, screen, names)
        // The other views of a list with wrong filters have the same filters.
        if (screen.status !== 400) for (const link of await linksOf(page)) linked.add(link)
      })
    }
    expect.soft(await brokenOf(page, linked)).toEqual([])
    expect.soft(failed).toEqual([])
  })
}

test('every page of the sitemap opens with a complete head, and pages link their feeds @demo', async ({
  page,
  request,
}) => {
  const text = await (await request.get('/sitemap.xml')).text()
  expect(XMLValidator.validate(text)).toBe(true)
  const { urlset } = new XMLParser().parse(text)
  const paths = new Set<string>(urlset.url.map(({ loc }: { loc: string }) => new URL(loc).pathname))
  for (const path of paths) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(200)
    const html = await answer.text()
    expect(missingIn(html), path).toEqual([])
    expect(html.match(/<h1[ >]/g), path).toHaveLength(1)
  }
  await page.goto('/deals')
  expect(await linksOf(page)).toContain('/deals.json')
  await page.goto('/deals/quillstack')
  expect(await linksOf(page)).toEqual(expect.arrayContaining(['/changes', '/terms', '/deals/quillstack/changes.rss']))
})

async function expectSound(page: Page, screen: Screen, names: World) {
  const at = screen.path
  const path = pathOf(at, names)
  if (screen.cookie) await addCookie(page, await screen.cookie(names))
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
  const answer = (await page.goto(screen.token ? `${path}?token=${await screen.token(names)}` : path))!
  expect.soft(answer.status(), at).toBe(screen.status ?? 200)
  expect.soft(new URL(page.url()).pathname, at).toBe(path.split('?')[0])
  const html = await answer.text()
  expect.soft(await faultsOf(html), at).toEqual([])
  if (!/^\/(account|admin|auth)\b/.test(at) && answer.ok()) expect.soft(missingIn(html), at).toEqual([])
  await screen.open?.(page, names)
  await expect.soft(page.locator('h1'), at).toHaveCount(1)
  await expectNoViolations(page)
  if (IN_DARK.has(at)) await expectNoColorViolationsInDark(page)
  for (const width of [1440, 1056, 768, 390, 320]) {
    await resize(page, width, 900)
    await expectNoSidewaysScroll(page, `${at} at ${width} pixels`)
  }
}

/** `:deal` is the slug of the deal of the world, `:deal.id` its id, and `:word` a text. */
function pathOf(path: string, names: Record<string, unknown>) {
  return path.replace(/:([\w-]+)(?:\.(\w+))?/g, (name, first, field = 'slug') => {
    const found = names[first]
    const text = typeof found === 'object' ? (found as Record<string, unknown>)[field] : found
    if (typeof text !== 'string') throw new Error(`The world has no ${name}.`)
    return text
  })
}

async function addCookie(page: Page, setCookie: string) {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(setCookie)!
  await page.context().addCookies([{ name, value, url: process.env.SITE_URL! }])
}

/** The themes differ in colors only. */
async function expectNoColorViolationsInDark(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveClass(/\bdark\b/)
  await expectNoViolations(page, COLOR_RULES)
}

const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    // Attributes as React writes them, which the HTML standard allows.
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'attr-quotes': 'off',
    'doctype-style': 'off',
    'void-style': 'off',
    'no-trailing-whitespace': 'off',
    'long-title': 'off',
    // Assets come from the same origin, so subresource integrity adds nothing.
    'require-sri': 'off',
  },
})

async function faultsOf(html: string) {
  const { results } = await validator.validateString(html)
  const messages = results.flatMap((result) => result.messages)
  return messages.map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`)
}

/** What the head of a page lacks that search engines or other sites show. */
function missingIn(html: string) {
  const head = html.slice(0, html.indexOf('</head>'))
  return [
    !/<title>[^<]{5,}<\/title>/.test(head) && 'title',
    !/<meta name="description" content="[^"]{20,}"/.test(head) && 'description',
    !/<meta property="og:image" content="https?:[^"]+"/.test(head) && 'picture',
    !/<link rel="canonical" href="http/.test(head) && 'canonical address',
    html.includes('\0') && 'text free of zero bytes',
  ].filter((what) => what !== false)
}

/** What the screens of a part request in vain. Documents have the status in the list of screens, and forms may fail. */
function listenForFailures(page: Page) {
  const failed: string[] = []
  page.on('response', (response) => {
    const request = response.request()
    const isExpected = request.isNavigationRequest() || request.method() === 'POST'
    if (response.status() >= 400 && !isExpected) failed.push(`${page.url()}: ${response.status()} ${response.url()}`)
  })
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') failed.push(`${page.url()}: ${request.url()}`)
  })
  return failed
}

/** Links to the vendor, and to sign-in with a different way back each, are not followed. */
const NOT_FOLLOWED = /^\/go\/|^\/auth\?/
/** Lists have a link for each row and many with different queries. Of each kind on a page a few suffice. */
const FOLLOWED_OF_A_KIND = 3

/** Where the links of a page lead within the site: a few of each kind. */
async function linksOf(page: Page) {
  const all = await page.locator('a[href]:not([href^="#"]), link[href]:not([rel=canonical])').evaluateAll((links) =>
    (links as (HTMLAnchorElement | HTMLLinkElement)[]).map(({ href }) => {
      const { origin, pathname, search } = new URL(href)
      return origin === location.origin ? pathname + search : ''
    }),
  )
  const within = new Set(all.filter((link) => link !== '' && !NOT_FOLLOWED.test(link)))
  return [...Map.groupBy(within, kindOf).values()].flatMap((links) => links.slice(0, FOLLOWED_OF_A_KIND))
}

/** The address without the name or id of a record and the values of the query: `/deals/*?q`. */
function kindOf(link: string) {
  const { pathname, searchParams } = new URL(link, 'http://site')
  const path = pathname
    .replace(/^\/(deals|categories|platforms|vendors|people|follow\/\w+)\/[\w.-]+/, '/$1/*')
    .replaceAll(/[\da-f-]{36}/g, '*')
  return `${path}?${[...new Set(searchParams.keys())].sort().join('&')}`
}

/** The links that lead nowhere. */
async function brokenOf(page: Page, links: Set<string>) {
  const broken: string[] = []
  const ask = async (link: string) => {
    const answer = await page.request.head(link)
    if (!answer.ok()) broken.push(`${link}: ${answer.status()}`)
  }
  const left = [...links]
  while (left.length > 0) await Promise.all(left.splice(0, 4).map(ask))
  return broken
}
