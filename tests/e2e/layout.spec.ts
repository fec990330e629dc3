import type { Locator } from '@playwright/test'
import { makeDeal } from '#tests/factories'
import { expect, test } from './fixtures'

test('the mobile menu navigates and closes @both', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await menu.getByRole('link', { name: 'Categories' }).click()
  await expect(page).toHaveURL(/\/categories$/)
  await expect(menu).toBeHidden()
})

const pathsOf = (links: Locator) => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))

test('header and footer link their pages, menu and home page the Changes page', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  const header = page.getByRole('banner').getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(header).toHaveText(['Deals', 'Categories', 'Platforms', 'Changes', 'About', 'FAQ'])
  const browse = page.getByRole('contentinfo').getByRole('navigation', { name: 'Browse' }).getByRole('link')
  await expect(browse).toHaveText(['All Deals', 'Categories', 'Platforms', 'Vendors', 'Changes', 'Suggest a deal'])
  expect(await pathsOf(header)).toEqual(['/deals', '/categories', '/platforms', '/changes', '/about', '/faq'])
  expect(await pathsOf(browse)).toEqual(['/deals', '/categories', '/platforms', '/vendors', '/changes', '/suggest'])
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth')
  await page
    .getByRole('region', { name: 'Latest verified changes' })
    .getByRole('link', { name: 'View all changes' })
    .click()
  await expect(page).toHaveURL(/\/changes$/)
  await expect(header.filter({ hasText: 'Changes' })).toHaveAttribute('aria-current', 'page')

  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Changes' })).toBeVisible()
})

test('the header fits on one line at every width', async ({ page }) => {
  await page.goto('/faq')
  for (let width = 390; width <= 1440; width += 30) {
    await page.setViewportSize({ width, height: 800 })
    const layout = await page.getByRole('banner').evaluate((header) => {
      const boxes = [...header.querySelectorAll('a, button')]
        .map((part) => part.getBoundingClientRect())
        .filter((box) => box.width > 0)
        .sort((a, b) => a.left - b.left)
      return {
        overlaps: boxes.filter((box, i) => i > 0 && box.left < boxes[i - 1]!.right - 0.5).length,
        outside: boxes.filter((box) => box.right > innerWidth).length,
        height: header.getBoundingClientRect().height,
      }
    })
    expect(layout, `${width} pixels`).toMatchObject({ overlaps: 0, outside: 0 })
    expect(layout.height, `${width} pixels`).toBeLessThan(80)
  }
})

test('keyboard users can skip to the content', async ({ page }) => {
  await page.goto('/deals')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#main$/)
})

test('unknown URLs answer 404 within the layout, with a search', async ({ page }) => {
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('banner')).toBeVisible()
  await page.getByRole('main').getByRole('searchbox').fill('Quillstack')
  await page.getByRole('main').getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/\/deals\?q=Quillstack/)
})

const BACKGROUNDS = { light: 'rgb(248, 250, 247)', dark: 'rgb(11, 20, 16)' }

for (const [system, chosen] of [
  ['light', 'dark'],
  ['dark', 'light'],
] as const) {
  test(`the ${chosen} theme and its logo, once chosen, are remembered on a ${system} system`, async ({ page }) => {
    const logo = (theme: string) => page.getByRole('banner').locator(`img[src="/logo-${theme}.svg"]`)
    const expectChosen = async () => {
      await expect(page.locator('body')).toHaveCSS('background-color', BACKGROUNDS[chosen])
      await expect(logo(chosen)).toBeVisible()
      await expect(logo(system)).toBeHidden()
    }
    await page.emulateMedia({ colorScheme: system })
    await page.goto('/')
    await expect(logo(system)).toBeVisible()
    await expect(logo(chosen)).toBeHidden()
    await page.getByRole('button', { name: 'Switch between light and dark theme' }).click()
    await expectChosen()
    await page.goto('/deals')
    await expectChosen()
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['theme'])
  })
}

test('the theme follows the system until one is chosen', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  const background = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
  expect(background).toBe(BACKGROUNDS.dark)
})

test('the header shrinks once the page is scrolled by more than 50 pixels', async ({ page }) => {
  await page.goto('/deals')
  const header = page.getByRole('banner')
  const height = async () => (await header.boundingBox())!.height
  const isCompactAt = (top: number) =>
    page.evaluate(
      (top) =>
        new Promise<boolean>((resolve) => {
          // Added after the listener of the site, so it runs after it.
          const read = () => resolve(document.querySelector('[data-site-header]')!.hasAttribute('data-scrolled'))
          addEventListener('scroll', read, { once: true })
          scrollTo({ top, behavior: 'instant' })
        }),
      top,
    )
  const before = await height()
  expect(await isCompactAt(49)).toBe(false)
  expect(await isCompactAt(50)).toBe(false)
  expect(await height()).toBe(before)
  expect(await isCompactAt(51)).toBe(true)
  await expect.poll(height).toBeLessThan(before)
  expect(await isCompactAt(0)).toBe(false)
  await expect.poll(height).toBe(before)
})

test('the hero video can be paused', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  const video = page.locator('video')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(false)
  await page.getByRole('button', { name: 'Pause video' }).click()
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true)
})

test('the hero video is not loaded with prefers-reduced-motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(requested.filter((url) => /\.(mp4|webm)/.test(url))).toEqual([])
})

test('a tooltip opens after 700 ms, or at once within 300 ms of another one', async ({ page }) => {
  await page.clock.install()
  // Tall enough that nothing scrolls, because scrolling closes a tooltip.
  await page.setViewportSize({ width: 1440, height: 1400 })
  await page.goto('/deals/quillstack')
  await page.clock.pauseAt(Date.now() + 60_000)
  // Hidden from screen readers, which read the same words as the name of the link.
  const tip = page.locator('[data-tooltip]')
  const [twitter, linkedIn] = ['Twitter', 'LinkedIn'].map((site) =>
    page.getByRole('link', { name: `Share on ${site}` }),
  )
  const leave = () => page.getByRole('heading', { level: 1 }).hover()

  await twitter!.hover()
  await page.clock.runFor(699)
  await expect(tip).toBeHidden()
  await page.clock.runFor(1)
  await expect(tip).toHaveText('Share on Twitter')
  await leave()
  await expect(tip).toBeHidden()
  await page.clock.runFor(299)
  await linkedIn!.hover()
  await page.clock.runFor(1)
  await expect(tip).toHaveText('Share on LinkedIn')
  await leave()
  await page.clock.runFor(300)
  await twitter!.hover()
  await page.clock.runFor(699)
  await expect(tip).toBeHidden()
  await page.clock.runFor(1)
  await expect(tip).toHaveText('Share on Twitter')
})

test.describe('with motion', () => {
  // Only then does one document fade into the next, which can fail by itself.
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test("one visitor's page fades into the next without an uncaught error", async ({ page }) => {
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
})

test('the hero video without scripts is its poster with a link to the file @both', async ({ page, hasScripts }) => {
  await page.goto('/')
  const link = page.getByRole('link', { name: 'Play video' })
  await expect(page.locator('video[controls]')).toHaveCount(0)
  if (hasScripts) return expect(link).toHaveCount(0)
  await expect(page.locator('video')).toBeHidden()
  await expect(page.getByRole('img', { name: /Pages of the ledger/ })).toBeVisible()
  await expect(link).toHaveAttribute('href', '/video/hero.mp4')
  expect((await page.request.get('/video/hero.mp4')).headers()['content-type']).toBe('video/mp4')
})

test('the first comment has no line of its own below the tabs', async ({ page }) => {
  await page.goto('/deals/quillstack/comments')
  const first = page.getByRole('region', { name: 'Record', exact: true }).getByRole('article').first()
  await expect(first).toBeVisible()
  expect(await first.evaluate((comment) => getComputedStyle(comment).borderTopWidth)).toBe('0px')
})

for (const { path, sign, isTextVisible } of [
  { path: '/deals', sign: 'six skeleton cards', isTextVisible: false },
  { path: '/admin/analytics', sign: 'a line and "Loading..."', isTextVisible: true },
  { path: '/about', sign: 'a line', isTextVisible: false },
]) {
  test(`members see ${sign} while ${path} loads`, async ({ page, signInAs }) => {
    await signInAs({ role: 'MANAGER' })
    await page.goto('/admin')
    const isReleased = Promise.withResolvers<void>()
    await page.route(`**${path}.data*`, async (route) => {
      await isReleased.promise
      await route.continue()
    })
    await expect(page.locator('[data-progress]')).toHaveCount(0)
    await page.locator(`header a[href="${path}"], nav[aria-label="Admin"] a[href="${path}"]`).first().click()
    await expect(page.locator('[data-progress]')).toBeVisible()
    await expect(page.locator('[data-opening-deals] .deal')).toHaveCount(path === '/deals' ? 6 : 0)
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible({ visible: path !== '/deals' })
    await expect(page.locator('[data-progress] p:not(.sr-only)')).toHaveCount(isTextVisible ? 1 : 0)
    await expect(page.locator('[role="status"]').filter({ hasText: 'Loading...' })).toHaveCount(1)
    isReleased.resolve()
    await expect(page).toHaveURL(path)
    await expect(page.locator('[data-progress], [data-opening-deals]')).toHaveCount(0)
  })
}

test('members see "Loading..." while a deal page loads', async ({ page, signInAs }) => {
  await signInAs()
  const { slug } = await makeDeal()
  await page.goto('/deals')
  const isReleased = Promise.withResolvers<void>()
  await page.route(`**/deals/${slug}.data*`, async (route) => {
    await isReleased.promise
    await route.continue()
  })
  await page.locator(`a[href="/deals/${slug}"]`).first().click()
  await expect(page.locator('[data-progress] p:not(.sr-only)')).toHaveText('Loading...')
  isReleased.resolve()
  await expect(page).toHaveURL(`/deals/${slug}`)
  await expect(page.locator('[data-progress]')).toHaveCount(0)
})
