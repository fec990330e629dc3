import { type BrowserContext, test as base, expect, type Page, type WebError } from '@playwright/test'
import { makeProfile } from '#tests/factories'
import { cookieOf } from '#tests/requests'
import { siteHasHeard } from '#tests/setup/site-has-heard'

type Fixtures = {
  /** Whether JavaScript is enabled in this run. */
  hasScripts: boolean
  /**
   * Errors and warnings in the console of the test's page, uncaught errors and unhandled rejections of every page in its
   * context; expected to stay empty.
   */
  consoleErrors: string[]
  /** Creates a profile and sets its session cookie in the browser. */
  signInAs(given?: Parameters<typeof makeProfile>[0]): ReturnType<typeof makeProfile>
}

/**
 * Waits until a page takes what people do. A member's page does once React has hydrated it; what is typed or clicked
 * before may be lost. A test waits after everything that may bring a new document; `goto` and `reload` do so themselves.
 */
export async function hydrated(page: Page) {
  await page.waitForLoadState()
  // Unlike `evaluate`, this waits on when another document replaces the page.
  await page.waitForFunction(() => !('__remixContext' in window) || 'hydrated' in document.documentElement.dataset)
}

/** Opens a part of the editor, if it is folded. */
export async function unfold(page: Page, title: string) {
  const fold = page.locator('details').filter({ has: page.locator('summary h3', { hasText: title }) })
  const isOpen = await fold.evaluate((details: HTMLDetailsElement) => details.open)
  if (!isOpen) await fold.locator('summary').click()
}

/**
 * Resizes a page that is loaded, which costs less than another load: no script of the site asks for the width. Resolves
 * when the page has this width, because what is measured before that may be the page of another one.
 */
export async function resize(page: Page, width: number, height: number) {
  await page.setViewportSize({ width, height })
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
}

/**
 * Fails with the elements that make the content of a page wider than its window. Polled, because Chromium may report the
 * width of the layout before a resize once more.
 */
export async function expectNoSidewaysScroll(page: Page, at?: string) {
  await expect.poll(() => page.evaluate(findOverflow), at).toEqual([])
}

/** What makes the page wider than its window: elements outside anything that scrolls itself. Runs in the page. */
function findOverflow() {
  const width = document.documentElement.scrollWidth
  if (width <= innerWidth) return []
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    element !== document.body &&
    (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement))
  const wide = [...document.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > innerWidth && !scrolls(element.parentElement),
  )
  return [
    `${width} wide`,
    ...wide.map(
      (element) =>
        `${element.tagName} ${element.getAttribute('class')} ${Math.round(element.getBoundingClientRect().right)} ${element.textContent!.slice(0, 80)}`,
    ),
  ]
}

/** A visible text. With scripts the notice of a page is hidden, and a toast shows its text. */
export function said(page: Page, text: string | RegExp) {
  return page.getByText(text).filter({ visible: true }).first()
}

/** A name that no other row has. */
export const unique = (name = '') => `${name} ${crypto.randomUUID().slice(0, 8)}`.trim()
export const newEmail = () => `${crypto.randomUUID()}@example.com`

/**
 * Resolves when the site knows of what a test has written to its database. Until then a visitor may get the page from
 * before, while a member's page waits for that.
 */
export const heard = () => siteHasHeard({ get: (place, init) => fetch(new URL(place, process.env.SITE_URL), init) })

/** Signs a person in in a browser. */
export async function setSession(context: BrowserContext, person: { id: string }) {
  const [name, value] = (await cookieOf(person)).split('=', 2)
  await context.addCookies([{ name: name!, value: value!, url: process.env.SITE_URL! }])
}

type WorkerFixtures = {
  /** Where the readers of a file are; set for the whole file. */
  timezone: string
  newContext: () => Promise<BrowserContext>
  contextOfWorker: BrowserContext
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  timezone: ['UTC', { scope: 'worker', option: true }],
  newContext: [
    async ({ browser, timezone: timezoneId }, use, { project }) => {
      const { contextOptions, javaScriptEnabled } = project.use
      const baseURL = process.env.SITE_URL
      await use(() => browser.newContext({ ...contextOptions, javaScriptEnabled, timezoneId, baseURL }))
    },
    { scope: 'worker' },
  ],
  // A context for each journey would load the styles and scripts of the site again.
  contextOfWorker: [
    async ({ newContext }, use) => {
      const context = await newContext()
      await use(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ contextOfWorker, newContext }, use, { title }) => {
    // A clock that is set once stays set in its context.
    const context = title.includes('@clock') ? await newContext() : contextOfWorker
    await use(context)
    if (context !== contextOfWorker) return context.close()
    await Promise.all(context.pages().map((page) => page.close()))
    await context.unrouteAll()
    await context.setOffline(false)
    await context.clearPermissions()
    await context.setStorageState({ cookies: [], origins: [] })
  },
  page: async ({ context }, use) => {
    const page = await context.newPage()
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
    page.goto = async (...given) => {
      const answer = await goto(...given)
      await hydrated(page)
      return answer
    }
    page.reload = async (...given) => {
      const answer = await reload(...given)
      await hydrated(page)
      return answer
    }
    await use(page)
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
  baseURL: async ({}, use) => use(process.env.SITE_URL),
  hasScripts: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
  signInAs: async ({ context }, use) => {
    await use(async (given) => {
      const profile = await makeProfile({ email: newEmail(), ...given })
      await setSession(context, profile)
      return profile
    })
  },
  consoleErrors: [
    async ({ page }, use) => {
      const consoleErrors: string[] = []
      page.on('console', (message) => {
        const isExpected = /Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())
        if (['error', 'warning'].includes(message.type()) && !isExpected) consoleErrors.push(message.text())
      })
      const noteError = (error: WebError) => consoleErrors.push(String(error.error()))
      page.context().on('weberror', noteError)
      await use(consoleErrors)
      page.context().off('weberror', noteError)
      expect(consoleErrors, 'consoleErrors in the browser console').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
