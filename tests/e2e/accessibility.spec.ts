import { HtmlValidate } from 'html-validate'
import { expectNoFaults } from './axe'
import { expect, test } from './fixtures'

const PAGES = [
  '/',
  '/deals',
  '/deals?q=team&sort=rating',
  '/deals?q=zzzzqqqq',
  '/deals/quillstack',
  '/deals/quillstack/changes',
  '/deals/quillstack/comments',
  '/deals/briefmoss',
  '/deals/no-such-deal',
  '/categories',
  '/categories/writing-content',
  '/platforms',
  '/platforms/stackyard',
  '/no-such-page',
  '/changes?kind=TERMS',
  '/contact',
  '/faq',
  '/privacy',
]

/** Screens opened as an admin. */
const STAFF_PAGES = [
  '/admin',
  '/admin/reviews',
  '/admin/comments',
  '/admin/change-logs',
  '/admin/reviews?status=rejected',
]

for (const theme of ['light', 'dark'] as const) {
  for (const path of [...PAGES, ...STAFF_PAGES]) {
    test(`axe finds no violations on ${path} in the ${theme} theme @scripts`, async ({ page, signInAs }) => {
      if (STAFF_PAGES.includes(path)) await signInAs({ role: 'ADMIN' })
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.goto(path)
      await expectNoFaults(page)
    })
  }
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

for (const path of [...PAGES, ...STAFF_PAGES]) {
  test(`the HTML of ${path} is valid @scripts`, async ({ context, signInAs }) => {
    if (STAFF_PAGES.includes(path)) await signInAs({ role: 'ADMIN' })
    const html = await (await context.request.get(path)).text()
    const { results } = await validator.validateString(html)
    const messages = results.flatMap((result) => result.messages)
    expect(messages.map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`)).toEqual([])
  })
}
