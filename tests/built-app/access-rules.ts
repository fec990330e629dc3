import { routeIdOf } from '~/edge/request-log.server'
import { PUBLIC_PAGES } from '~/http/public-pages'
import { unsubscribeToken } from '~/mail/unsubscribe-link.server'

/** Ids of the records that exist before a rule is tested, so that paths and forms can name them. */
export const FIXTURES = {
  shownDeal: '0de00000-0000-4000-8000-000000000001',
  draftDeal: '0de00000-0000-4000-8000-000000000002',
  otherPerson: '0de00000-0000-4000-8000-000000000003',
  publicPerson: '0de00000-0000-4000-8000-000000000034',
  proof: '0de00000-0000-4000-8000-000000000035',
  purchase: '0de00000-0000-4000-8000-000000000044',
  pendingReview: '0de00000-0000-4000-8000-000000000004',
  pendingChange: '0de00000-0000-4000-8000-000000000005',
  pendingComment: '0de00000-0000-4000-8000-000000000006',
  category: '0de00000-0000-4000-8000-000000000007',
  platform: '0de00000-0000-4000-8000-000000000008',
  vendor: '0de00000-0000-4000-8000-000000000028',
  otherVendor: '0de00000-0000-4000-8000-000000000029',
  product: '0de00000-0000-4000-8000-000000000032',
  otherProduct: '0de00000-0000-4000-8000-000000000033',
  otherCategory: '0de00000-0000-4000-8000-000000000009',
  publicReview: '0de00000-0000-4000-8000-000000000038',
  notification: '0de00000-0000-4000-8000-000000000031',
  checkedImport: '0de00000-0000-4000-8000-000000000019',
}

/**
 * Who has access. `visitors`: only people who are not signed in; others are redirected home. `members`: includes
 * suspended ones. `nobody`: there is nothing to read or to submit.
 */
export type Audience = 'everyone' | 'visitors' | 'members' | 'active members' | 'staff' | 'admins' | 'no one'

export type Rule = {
  /** A path of the route, with the id of a fixture where it has a parameter. */
  path: string
  read: Audience
  write: Audience
  /** The response to the allowed audience: a status, or the target of a redirect. Default 200. */
  answer?: number | string | RegExp
  /** Forms that would write. People without write access submit each of them, and nothing changes. */
  forms?: Record<string, string>[]
  /** A file (resource route): it has no `.data` URL. */
  isFile?: boolean
  /** Tables that a GET may add rows to. */
  counts?: string[]
}

const page = (path: string): Rule => ({ path, read: 'everyone', write: 'no one' })
const file = (path: string): Rule => ({ ...page(path), isFile: true })

/** A view of the queue. The forms are out of date here. */
function viewRule(view: string, id: string): Rule {
  return { path: `/admin/${view}`, read: 'staff', write: 'staff', forms: decisionForms(id) }
}

function decisionForms(id: string): Record<string, string>[] {
  const loaded = { id, version: '1', kind: 'reviews' }
  return [
    { intent: 'approve', ...loaded },
    { intent: 'reject', ...loaded, reason: 'SPAM' },
    { intent: 'request-changes', ...loaded, note: 'Which plan?' },
    { intent: 'approve-selected', kind: 'comments', selected: `${id}.1` },
  ]
}

const EDITED_DEAL = {
  title: 'Changed',
  vendor_name: 'Changed',
  category_id: FIXTURES.category,
  platform_id: FIXTURES.platform,
  deal_price: '1.00',
  start_date: '2026-01-01',
  cta_url: 'https://vendor.example/changed',
}

/** The public pages without a parameter in the path. Those with forms have a rule of their own below. */
const PLAIN_PAGES = Object.keys(PUBLIC_PAGES).filter((path) => !path.includes(':'))

/** One rule for each route of the build, by its id; a route without a rule fails the tests. */
export const RULES: Record<string, Rule> = {
  root: page('/'),
  ...Object.fromEntries(PLAIN_PAGES.map((path) => [routeIdOf(path), page(path)])),
  'routes/$': { path: '/nowhere/at-all', read: 'everyone', write: 'no one', answer: 404 },
  'routes/deals.$slug': page('/deals/shown'),
  'routes/deals.$slug._index': {
    path: '/deals/shown',
    read: 'everyone',
    write: 'active members',
    forms: [{ rating: '5', title: 'Good value', body: 'Paid once, used daily.' }],
  },
  'routes/deals.$slug.comments': {
    path: '/deals/shown/comments',
    read: 'everyone',
    write: 'active members',
    forms: [{ body: 'Does it import from a spreadsheet?' }],
  },
  'routes/deals.$slug.changes': {
    path: '/deals/shown/changes',
    read: 'everyone',
    write: 'active members',
    forms: [{ title: 'Changed', description: 'Changed' }],
  },
  'routes/categories.$slug': page('/categories/shown'),
  'routes/platforms.$slug': page('/platforms/shown'),
  'routes/vendors.$slug': page('/vendors/northpane'),
  // Staff have not written these.
  'routes/imprint': { ...page('/imprint'), answer: 404 },
  'routes/pages.$slug': { ...page('/pages/press'), answer: 404 },
  'routes/vendors.$slug_.changes[.]rss': file('/vendors/northpane/changes.rss'),
  'routes/people.$id': page(`/people/${FIXTURES.publicPerson}`),
  'routes/proofs.$id': {
    path: `/proofs/${FIXTURES.proof}`,
    read: 'staff',
    write: 'members',
  },
  'routes/pictures.$file': { ...file(`/pictures/${'0'.repeat(64)}-480.webp`), answer: 404 },
  'routes/admin.pictures': { path: '/admin/pictures', read: 'staff', write: 'staff', answer: 405, forms: [{}] },
  'routes/go.$slug': {
    ...page('/go/shown'),
    answer: 'https://vendor.example/shown',
    counts: ['click_events', 'click_dedup'],
  },
  'routes/auth': {
    path: '/auth',
    read: 'visitors',
    write: 'visitors',
    forms: [{ email: 'new@example.com', password: 'never signed up' }, { intent: 'resend' }],
  },
  'routes/auth_.confirm': { path: '/auth/confirm', read: 'everyone', write: 'everyone' },
  // The mail of a sign-up in this browser; without one there is nothing to send again.
  'routes/auth_.inbox': { path: '/auth/inbox', read: 'visitors', write: 'visitors', answer: '/auth', forms: [{}] },
  // A sign-in whose password was right; without one there is nothing to confirm.
  'routes/auth_.second-factor': {
    path: '/auth/second-factor',
    read: 'visitors',
    write: 'visitors',
    answer: '/auth',
    forms: [{ code: '000000' }],
  },
  'routes/auth_.reset': { path: '/auth/reset', read: 'everyone', write: 'everyone' },
  // The site has an admin here.
  'routes/auth_.first-admin': { path: '/auth/first-admin', read: 'everyone', write: 'everyone', answer: 404 },
  'routes/auth_.verify': {
    path: '/auth/verify',
    read: 'members',
    write: 'members',
    forms: [{ currentPassword: 'x' }],
  },
  'routes/session': page('/session'),
  'routes/sign-out': { path: '/sign-out', read: 'no one', write: 'everyone' },
  'routes/account': {
    path: '/account',
    read: 'members',
    write: 'active members',
    forms: [{ intent: 'remove-bookmark', dealId: FIXTURES.shownDeal }],
  },
  'routes/account_.deleted': { path: '/account/deleted', read: 'visitors', write: 'no one' },
  'routes/account_.settings': {
    path: '/account/settings',
    read: 'members',
    write: 'active members',
    forms: [
      { intent: 'change-name', name: 'Changed' },
      { intent: 'change-password', currentPassword: 'x', password: 'changed it', passwordAgain: 'changed it' },
    ],
  },
  'routes/account_.sessions': { ...page('/account/sessions'), answer: '/account/security#sessions' },
  'routes/account_.security': {
    path: '/account/security',
    read: 'members',
    write: 'active members',
    forms: [
      ...['start-authenticator', 'remove-authenticator', 'make-codes'].map((intent) => ({
        intent,
        currentPassword: 'correct horse',
      })),
      { intent: 'confirm-authenticator', code: '000000' },
      { intent: 'cancel-authenticator' },
    ],
  },
  'routes/account_.notifications': {
    path: '/account/notifications',
    read: 'members',
    write: 'active members',
    forms: [{ intent: 'read', id: FIXTURES.notification }, { intent: 'read-all' }],
  },
  // Removed: addresses that programs may have stored answer 410.
  'routes/calendar.$file': { ...page('/calendar/token.ics'), answer: 410 },
  'routes/feed.$file': { ...page('/feed/token.rss'), isFile: true, answer: 410 },
  // The fixture belongs to another person.
  'routes/account_.notifications_.$id': {
    path: `/account/notifications/${FIXTURES.notification}`,
    read: 'members',
    write: 'no one',
    answer: 404,
  },
  'routes/account_.purchases': {
    path: '/account/purchases',
    read: 'members',
    write: 'no one',
  },
  'routes/account_.purchases[.]csv': {
    path: '/account/purchases.csv',
    read: 'members',
    write: 'no one',
    isFile: true,
  },
  // The fixture belongs to another person.
  'routes/account_.purchases_.$id': {
    path: `/account/purchases/${FIXTURES.purchase}`,
    read: 'members',
    write: 'active members',
    answer: 404,
    forms: [{ bought_on: '2026-01-31' }, { intent: 'remove' }],
  },
  'routes/account_.contributions': {
    path: '/account/contributions',
    read: 'members',
    write: 'active members',
    forms: [{ intent: 'withdraw', kind: 'review', id: FIXTURES.pendingReview }],
  },
  'routes/account_.following': {
    path: '/account/following',
    read: 'members',
    write: 'active members',
    forms: [
      { intent: 'rhythm', rhythm: 'NEVER' },
      { intent: 'mail-on' },
      { intent: 'make-links' },
      { intent: 'deal', id: FIXTURES.shownDeal, stop: '1' },
      { intent: 'follow-again', id: FIXTURES.shownDeal },
      { intent: 'target', id: FIXTURES.shownDeal, target: '49' },
      { intent: 'unfollow', id: FIXTURES.notification },
      { intent: 'save-search', name: 'Changed', query: 'open=1' },
      { intent: 'rename-search', name: 'Changed', id: FIXTURES.notification },
      { intent: 'search-tells', tells: 'off', id: FIXTURES.notification },
      { intent: 'remove-search', id: FIXTURES.notification },
    ],
  },
  // No search of theirs.
  'routes/account_.following_.$id': {
    path: `/account/following/${FIXTURES.notification}`,
    read: 'members',
    write: 'no one',
    answer: 404,
  },
  // No question of theirs: each is known to its author alone.
  'routes/still.$id': {
    path: `/still/${FIXTURES.notification}`,
    read: 'members',
    write: 'active members',
    answer: 404,
    forms: [{ answer: 'YES', rating: '5', body: 'Changed' }, { intent: 'stop' }, { intent: 'resume' }],
  },
  'routes/suggest': {
    path: '/suggest',
    read: 'members',
    write: 'active members',
    forms: [
      {
        url: 'https://changed.example',
        title: 'Changed',
        body: 'Paid once, and every later version is included.',
      },
    ],
  },
  'routes/account_.download': { path: '/account/download', read: 'members', write: 'no one' },
  'routes/admin': { path: '/admin', read: 'staff', write: 'no one' },
  'routes/admin._index': { path: '/admin', read: 'staff', write: 'no one' },
  'routes/admin.demo': { path: '/admin/demo', read: 'admins', write: 'admins', forms: [{ intent: 'hide-steps' }] },
  'routes/admin.queue': {
    path: '/admin/queue',
    read: 'staff',
    write: 'staff',
    forms: decisionForms(FIXTURES.pendingReview),
  },
  'routes/admin.queue_.$kind.$id': {
    path: `/admin/queue/reviews/${FIXTURES.pendingReview}`,
    read: 'staff',
    write: 'staff',
    forms: decisionForms(FIXTURES.pendingReview),
    // Opening an item lets others know.
    counts: ['claims'],
  },
  'routes/admin.queue_.freshness': {
    path: '/admin/queue/freshness',
    read: 'staff',
    write: 'staff',
    forms: ['confirm', 'expire'].map((intent) => ({ intent, id: FIXTURES.pendingReview })),
  },
  'routes/admin.undo': {
    path: '/admin/undo',
    read: 'staff',
    write: 'staff',
    forms: [
      { kind: 'reviews', id: FIXTURES.pendingReview, version: '1' },
      { decision: FIXTURES.pendingReview },
      { batch: FIXTURES.pendingReview },
    ],
  },
  'routes/admin.reviews': viewRule('reviews', FIXTURES.pendingReview),
  'routes/admin.comments': viewRule('comments', FIXTURES.pendingComment),
  'routes/admin.change-logs': viewRule('change-logs', FIXTURES.pendingChange),

  // Other public pages, feeds and files.
  'routes/contact': { path: '/contact', read: 'everyone', write: 'everyone' },
  'routes/contact_.sent': { ...page('/contact/sent'), answer: '/contact' },
  'routes/unsubscribe.$token': {
    path: `/unsubscribe/${unsubscribeToken(FIXTURES.otherPerson)}`,
    read: 'everyone',
    write: 'everyone',
  },
  'routes/changes[.]rss': file('/changes.rss'),
  'routes/changes[.]json': file('/changes.json'),
  'routes/deals[.]rss': file('/deals.rss'),
  'routes/deals[.]json': file('/deals.json'),
  'routes/deals.$slug_.changes[.]rss': file('/deals/shown/changes.rss'),
  'routes/og.deals.$slug[.]png': file('/og/deals/shown.png'),
  'routes/og.site[.]png': file('/og/site.png'),
  'routes/site[.]webmanifest': file('/site.webmanifest'),
  'routes/robots[.]txt': file('/robots.txt'),
  'routes/sitemap[.]xml': file('/sitemap.xml'),
  // Categories, platforms, SEO entries and the audit log.
  'routes/admin.audit': { path: '/admin/audit', read: 'staff', write: 'no one' },
  'routes/admin.site': {
    path: '/admin/site',
    read: 'admins',
    write: 'admins',
    forms: [{ name: 'Changed', version: '' }],
  },
  'routes/admin.pages._index': { path: '/admin/pages', read: 'admins', write: 'no one' },
  'routes/admin.pages.$slug': {
    path: '/admin/pages/new',
    read: 'admins',
    write: 'admins',
    forms: [{ title: 'Press', body: 'Our logo.' }],
  },
  'routes/admin.links._index': {
    path: '/admin/links',
    read: 'admins',
    write: 'admins',
    forms: [{ intent: 'pause', id: '00000000-0000-4000-8000-000000000000', version: 'a' }],
  },
  'routes/admin.links.$id': {
    path: '/admin/links/new',
    read: 'admins',
    write: 'admins',
    forms: [{ name: 'Partners', kind: 'host', host: 'net.example', template: '?ref=1', is_active: 'on' }],
  },
  'routes/admin.system': {
    path: '/admin/system',
    read: 'admins',
    write: 'admins',
    forms: [{ intent: 'retry', id: '1' }, { intent: 'discard', id: '1' }, { intent: 'send-test-mail' }],
  },
  'routes/admin.categories._index': { path: '/admin/categories', read: 'staff', write: 'no one' },
  'routes/admin.categories.$id': {
    path: `/admin/categories/${FIXTURES.category}`,
    read: 'staff',
    write: 'staff',
    forms: [{ name: 'Changed', slug: 'changed' }, { intent: 'delete' }],
  },
  // Managers compare products.
  'routes/admin.merge.$kind.$id': {
    path: `/admin/merge/product/${FIXTURES.product}`,
    read: 'staff',
    write: 'admins',
    forms: [{ into: FIXTURES.otherProduct, sure: 'on' }],
  },
  'routes/admin.platforms._index': { path: '/admin/platforms', read: 'staff', write: 'no one' },
  'routes/admin.platforms.$id': {
    path: `/admin/platforms/${FIXTURES.platform}`,
    read: 'staff',
    write: 'staff',
    forms: [{ name: 'Changed', slug: 'changed' }, { intent: 'delete' }],
  },
  'routes/admin.products._index': {
    path: '/admin/products',
    read: 'staff',
    write: 'staff',
    forms: [{ product_id: FIXTURES.product, other_id: FIXTURES.otherProduct }],
  },
  'routes/admin.products.$id': {
    path: `/admin/products/${FIXTURES.product}`,
    read: 'staff',
    write: 'staff',
    forms: [
      { name: 'Changed' },
      { intent: 'not-the-same', product_id: FIXTURES.product, other_id: FIXTURES.otherProduct },
    ],
  },
  'routes/admin.deals.$id_.move': {
    path: `/admin/deals/${FIXTURES.shownDeal}/move`,
    read: 'staff',
    write: 'staff',
    forms: [{ from: FIXTURES.product, to: FIXTURES.otherProduct }],
  },
  'routes/admin.vendors._index': { path: '/admin/vendors', read: 'staff', write: 'no one' },
  'routes/admin.vendors.$id': {
    path: `/admin/vendors/${FIXTURES.vendor}`,
    read: 'staff',
    write: 'staff',
    forms: [{ name: 'Changed', slug: 'changed', status: 'ACTIVE' }],
  },
  'routes/admin.seo._index': { path: '/admin/seo', read: 'staff', write: 'no one' },
  'routes/admin.seo.$id': {
    path: '/admin/seo/new',
    read: 'staff',
    write: 'staff',
    forms: [{ entity_type: 'DEAL', entity: 'shown', meta_title: 'Changed' }],
  },
  'routes/admin.users': {
    path: '/admin/users',
    read: 'staff',
    write: 'staff',
    forms: [
      { intent: 'change-role', id: FIXTURES.otherPerson, role: 'ADMIN', expected: 'USER' },
      { intent: 'suspend', id: FIXTURES.otherPerson, reason: 'SPAM', note: 'Three links to one shop.' },
      { intent: 'delete-account', id: FIXTURES.otherPerson, currentPassword: 'correct horse' },
    ],
  },
  'routes/admin.users_.$id.role': {
    path: `/admin/users/${FIXTURES.otherPerson}/role?to=ADMIN`,
    read: 'admins',
    write: 'admins',
    forms: [{ role: 'ADMIN', expected: 'USER' }],
  },
  'routes/admin.users_.$id.second-factors': {
    path: `/admin/users/${FIXTURES.otherPerson}/second-factors`,
    read: 'admins',
    write: 'admins',
    forms: [{}],
  },
  'routes/admin.answers.$kind.$id': {
    path: `/admin/answers/reviews/${FIXTURES.publicReview}`,
    read: 'staff',
    write: 'staff',
    forms: [{ body: 'It is mended.', answered_on: '2026-11-01', version: '0' }, { intent: 'delete' }],
  },
  'routes/deals.$slug_.availability': {
    path: '/deals/shown/availability',
    read: 'no one',
    write: 'active members',
    forms: [{ intent: 'has-ended' }, { intent: 'is-available' }, { intent: 'withdraw' }],
  },
  'routes/deals.$slug_.check': {
    path: '/deals/shown/check',
    read: 'no one',
    write: 'staff',
    forms: [{ intent: 'still-correct' }],
  },
  'routes/deals.$slug_.helpful': {
    path: '/deals/shown/helpful',
    read: 'no one',
    write: 'active members',
    forms: [{ intent: 'add', review: FIXTURES.pendingReview }],
  },
  'routes/deals.$slug_.price': {
    path: '/deals/shown/price',
    read: 'members',
    write: 'no one',
    answer: '/deals/shown/changes?kind=PRICE#report',
  },
  'routes/deals.$slug_.report.$id': {
    path: `/deals/shown/report/${FIXTURES.publicReview}`,
    read: 'members',
    write: 'active members',
    forms: [{ reason: 'SPAM' }, { intent: 'withdraw' }],
  },
  'routes/follow.$kind.$slug': {
    path: '/follow/vendor/northpane',
    read: 'no one',
    write: 'active members',
    forms: [{ intent: 'follow' }, { intent: 'unfollow' }],
  },
  'routes/deals.$slug_.bookmark': {
    path: '/deals/shown/bookmark',
    read: 'everyone',
    answer: '/deals/shown',
    write: 'active members',
    forms: [{ intent: 'add' }, { intent: 'remove' }],
  },

  // CSV import and export.
  'routes/admin.csv-import': { path: '/admin/csv-import', read: 'staff', write: 'staff', forms: [{ file: 'title' }] },
  'routes/admin.csv-import_.$id': {
    path: `/admin/csv-import/${FIXTURES.checkedImport}`,
    read: 'staff',
    write: 'staff',
    forms: [{ intent: 'import' }, { intent: 'cancel' }],
  },
  'routes/admin.csv-import_.$id_.failed-rows': {
    path: `/admin/csv-import/${FIXTURES.checkedImport}/failed-rows`,
    read: 'staff',
    write: 'no one',
  },
  'routes/admin.csv-import_.template': { path: '/admin/csv-import/template', read: 'staff', write: 'no one' },
  'routes/admin.deals.export': { path: '/admin/deals/export', read: 'staff', write: 'no one' },
  'routes/admin.analytics': { path: '/admin/analytics?range=7', read: 'staff', write: 'no one' },
  'routes/admin.analytics_.$table[.csv]': {
    path: '/admin/analytics/deals.csv',
    read: 'staff',
    write: 'no one',
    isFile: true,
  },

  // Deals, as staff edit them.
  'routes/admin.deals._index': {
    path: `/admin/deals?index&do=publish&id=${FIXTURES.shownDeal}`,
    read: 'staff',
    write: 'staff',
    forms: [{ count: '1' }],
  },
  'routes/admin.deals.bulk': {
    path: `/admin/deals/bulk?do=unpublish&id=${FIXTURES.shownDeal}`,
    read: 'staff',
    write: 'staff',
    forms: [{ count: '1' }],
  },
  'routes/admin.deals.new': {
    path: '/admin/deals/new',
    read: 'staff',
    write: 'staff',
    forms: [{ ...EDITED_DEAL, id: '0de00000-0000-4000-8000-0000000000ff' }],
  },
  'routes/admin.deals.$id': {
    path: `/admin/deals/${FIXTURES.draftDeal}`,
    read: 'staff',
    write: 'staff',
    forms: [{ ...EDITED_DEAL, version: '1', published: 'on', record_change: 'on' }, { intent: 'confirm-check' }],
  },
  'routes/admin.deals.$id_.delete': {
    path: `/admin/deals/${FIXTURES.draftDeal}/delete`,
    read: 'admins',
    write: 'admins',
    forms: [{}],
  },
}
