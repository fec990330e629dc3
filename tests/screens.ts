import type { Page } from '@playwright/test'
import { rememberContactSent } from '~/features/audience/contact/contact-sent-cookie.server'
import { KINDS, specOf } from '~/features/contributions/kinds/kinds'
import { rememberMailSent } from '~/features/people/accounts/mail-sent-cookie.server'
import { startChallenge } from '~/features/people/second-factors/sign-in-challenges.server'
import { issueToken } from '~/features/people/sessions/tokens.server'
import type { World } from './world'

export type Screen = {
  path: string
  /** Default 200. */
  status?: number
  /** A cookie or a token without which there is no such screen. */
  cookie?(world: World): Promise<string>
  token?(world: World): Promise<string>
  /** Opens what is closed at first, or sends a form with errors. */
  open?(page: Page, world: World): Promise<unknown>
}

/** What one person sees, a test each. Where an address says all about a screen, it is in the list of addresses. */
type Part = { title: string; as?: 'member' | 'manager' | 'admin'; addresses?: string; screens?: Screen[] }

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const unfold = (summary: string) => (page: Page) => page.locator('summary', { hasText: summary }).first().click()

/** Sends a form, after `fill`, that comes back with errors. */
const fail = (button: string, fill?: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await fill?.(page)
  await press(page, button)
  await page.getByRole('alert').first().waitFor()
}

/**
 * Every screen. `:deal` is the slug of what the world calls `deal`, and `:deal.id` its id. The states that only a journey
 * reaches, such as a message about what another person saved, are judged in that journey.
 */
const PARTS: Part[] = [
  {
    title: 'the home page and lists of deals',
    addresses: `
      / /deals?view=grid /deals?view=list&open=1&priced=1 /deals?view=list&priced=1&minPrice=1&maxPrice=500&q=a
      /deals?q=zzzzqqqq /deals?q=:word /deals?view=list&q=:word /deals?view=list&d=:deal&d=quillstack
      /compare /compare?d=quillstack&d=moorline-crm&d=briefmoss /compare?d=:deal&d=quillstack&diff=1`,
    screens: [{ path: '/deals?view=grid&minPrice=60&maxPrice=50', status: 400 }],
  },
  {
    title: 'pages of a deal',
    addresses: `
      /deals/quillstack /deals/quillstack/changes /deals/quillstack/comments /deals/briefmoss /deals/:ended
      /deals/:oldest /deals/:deal/comments`,
    screens: [
      { path: '/deals/:deal', open: unfold('earlier offers') },
      { path: '/deals/:deal/changes', open: unfold('Prices of all offers as a table') },
      { path: '/deals/no-such-deal', status: 404 },
      { path: '/go/no-such-deal', status: 404 },
    ],
  },
  {
    title: 'categories, platforms, vendors, changes and members',
    addresses: `
      /categories /categories/writing-content /categories/:category /platforms /platforms/stackyard /platforms/:platform
      /vendors /vendors?q=zzzz /vendors/:vendor /changes /changes?kind=TERMS /people/:member.id`,
  },
  {
    title: 'other public pages',
    addresses: `
      /about /contact /guidelines /transparency /faq /privacy /terms /pages/:page /unsubscribe/:unsubscribe`,
    screens: [
      { path: '/contact/sent', cookie: ({ contact }) => rememberContactSent({ id: contact, hasCopy: true }) },
      { path: '/imprint', status: 404 },
      { path: '/no-such-page', status: 404 },
      { path: '/unsubscribe/4be91c', status: 404 },
    ],
  },
  {
    title: 'signing in',
    addresses: '/auth /auth?mode=sign-up /auth?mode=reset /auth/confirm /auth/reset /account/deleted',
    screens: [
      { path: '/auth?mode=sign-up', open: fail('Sign Up') },
      { path: '/auth/confirm', token: ({ member }) => issueToken(member.id, 'CONFIRM') },
      { path: '/auth/reset', token: ({ member }) => issueToken(member.id, 'RESET') },
      { path: '/auth/first-admin', status: 404 },
      { path: '/auth/second-factor', cookie: ({ member }) => startChallenge(member.id) },
      {
        path: '/auth/inbox',
        cookie: ({ member: { email } }) =>
          rememberMailSent({ mail: 'confirm', email, passwordSince: 'now', at: Date.now(), count: 1 }),
      },
    ],
  },
  {
    title: 'the account of a member',
    as: 'member',
    addresses: `
      /account /account/contributions /account/following /account/notifications /account/settings /account/security
      /account/purchases /account/purchases/:purchase.id /account/purchases/new?q=:word
      /account/purchases/new?deal=:tracked /auth/verify?redirectTo=%2Faccount%2Fdownload /still/:question.id?a=sometimes
      /people/:member.id`,
  },
  {
    title: 'what a member reads and writes about deals',
    as: 'member',
    addresses: '/deals/:deal?sort=helpful /deals/:deal/changes?kind=PRICE /deals/:deal/report/:review.id',
    screens: [
      {
        path: '/deals/:deal/report/:review.id',
        open: fail('Send report', (page) => page.getByLabel('Something else').check()),
      },
      {
        path: '/deals/:tracked',
        open: fail('Submit Review', async (page) => {
          await page.getByText('About your purchase').click()
          await page.getByLabel('I got a refund').check()
        }),
      },
      {
        path: '/deals/:other',
        open: fail('Save Review', (page) => page.getByRole('textbox', { name: 'Title' }).fill(' ')),
      },
      {
        path: '/deals/:other/comments',
        open: fail('Submit Comment', (page) => page.getByRole('textbox', { name: 'Comment' }).fill(' ')),
      },
      {
        path: '/deals/:deal/changes',
        open: fail('Submit Report', async (page) => {
          await page.getByText('Add details').click()
          await page.getByLabel('Source link').fill('vendor.example')
        }),
      },
      {
        path: '/deals/:deal/changes?kind=PRICE',
        open: fail('Submit Report', (page) => page.getByLabel('Value now').fill('-1')),
      },
      { path: '/deals?category=:category&open=1', open: unfold('Save this search') },
      {
        path: '/suggest',
        async open(page, { code }) {
          await page.getByLabel('Link to the offer').fill(`https://${code}.example/now?ref=1`)
          await page.keyboard.press('Tab')
          await page.getByText('This link is already listed.').waitFor()
        },
      },
    ],
  },
  {
    title: 'the queue',
    as: 'manager',
    addresses: `
      /admin /admin/queue /admin/queue?kind=comments /admin/queue/freshness /admin/undo
      /admin/queue/freshness?section=unconfirmed /admin/deals?attention=unconfirmed&tag=:tag /admin/reviews
      /admin/reviews?status=approved /admin/change-logs /admin/comments /account/security`,
  },
  {
    title: 'an item of each kind',
    as: 'manager',
    addresses: '/admin/queue/reviews/:reviewWithProof.id /admin/answers/reviews/:answered.id',
    screens: [
      ...KINDS.map(specOf).map(({ segment, reject }) => ({
        path: `/admin/queue/${segment}/:${segment}`,
        // The key opens the reasons.
        open: async (page: Page) => reject.hasReason && page.keyboard.press('r'),
      })),
      { path: '/admin/answers/reviews/:review.id', open: fail('Save Answer') },
    ],
  },
  {
    title: 'deals as staff edit them',
    as: 'admin',
    addresses: `
      /admin/deals /admin/deals?q=:word /admin/deals/new?suggestion=:suggestions /admin/deals/:deal.id
      /admin/deals/:tracked.id /admin/deals/:deal.id/delete /admin/deals/:deal.id/move?q=:word
      /admin/deals/bulk?do=set-status&id=:deal.id /admin/deals/bulk?do=delete&all=1 /admin/csv-import
      /admin/csv-import/:checkedImport.id /admin/csv-import/:columnsImport.id /admin/csv-import/:runningImport.id`,
    screens: [
      {
        path: '/admin/deals/new',
        open: fail('Save Deal', async (page) => {
          await unfold('FAQs')(page)
          await press(page, 'Add question')
        }),
      },
    ],
  },
  {
    title: 'records of staff',
    as: 'admin',
    addresses: `
      /admin/products /admin/products?q=:word /admin/products/:deal.product_id /admin/vendors /admin/vendors?q=:word
      /admin/vendors/:vendor.id /admin/categories /admin/categories/:category.id /admin/platforms
      /admin/platforms/:platform.id /admin/merge/deal/:deal.id /admin/merge/deal/:deal.id?q=deal
      /admin/merge/deal/:deal.id?into=:other.id /admin/merge/product/:deal.product_id?into=:other.product_id
      /admin/merge/category/:category.id?into=:other.category_id`,
  },
  {
    title: 'people and the site',
    as: 'admin',
    addresses: `
      /admin/users /admin/users?q=:word /admin/users?manage=:member.id /admin/users/:member.id/role?to=MANAGER
      /admin/users/:member.id/second-factors /account?userId=:member.id /admin/audit /admin/seo /admin/seo/new
      /admin/seo/:seo.id /admin/links /admin/links/:program.id
      /admin/links/new?name=Partners&kind=platform&platform_id=:platform.id&template=%3Fref%3D:word
      /admin/pages /admin/pages/:page /admin/pages/about /admin/site /admin/system /admin/demo`,
    screens: [{ path: '/admin/analytics', open: (page) => page.getByText('as a table').first().click() }],
  },
]

export const SCREENS = PARTS.map(({ title, as, addresses, screens = [] }) => {
  const plain: Screen[] = (addresses?.trim().split(/\s+/) ?? []).map((path) => ({ path }))
  return { title, as, screens: [...plain, ...screens] }
})
