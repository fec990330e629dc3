import { HtmlValidate } from 'html-validate'
import { expectNoColorViolationsInDark, expectNoViolations } from './axe'
import { expect, test } from './fixtures'

const COMPARISON = '/compare?d=quillstack&d=moorline-crm&d=briefmoss'

/** Opened as an admin. */
const STAFF_PAGES = [
  '/admin',
  '/admin/queue',
  '/admin/queue?kind=comments',
  '/admin/queue/freshness',
  '/admin/reviews',
  '/admin/change-logs',
  '/admin/pages',
  '/admin/pages/about',
  '/admin/system',
]

const GROUPS = {
  'the home page and lists of deals': [
    '/',
    '/deals?view=grid',
    '/deals?view=list&open=1&priced=1',
    '/deals?view=grid&minPrice=60&maxPrice=50',
    '/deals?q=zzzzqqqq',
    COMPARISON,
    '/compare',
  ],
  'pages of a deal': [
    '/deals/quillstack',
    '/deals/quillstack/changes',
    '/deals/quillstack/comments',
    '/deals/briefmoss',
    '/deals/no-such-deal',
  ],
  'pages of categories and platforms': [
    '/categories',
    '/categories/writing-content',
    '/platforms',
    '/platforms/stackyard',
  ],
  'other public pages': [
    '/no-such-page',
    '/changes?kind=TERMS',
    '/contact',
    '/guidelines',
    '/transparency',
    '/faq',
    '/privacy',
    '/unsubscribe/4be91c',
  ],
  'staff pages': STAFF_PAGES,
}

for (const [name, paths] of Object.entries(GROUPS)) {
  test(`axe finds no violations on ${name} @scripts`, async ({ page, signInAs }) => {
    test.slow()
    if (paths === STAFF_PAGES) await signInAs({ role: 'ADMIN' })
    for (const path of paths) {
      await test.step(path, async () => {
        await page.goto(path)
        await expectNoViolations(page)
      })
    }
  })
}

test('axe finds no violations of contrast on twelve pages in the dark theme @scripts', async ({ page, signInAs }) => {
  test.slow()
  const judge = (path: string) =>
    test.step(path, async () => {
      await page.goto(path)
      await expectNoColorViolationsInDark(page)
    })
  for (const path of ['/', '/deals', '/deals?view=list', '/deals/quillstack', COMPARISON, '/changes', '/auth']) {
    await judge(path)
  }
  await signInAs({ role: 'ADMIN' })
  for (const path of ['/account', '/admin', '/admin/queue', '/admin/deals/new', '/admin/analytics']) await judge(path)
})

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

const STAFF_LISTS = [
  '/admin/deals',
  '/admin/deals/new',
  '/admin/products',
  '/admin/vendors',
  '/admin/categories',
  '/admin/platforms',
  '/admin/links',
  '/admin/seo',
  '/admin/users',
  '/admin/audit',
  '/admin/analytics',
  '/admin/csv-import',
  '/admin/site',
]

const ACCOUNT_PAGES = [
  '',
  '/contributions',
  '/following',
  '/purchases',
  '/notifications',
  '/settings',
  '/security',
].map((path) => `/account${path}`)

for (const [name, paths] of Object.entries({
  ...GROUPS,
  'lists of staff': STAFF_LISTS,
  'pages of an account': ACCOUNT_PAGES,
})) {
  test(`the HTML of ${name} is valid @scripts`, async ({ context, signInAs }) => {
    if (/^\/(admin|account)/.test(paths[0]!)) await signInAs({ role: 'ADMIN' })
    for (const path of paths) {
      const html = await (await context.request.get(path)).text()
      const { results } = await validator.validateString(html)
      const messages = results.flatMap((result) => result.messages)
      const faults = messages.map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`)
      expect.soft(faults, path).toEqual([])
    }
  })
}
