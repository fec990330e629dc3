import { describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { Footer } from '~/layout/footer'
import * as contributions from '~/routes/account_.contributions/route'
import * as analytics from '~/routes/admin.analytics/route'
import * as audit from '~/routes/admin.audit/route'
import * as managedDeals from '~/routes/admin.deals._index/route'
import * as managedProducts from '~/routes/admin.products._index/route'
import * as seo from '~/routes/admin.seo._index/route'
import * as managedVendors from '~/routes/admin.vendors._index/route'
import * as category from '~/routes/categories.$slug'
import * as changes from '~/routes/changes/route'
import * as deals from '~/routes/deals._index/route'
import * as faq from '~/routes/faq'
import * as platform from '~/routes/platforms.$slug'
import * as suggest from '~/routes/suggest/route'
import * as vendors from '~/routes/vendors._index'
import * as vendor from '~/routes/vendors.$slug'
import { makeCategory, makeDeal, makePlatform, makeProfile, makeReview, makeSuggestion } from '../factories'
import { type RouteModule, renderPage, wordsOf } from '../render'

const wordsAt = async (person: { id: string } | null, path: string, route: RouteModule, pattern = path) =>
  wordsOf(await renderPage(person, { pattern, path, routes: [route] }))

describe('pages before there is anything to list', () => {
  test('a category without deals says so and links all categories', async () => {
    await makeCategory({ slug: 'design' })
    const words = await wordsAt(null, '/categories/design', category, '/categories/:slug')
    expect(words).toContain('No deals in this category yet Back to Categories')
  })

  test('a platform without deals says so', async () => {
    await makePlatform({ slug: 'dealmint' })
    const words = await wordsAt(null, '/platforms/dealmint', platform, '/platforms/:slug')
    expect(words).toContain('No deals from this platform yet')
  })

  test('the list of deals counts nothing, and neither do vendors and verified changes', async () => {
    const texts = [
      ['/deals', deals, 'The first deals are on their way.'],
      ['/vendors', vendors, 'No vendors yet Vendors are listed with their first deal.'],
      ['/changes', changes, 'No verified changes yet Changes that members report and we confirm are listed here.'],
    ] as const
    for (const [path, route, text] of texts) {
      const words = await wordsAt(null, path, route)
      expect(words).toContain(text)
      expect(words).not.toMatch(/\b0\b/)
    }
    expect(await wordsAt(null, '/deals?q=crm', deals, '/deals')).toContain('0 products')
    expect(await wordsAt(null, '/changes?kind=PRICE', changes, '/changes')).toContain('No verified changes here')
  })

  test('a vendor without reviews and verified changes has no counts of them', async () => {
    await makeDeal({ title: 'Quillstack', vendor_name: 'Northpane' })
    const words = await wordsAt(null, '/vendors/northpane', vendor, '/vendors/:slug')
    expect(words).toMatch(/On record since .* product, 1 open 1 offers? 1 Products and offers Quillstack/)
    expect(words).not.toMatch(/No reviews yet|no reviews yet|N\/A|verified change|affected|by kind|\b0\b/)
  })

  test.each([
    ['/admin/deals', 'No deals found. Create your first deal!', managedDeals],
    ['/admin/products', 'No products yet', managedProducts],
    ['/admin/vendors', 'No vendors yet Vendors come with the deals that name them.', managedVendors],
    ['/admin/seo', 'No entries yet All pages use their defaults.', seo],
    ['/admin/audit', 'No entries yet', audit],
  ] as const)('%s says "%s" before there is a row', async (path, text, route) => {
    const admin = await makeProfile({ role: 'ADMIN' })
    expect(await wordsAt(admin, path, route)).toContain(text)
  })

  test('the analytics of an empty site say "No click data available yet" once, under "Top Deals by Clicks"', async () => {
    const words = await wordsAt(await makeProfile({ role: 'ADMIN' }), '/admin/analytics', analytics)
    expect(words.match(/No click data available yet/g)).toHaveLength(1)
    expect(words).toContain('Top Deals by Clicks Last 30 days No click data available yet')
  })
})

test('a contribution and a suggestion that staff have open are being read now', async () => {
  const ada = await makeProfile()
  const items = [
    { kind: 'review', subject_id: (await makeReview({ user_id: ada.id })).id },
    { kind: 'suggestion', subject_id: (await makeSuggestion({ user_id: ada.id })).id },
  ]
  const read = async () => [
    await wordsAt(ada, '/account/contributions', contributions),
    await wordsAt(ada, '/suggest', suggest),
  ]
  for (const words of await read()) expect(words).not.toContain('Being read now')
  for (const item of items) {
    const { id: staff_id } = await makeProfile({ role: 'ADMIN' })
    await db
      .insertInto('claims')
      .values({ ...item, staff_id })
      .execute()
  }
  for (const words of await read()) expect(words).toContain('Being read now')
})

test('the FAQ answers twelve questions', async () => {
  const html = await renderPage(null, { pattern: '/faq', path: '/faq', routes: [faq] })
  expect(html.match(/<summary/g)).toHaveLength(12)
})

test('the footer names the year and the site, and links the pages about the site', async () => {
  const html = await renderPage(null, { pattern: '/', path: '/', routes: [{ default: () => <Footer /> }] })
  expect(wordsOf(html)).toContain(`© ${new Date().getUTCFullYear()} Lifetime Ledger. All rights reserved.`)
  for (const [to, label] of [
    ['/about', 'About Us'],
    ['/contact', 'Contact'],
    ['/faq', 'FAQ'],
    ['/privacy', 'Privacy Policy'],
    ['/terms', 'Terms of Service'],
  ]) {
    expect(html).toMatch(new RegExp(`<a [^>]*href="${to}"[^>]*>${label}</a>`))
  }
})
