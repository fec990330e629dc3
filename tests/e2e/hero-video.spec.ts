import fs from 'node:fs'
import { expect, test } from './fixtures'

test('the poster of the hero video is fetched first and in the width of its place', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto('/', { waitUntil: 'networkidle' })
  const poster = page.getByRole('img', { name: /Pages of the ledger/ })
  await expect(poster).toHaveAttribute('fetchpriority', 'high')
  const drawn = await poster.evaluate((image: HTMLImageElement) => ({
    file: image.currentSrc,
    loaded: image.complete && image.naturalWidth > 0,
  }))
  expect(drawn).toEqual({ file: expect.stringMatching(/poster-480-[\w-]+\.avif$/), loaded: true })
  expect(requested.filter((url) => /poster/.test(url))).toEqual([drawn.file])
})

test('the hero video covers its poster once the page has loaded, muted and in a loop', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  const video = page.locator('[data-hero-video] video')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0)
  const order = await page.evaluate(() => {
    const film = performance.getEntriesByType('resource').find(({ name }) => name.includes('/video/hero.'))
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return { film: film?.startTime ?? 0, loaded: page!.loadEventStart }
  })
  expect(order.film).toBeGreaterThanOrEqual(order.loaded)
  const [film, poster] = await Promise.all(
    [video, page.locator('[data-hero-video] img')].map((part) => part.boundingBox()),
  )
  expect(film).toEqual(poster)
  const { loop, muted } = await video.evaluate(({ loop, muted }: HTMLVideoElement) => ({ loop, muted }))
  expect({ loop, muted }).toEqual({ loop: true, muted: true })
})

test('the hero video is not loaded while the browser saves data', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(page.getByRole('button', { name: 'Play video' })).toBeVisible()
  expect(requested.filter((url) => /\.(mp4|webm)/.test(url))).toEqual([])
})

test('the hero video and its posters are small', () => {
  const posters = fs.globSync('app/routes/_index/poster-*.avif')
  expect(posters).toHaveLength(3)
  for (const file of [...posters, 'public/video/hero-poster.webp']) {
    expect(fs.statSync(file).size, file).toBeLessThanOrEqual(20_000)
  }
  expect(fs.statSync('public/video/hero.mp4').size).toBeLessThanOrEqual(600_000)
})
