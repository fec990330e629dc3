import type { Locator, Page } from '@playwright/test'
import { makeDeal, makeReview } from '#tests/factories'
import { expect, expectNoSidewaysScroll, resize, test } from './fixtures'

const BACKGROUNDS = { light: 'rgb(248, 250, 247)', dark: 'rgb(11, 20, 16)' }
const REGIONS = '[role="status"], [role="alert"], [role="log"], [aria-live]'

const pathsOf = (links: Locator) => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
const menuOf = (page: Page) => page.getByRole('dialog', { name: 'Menu' })

test('a visitor gets about by header, menu, footer, skip link and the search of a missing page', async ({ page }) => {
  const banner = page.getByRole('banner')

  await test.step('links of the header and the footer', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/')
    const header = banner.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect(header).toHaveText(['Deals', 'Categories', 'Platforms', 'Changes', 'About', 'FAQ'])
    const browse = page.getByRole('contentinfo').getByRole('navigation', { name: 'Browse' }).getByRole('link')
    await expect(browse).toHaveText(['All Deals', 'Categories', 'Platforms', 'Vendors', 'Changes', 'Suggest a deal'])
    expect(await pathsOf(header)).toEqual(['/deals', '/categories', '/platforms', '/changes', '/about', '/faq'])
    expect(await pathsOf(browse)).toEqual(['/deals', '/categories', '/platforms', '/vendors', '/changes', '/suggest'])
    await expect(banner.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth')
    const changes = page.getByRole('region', { name: 'Latest verified changes' })
    await changes.getByRole('link', { name: 'View all changes' }).click()
    await expect(page).toHaveURL(/\/changes$/)
    await expect(header.filter({ hasText: 'Changes' })).toHaveAttribute('aria-current', 'page')
  })

  await test.step('the header fits on one line at every width, and the menu is beside it on small screens', async () => {
    await page.goto('/faq')
    for (let width = 1440; width >= 390; width -= 30) {
      await page.setViewportSize({ width, height: 800 })
      const { height, ...parts } = await banner.evaluate(measureHeader)
      expect(parts, `${width} pixels`).toEqual({ overlaps: 0, outside: 0 })
      expect(height, `${width} pixels`).toBeLessThan(80)
    }
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(menuOf(page).getByRole('link', { name: 'Changes' })).toBeVisible()
    await menuOf(page).getByRole('link', { name: 'Categories' }).click()
    await expect(page).toHaveURL(/\/categories$/)
    await expect(menuOf(page)).toBeHidden()
  })

  await test.step('the header shrinks once the page is scrolled by more than 50 pixels', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.goto('/deals')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    const height = async () => (await banner.boundingBox())!.height
    const before = await height()
    expect(await page.evaluate(isCompactAt, 49)).toBe(false)
    expect(await page.evaluate(isCompactAt, 50)).toBe(false)
    expect(await height()).toBe(before)
    expect(await page.evaluate(isCompactAt, 51)).toBe(true)
    await expect.poll(height).toBeLessThan(before)
    expect(await page.evaluate(isCompactAt, 0)).toBe(false)
    await expect.poll(height).toBe(before)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/#main$/)
  })

  await test.step('the first comment has no line of its own below the tabs', async () => {
    await page.goto('/deals/quillstack/comments')
    const first = page.getByRole('region', { name: 'Record', exact: true }).getByRole('article').first()
    await expect(first).toHaveCSS('border-top-width', '0px')
  })

  await test.step('an unknown address is a page with a search', async () => {
    const response = await page.goto('/no/such/page')
    expect(response?.status()).toBe(404)
    await expect(banner).toBeVisible()
    await page.getByRole('main').getByRole('searchbox').fill('Quillstack')
    await page.getByRole('main').getByRole('searchbox').press('Enter')
    await expect(page).toHaveURL(/\/deals\?q=Quillstack/)
  })
})

/** Which parts of the header overlap or are outside the window. Runs in the page. */
function measureHeader(header: Element) {
  const boxes = [...header.querySelectorAll('a, button')]
    .map((part) => part.getBoundingClientRect())
    .filter((box) => box.width > 0)
    .sort((a, b) => a.left - b.left)
  return {
    overlaps: boxes.filter((box, i) => i > 0 && box.left < boxes[i - 1]!.right - 0.5).length,
    outside: boxes.filter((box) => box.right > innerWidth).length,
    height: header.getBoundingClientRect().height,
  }
}

/** Scrolls, and resolves with the look of the header. Runs in the page. */
function isCompactAt(top: number) {
  return new Promise<boolean>((resolve) => {
    // Added after the listener of the site, so it runs after it.
    const read = () => resolve(document.querySelector('[data-site-header]')!.hasAttribute('data-scrolled'))
    addEventListener('scroll', read, { once: true })
    scrollTo({ top, behavior: 'instant' })
  })
}

test('the theme and its logo follow the system until a theme is chosen, which is remembered', async ({ page }) => {
  const logo = (theme: string) => page.getByRole('banner').locator(`img[src="/logo-${theme}.svg"]`)
  for (const [system, chosen] of [
    ['light', 'dark'],
    ['dark', 'light'],
  ] as const) {
    await test.step(`${chosen} on a ${system} system`, async () => {
      const expectTheme = async (shown: 'light' | 'dark', hidden: 'light' | 'dark') => {
        await expect(page.locator('body')).toHaveCSS('background-color', BACKGROUNDS[shown])
        await expect(logo(shown)).toBeVisible()
        await expect(logo(hidden)).toBeHidden()
      }
      await page.emulateMedia({ colorScheme: system })
      await page.goto('/')
      await expectTheme(system, chosen)
      await page.getByRole('button', { name: 'Switch between light and dark theme' }).click()
      await expectTheme(chosen, system)
      await page.goto('/deals')
      await expectTheme(chosen, system)
      expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['theme'])
      await page.evaluate(() => localStorage.clear())
    })
  }
})

test('the hero video plays after its poster, unless motion or data is to be saved, and pages fade', async ({
  page,
}) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  const videos = () => requested.filter((url) => /\.(mp4|webm)/.test(url))
  const poster = page.locator('[data-hero-video]')
  const video = poster.locator('video')
  const isPaused = () => video.evaluate((element: HTMLVideoElement) => element.paused)
  const posters = () => requested.filter((url) => /hero-(light|dark)[\w-]*\.webp/.test(url))

  await test.step('with less motion there is only the poster of the theme', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/', { waitUntil: 'networkidle' })
    expect(posters()).toEqual([expect.stringContaining('hero-light')])
    expect(videos()).toEqual([])
    await expect(page.locator('video[controls]')).toHaveCount(0)
  })

  await test.step('with motion it covers the poster once the page has loaded, until it is paused', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/')
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0)
    const { film, loaded } = await page.evaluate(() => {
      const film = performance.getEntriesByType('resource').find(({ name }) => name.includes('/video/hero-light.mp4'))
      const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      return { film: film?.startTime ?? 0, loaded: page!.loadEventStart }
    })
    expect(film).toBeGreaterThanOrEqual(loaded)
    expect(await video.boundingBox()).toEqual(await poster.boundingBox())
    expect(await video.evaluate(({ loop, muted }: HTMLVideoElement) => ({ loop, muted }))).toEqual({
      loop: true,
      muted: true,
    })
    expect(await isPaused()).toBe(false)
    await page.getByRole('button', { name: 'Pause video' }).click()
    await expect.poll(isPaused).toBe(true)
  })

  await test.step('the other theme has its own poster and video, fetched when it is chosen', async () => {
    // On a phone the button of the theme is in the menu.
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/')
    await expect.poll(isPaused).toBe(false)
    requested.length = 0
    await page.getByRole('button', { name: 'theme' }).first().click()
    await expect.poll(videos).toEqual([expect.stringMatching(/\/video\/hero-dark\.mp4$/)])
    expect(posters()).toEqual([expect.stringContaining('hero-dark')])
    await expect.poll(isPaused).toBe(false)
    await page.getByRole('button', { name: 'theme' }).first().click()
  })

  await test.step('with motion one page fades into the next without an uncaught error', async () => {
    await page.addInitScript(() => {
      addEventListener('pagereveal', ({ viewTransition }) => {
        document.documentElement.dataset.fades = String(viewTransition !== null)
      })
    })
    await page.goto('/')
    for (const path of ['/deals', '/deals?view=list', '/deals/quillstack', '/about', '/no-such-page', '/auth', '/']) {
      await page.evaluate((address) => location.assign(address), path)
      await expect(page).toHaveURL(path)
      await expect(page.locator('html'), path).toHaveAttribute('data-fades', 'true')
      await page.waitForLoadState()
    }
  })

  await test.step('a browser that saves data does not load it', async () => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    // The page before may have begun to load its video.
    await page.goto('/about')
    requested.length = 0
    await page.goto('/', { waitUntil: 'networkidle' })
    await expect(page.getByRole('button', { name: 'Play video' })).toBeVisible()
    expect(videos()).toEqual([])
  })
})

test('without scripts the menu opens, and the hero shows its poster @no-scripts', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/')
  await expect(page.locator('video[controls]')).toHaveCount(0)
  await expect(page.locator('video')).toBeHidden()
  await expect(page.locator('[data-hero-video]')).toHaveCSS('background-image', /hero-light/)
  expect((await page.request.get('/video/hero-dark.mp4')).headers()['content-type']).toBe('video/mp4')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menuOf(page).getByRole('link', { name: 'Categories' }).click()
  await expect(page).toHaveURL(/\/categories$/)
  await expect(menuOf(page)).toBeHidden()
})

test('a tooltip opens after 700 ms, or at once within 300 ms of another one @clock', async ({ page }) => {
  await page.clock.install()
  // Tall enough that nothing scrolls, because scrolling closes a tooltip.
  await page.setViewportSize({ width: 1440, height: 1400 })
  await page.goto('/deals/quillstack')
  await page.clock.pauseAt(Date.now() + 60_000)
  // Hidden from screen readers, which read the same words as the name of the link.
  const tip = page.locator('[data-tooltip]')
  const hover = (site: string) => page.getByRole('link', { name: `Share on ${site}` }).hover()
  const leave = () => page.getByRole('heading', { level: 1 }).hover()
  const expectTipAfter = async (duration: number, text: string) => {
    await page.clock.runFor(duration - 1)
    await expect(tip).toBeHidden()
    await page.clock.runFor(1)
    await expect(tip).toHaveText(text)
    await leave()
    await expect(tip).toBeHidden()
  }

  await hover('Twitter')
  await expectTipAfter(700, 'Share on Twitter')
  await page.clock.runFor(299)
  await hover('LinkedIn')
  await page.clock.runFor(1)
  await expect(tip).toHaveText('Share on LinkedIn')
  await leave()
  await page.clock.runFor(300)
  await hover('Twitter')
  await expectTipAfter(700, 'Share on Twitter')
})

test('a member sees what loads, and each message once, in a strip that covers nothing', async ({ page, signInAs }) => {
  await signInAs({ role: 'ADMIN' })
  const progress = page.locator('[data-progress]')
  const { slug } = await makeDeal()

  for (const { path, from = '/admin', cards = 0, isTextVisible = false } of [
    { path: '/deals', cards: 6 },
    { path: '/admin/analytics', isTextVisible: true },
    { path: '/about' },
    { path: `/deals/${slug}`, from: '/deals', isTextVisible: true },
  ]) {
    await test.step(`${path} is loading`, async () => {
      await page.goto(from)
      const isReleased = Promise.withResolvers<void>()
      await page.route(`**${path}.data*`, async (route) => {
        await isReleased.promise
        await route.continue()
      })
      await expect(progress).toHaveCount(0)
      await page.locator(`:is(header, main, nav[aria-label="Admin"]) a[href="${path}"]`).first().click()
      await expect(progress).toBeVisible()
      await expect(page.locator('[data-opening-deals] .deal')).toHaveCount(cards)
      // The page that is left stays, unless cards are in its place.
      await expect(page.getByRole('main').locator('h1').last()).toBeVisible({ visible: cards === 0 })
      await expect(progress.locator('p:not(.sr-only)')).toHaveText(isTextVisible ? ['Loading...'] : [])
      await expect(page.locator('[role="status"]').filter({ hasText: 'Loading...' })).toHaveCount(1)
      isReleased.resolve()
      await expect(page).toHaveURL(path)
      await expect(page.locator('[data-progress], [data-opening-deals]')).toHaveCount(0)
    })
  }

  await test.step('a message is announced once', async () => {
    const { id } = await makeReview()
    // The page goes on to the next item, which claims it.
    await makeReview()
    await page.goto(`/admin/queue/reviews/${id}`)
    await page.evaluate(recordAnnouncements, REGIONS)
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.locator('[data-message]')).toContainText('Review approved')
    const announced = await page.evaluate(() => (window as unknown as { announced: string[] }).announced)
    expect(announced.filter((text) => text.includes('Review approved'))).toHaveLength(1)
  })

  await test.step('at most three messages are shown, above the end of the page', async () => {
    await page.goto('/about')
    const messages = page.locator('[data-message]').filter({ visible: true })
    await page.evaluate(() => {
      for (const title of ['First', 'Second', 'Third', 'Fourth']) {
        document.dispatchEvent(new CustomEvent('toast', { detail: { tone: 'success', title, stays: true } }))
      }
    })
    await expect(messages).toHaveText(['Second', 'Third', 'Fourth'])
    for (const width of [1440, 390]) {
      await resize(page, width, 800)
      await expect(messages.last()).toBeInViewport({ ratio: 1 })
      await expectNoSidewaysScroll(page)
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      const strip = (await page.locator('[data-toasts]').boundingBox())!
      const footer = (await page.getByRole('contentinfo').boundingBox())!
      expect(strip.y + strip.height).toBeLessThanOrEqual(footer.y + 1)
      await page.evaluate(() => scrollTo(0, 0))
    }
    await page.getByRole('button', { name: 'Dismiss' }).last().click()
    await expect(messages).toHaveText(['Second', 'Third'])
  })
})

/** Collects what live regions get. Runs in the page. */
function recordAnnouncements(regions: string) {
  const announced: string[] = []
  Object.assign(window, { announced })
  new MutationObserver((records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        for (const region of [node.closest(regions), ...node.querySelectorAll(regions)]) {
          if (region) announced.push(region.textContent ?? '')
        }
      }
    }
  }).observe(document, { childList: true, subtree: true })
}
