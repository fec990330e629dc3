import { expect, test } from './fixtures'

const PUBLIC = [
  '/',
  '/deals',
  '/deals/quillstack',
  '/deals/quillstack/changes',
  '/deals/quillstack/comments',
  '/compare?d=quillstack&d=briefmoss',
  '/faq',
]
const OTHERS = ['/categories', '/contact', '/auth', '/no-such-page']
const STAFF = [
  '/account',
  '/account/settings',
  '/admin',
  '/admin/deals',
  '/admin/reviews',
  '/admin/users',
  '/admin/analytics',
  '/admin/audit',
  '/admin/system',
]
const CONTROLS = 'nav, button, form, [popover], .btn, [data-toasts]'

/** Text and background colors of all visible text: on paper, black on white in any theme. */
function readColors() {
  const colors = new Set<string>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement!
    if (walker.currentNode.textContent?.trim() && element.checkVisibility()) {
      const { color, backgroundColor } = getComputedStyle(element)
      colors.add(`${color} on ${backgroundColor}`)
    }
  }
  return { colors: [...colors], page: getComputedStyle(document.body).backgroundColor }
}

for (const [kind, paths] of Object.entries({ public: PUBLIC, other: OTHERS, 'signed-in': STAFF })) {
  test(`${kind} pages print their content without controls`, async ({ page, signInAs }) => {
    if (paths === STAFF) await signInAs({ role: 'ADMIN' })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const path of paths) {
      await test.step(path, async () => {
        await page.goto(path)
        await expect.soft(page.locator('h1'), path).toBeVisible()
        await expect.soft(page.locator(CONTROLS).filter({ visible: true }), path).toHaveCount(0)
        const { colors, page: paper } = await page.evaluate(readColors)
        expect.soft(colors, path).toEqual(['rgb(0, 0, 0) on rgba(0, 0, 0, 0)'])
        expect.soft(paper, path).toBe('rgb(255, 255, 255)')
      })
    }
  })
}

test('printed pages expand all answers and show the URLs of external links', async ({ page }) => {
  await page.emulateMedia({ media: 'print' })
  await page.goto('/faq')
  for (const answer of await page.locator('main details > :not(summary)').all()) await expect(answer).toBeVisible()
  await page.goto('/platforms/stackyard')
  const target = await page
    .locator('main a[href^="http"]')
    .first()
    .evaluate((link) => getComputedStyle(link, '::after').content)
  expect(target).toContain('http')
})
