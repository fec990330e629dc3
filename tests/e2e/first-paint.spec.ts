import { expect, test } from './fixtures'

const PAGES = ['/', '/deals', '/deals?view=list', '/deals/quillstack', '/deals/quillstack/changes', '/categories']
const MORE = [
  '/changes',
  '/transparency',
  '/platforms',
  '/vendors',
  '/vendors/northpane',
  '/compare?d=quillstack',
  '/about',
  '/faq',
  '/guidelines',
  '/contact',
  '/privacy',
]

/** What a reader sees of an element: where it is, and its colours. */
type Look = { name: string; box: number[]; style: string[] }

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'scripts on' : 'scripts off', () => {
    test.use({ javaScriptEnabled })
    for (const path of [...PAGES, ...MORE]) {
      test(`${path} looks the same before its style sheets arrive`, async ({ page }) => {
        await page.goto(path)
        await expect.poll(() => page.evaluate(countSheets)).toBeGreaterThan(0)
        await page.waitForLoadState('networkidle')
        const whole = await page.evaluate(looks)

        await page.route('**/assets/*.css', (route) => route.fulfill({ contentType: 'text/css', body: '' }))
        await page.goto(path)
        await page.waitForLoadState('networkidle')
        expect(await page.evaluate(countSheets)).toBe(0)
        const first = await page.evaluate(looks)
        expect(whole.length).toBeGreaterThan(30)
        expect(first).toEqual(whole)
      })
    }
  })
}

test('the deals chosen for a comparison are shown once their styles have arrived @scripts', async ({ page }) => {
  await page.goto('/compare?d=quillstack&d=moorline-crm')
  await page.setViewportSize({ width: 320, height: 800 })
  let deliver = () => {}
  const delivery = new Promise<void>((resolve) => {
    deliver = resolve
  })
  await page.route('**/assets/*.css', async (route) => {
    await delivery
    await route.continue()
  })
  const asked = page.waitForRequest('**/assets/*.css')
  // `goto` would wait for them.
  await page.evaluate(() => location.assign('/transparency'))
  await asked
  const tray = page.getByRole('complementary', { name: 'Compare' })
  await expect(tray).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  deliver()
  await expect(tray.getByText('2 of 4 to compare')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

/** The linked sheets for screens that have arrived. Runs in the page. */
function countSheets() {
  const screens = [...document.styleSheets].filter(({ href, media }) => href && media.mediaText !== 'print')
  return screens.filter(({ cssRules }) => cssRules.length > 0).length
}

/** Of everything that is visible in the first window and below, except what scripts have changed. Runs in the page. */
function looks(): Look[] {
  const visible = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (element) => element.checkVisibility() && !element.closest('.toasts, .hero__pause'),
  )
  return visible.map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const { color, backgroundColor, fontSize, fontWeight, borderTopWidth, display } = getComputedStyle(element)
    return {
      name: `${element.tagName} ${element.getAttribute('class') ?? ''}`,
      box: [x, y, width, height].map(Math.round),
      style: [color, backgroundColor, fontSize, fontWeight, borderTopWidth, display],
    }
  })
}
