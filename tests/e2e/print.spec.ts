import { expect, test } from './fixtures'

const PAGES = {
  visitor: `
    / /deals /deals/quillstack /deals/quillstack/changes /deals/quillstack/comments /compare?d=quillstack&d=briefmoss
    /categories /contact /auth /no-such-page /faq /platforms/stackyard`,
  admin: `
    /account /account/settings /admin /admin/deals /admin/reviews /admin/users /admin/analytics /admin/audit
    /admin/system`,
}
const CONTROLS = 'nav, button, form, [popover], .btn, [data-toasts]'

for (const [person, paths] of Object.entries(PAGES)) {
  test(`pages of a ${person} print their content without controls, black on white`, async ({ page, signInAs }) => {
    if (person === 'admin') await signInAs({ role: 'ADMIN' })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const path of paths.trim().split(/\s+/)) {
      await test.step(path, async () => {
        await page.goto(path)
        await expect.soft(page.locator('h1'), path).toBeVisible()
        await expect.soft(page.locator(CONTROLS).filter({ visible: true }), path).toHaveCount(0)
        const { colors, page: paper } = await page.evaluate(readColors)
        expect.soft(colors, path).toEqual(['rgb(0, 0, 0) on rgba(0, 0, 0, 0)'])
        expect.soft(paper, path).toBe('rgb(255, 255, 255)')
        if (path === '/faq') {
          const answers = await page.locator('main details > :not(summary)').all()
          for (const answer of answers) await expect.soft(answer).toBeVisible()
        }
        if (path === '/platforms/stackyard') {
          const link = page.locator('main a[href^="http"]').first()
          const printed = link.evaluate((element) => getComputedStyle(element, '::after').content)
          expect.soft(await printed, 'the URL of an external link').toContain('http')
        }
      })
    }
  })
}

/** Text and background colors of all visible text: on paper, black on white in any theme. Runs in the page. */
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
