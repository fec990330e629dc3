// @ts-expect-error: the package has no types
import Validator from '@adobe/structured-data-validator'
import type { MetaDescriptor } from '@remix-run/node'
import { Outlet, UNSAFE_RemixContext as RemixContext } from '@remix-run/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server'
import { afterEach, expect, test } from 'vitest'
import { pictureUrl, renderDealPicture, renderSitePicture } from '~/features/audience/seo/deal-picture.server'
import { describePage } from '~/features/audience/seo/describe-page.server'
import {
  breadcrumbData,
  organizationData,
  productData,
  websiteData,
} from '~/features/audience/seo/structured-data.server'
import { findPublishedDeal, missingDeal } from '~/features/catalog/deals/page/deal-page.server'
import { HeadTags } from '~/http/head-tags'
import { pageHead } from '~/http/page.server'
import { notFound } from '~/http/responses.server'
import { meta } from '~/root'
import { describeDeal } from '~/routes/deals.$slug/deal-page.server'
import { loader as sitePicture } from '~/routes/og.site[.]png'
import { loader as robots } from '~/routes/robots[.]txt'
import { applySiteSettings } from '~/site.server'
import { makeDeal, makePlatform } from '../factories'
import { requestAs } from '../requests'
import { makeSeoEntry } from '../staff-factories'

afterEach(() => applySiteSettings({}))

type FoundDeal = NonNullable<Awaited<ReturnType<typeof findPublishedDeal>>>

const productOf = (deal: FoundDeal, plans?: Parameters<typeof productData>[1]) =>
  productData({ ...deal, image: pictureUrl(deal) }, plans)!

/** What a validator of structured data calls an error. */
async function errorsIn(jsonld: object) {
  const found = await new Validator().validate({ jsonld, microdata: {}, rdfa: {}, errors: [] })
  return found.filter(({ severity }: { severity: string }) => severity === 'ERROR')
}

/** The width and the height of a PNG. */
function sizeOf(png: Uint8Array) {
  const view = new DataView(png.buffer, png.byteOffset)
  expect(view.getUint32(0)).toBe(0x89504e47)
  return [view.getUint32(16), view.getUint32(20)]
}

const makeFound = async (given: Parameters<typeof makeDeal>[0]) =>
  (await findPublishedDeal((await makeDeal(given)).slug))!

const PAGE = { title: 'Platforms', description: 'Marketplaces where deals are sold.', path: '/platforms' }

test('page metadata uses the SEO entry and falls back to defaults', async () => {
  expect(await describePage(PAGE)).toMatchObject({
    title: 'Platforms | Lifetime Ledger',
    shared: { title: 'Platforms | Lifetime Ledger', description: 'Marketplaces where deals are sold.' },
    image: 'http://localhost:3000/og-default.png',
  })
  await makeSeoEntry({
    entity_type: 'PAGE',
    entity_id: '/platforms',
    meta_title: 'Marketplaces',
    og_description: 'Shared words',
    og_image_url: 'https://img.example/a.png',
  })
  const head = await describePage(PAGE)
  expect(head).toMatchObject({
    title: 'Marketplaces',
    description: 'Marketplaces where deals are sold.',
    shared: { title: 'Marketplaces', description: 'Shared words' },
    image: 'https://img.example/a.png',
  })
})

test('the titles of missing pages and deals contain the missing noun and the site', async () => {
  const missing = (data: unknown, status = 404) => ({ status, statusText: '', internal: false, data })
  const titleOf = (tags: unknown) => (tags as { title?: string }[]).find(({ title }) => title)?.title
  const root = (error: unknown) => meta({ data: { siteName: 'Ledger' }, error } as never) as MetaDescriptor[]
  const gone = await missingDeal('none', new Request('http://localhost:3000/deals/none')).catch((thrown) => thrown)
  expect(titleOf(root(missing((gone as { data: unknown }).data, 410)))).toBe('Deal not found | Ledger')
  expect(titleOf(root(missing('Not found')))).toBe('Page not found | Ledger')
})

test('robots.txt names the sitemap and disallows accounts, pages of staff, links to vendors and comparisons', async () => {
  const answer = await robots({ request: await requestAs(null, '/robots.txt'), params: {}, context: {} })
  const [agent, ...rules] = (await answer.text()).trim().split('\n')
  expect(agent).toBe('User-agent: *')
  expect(rules.filter((rule) => rule !== '').toSorted()).toEqual([
    'Disallow: /account',
    'Disallow: /admin',
    'Disallow: /compare',
    'Disallow: /deals?*&d=',
    'Disallow: /deals?d=',
    'Disallow: /go/',
    'Sitemap: http://localhost:3000/sitemap.xml',
  ])
})

test('structured data of deals, breadcrumbs and the site passes a validator', async () => {
  const deal = await makeFound({ deal_price: '59.00', summary: 'A desk.', review_count: 2, rating_sum: 9 })
  const jsonld = {
    Product: [productOf(deal)],
    BreadcrumbList: [
      breadcrumbData([
        { label: 'Deals', path: '/deals' },
        { label: 'It', path: `/deals/${deal.slug}` },
      ]),
    ],
    Organization: [organizationData()],
    WebSite: [websiteData()],
  }
  expect(await errorsIn(jsonld)).toEqual([])
  expect(jsonld.Product[0]).toMatchObject({ aggregateRating: { ratingValue: '4.5', reviewCount: 2 } })
})

test('a deal is a product in the structured data once it has an offer or a rating', async () => {
  const find = (given: Parameters<typeof makeDeal>[0]) =>
    makeFound({ deal_price: null, original_price: null, ...given })
  expect(productOf(await find({}))).toBeUndefined()
  expect(productOf(await find({ discount_percent: 40 }))).toBeUndefined()
  expect(productOf(await find({}), [{ name: 'Tier 1', price: '59.00' }])).toHaveProperty('offers')
  expect(productOf(await find({ deal_price: '0.00' }))).toHaveProperty('offers')
  expect(productOf(await find({ review_count: 1, rating_sum: 4 }))).toMatchObject({
    offers: undefined,
    aggregateRating: { reviewCount: 1 },
  })
})

test('the structured data call a deal available only while it is shown as Active', async () => {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  const availabilityOf = async (given: Parameters<typeof makeDeal>[0]) => {
    const { offers } = productOf(await makeFound({ deal_price: '59.00', ...given })) as {
      offers: { availability: string }
    }
    return offers.availability.replace('https://schema.org/', '')
  }
  expect(await availabilityOf({ status: 'ACTIVE', end_date: day(60) })).toBe('InStock')
  for (const status of ['EXPIRED', 'ENDING_SOON'] as const) expect(await availabilityOf({ status })).toBe('OutOfStock')
  expect(await availabilityOf({ status: 'ACTIVE', start_date: day(-9), end_date: day(-2) })).toBe('OutOfStock')
  expect(await availabilityOf({ status: 'ACTIVE', start_date: day(9) })).toBe('OutOfStock')
  expect(await availabilityOf({ status: 'ACTIVE', start_date: day(-400), found_on: null })).toBe('OutOfStock')
})

test('a title says lifetime deal only where the deal is paid once and its terms or its own text say so', async () => {
  const titleOf = async (given: Parameters<typeof makeDeal>[0]) =>
    (await describeDeal(await makeFound({ title: 'Quillstack', summary: null, description: null, ...given }))).title
  expect(await titleOf({})).toBe('Quillstack deal | Lifetime Ledger')
  expect(await titleOf({ lifetime_means: 'PRODUCT' })).toBe('Quillstack lifetime deal | Lifetime Ledger')
  expect(await titleOf({ summary: 'Lifetime access.' })).toBe('Quillstack lifetime deal | Lifetime Ledger')
  expect(await titleOf({ description: 'Not for lifetimes.' })).toBe('Quillstack deal | Lifetime Ledger')
  const yearly = { deal_price: '5.00', deal_price_period: 'YEAR', lifetime_means: 'PRODUCT' } as const
  expect(await titleOf(yearly)).toBe('Quillstack deal | Lifetime Ledger')
})

test('a subscription is offered for each month and is no lifetime deal', async () => {
  const deal = await makeFound({ title: 'Quillstack', deal_price: '5.00', deal_price_period: 'MONTH' })
  expect((await describeDeal(deal)).title).toBe('Quillstack deal | Lifetime Ledger')
  const data = productOf(deal)
  expect(data.offers).toMatchObject({
    priceSpecification: { price: '5.00', priceCurrency: 'USD', referenceQuantity: { value: 1, unitCode: 'MON' } },
  })
  expect(data.offers).not.toHaveProperty('price')
  expect(JSON.stringify(data)).not.toMatch(/lifetime deal/i)
})

test('a deal with plans has an offer for each in the structured data, valid until its last day', async () => {
  const deal = await makeFound({ deal_price: '59.00', end_date: '2999-11-30', description: '**Two** plans' })
  const plans = [
    { name: 'Tier 1', price: '59.00' },
    { name: 'Tier 2', price: '118.00' },
  ]
  const product = productOf(deal, plans)
  expect(await errorsIn({ Product: [product] })).toEqual([])
  expect(product.description).toBe('Two plans')
  expect(product.offers).toMatchObject(
    plans.map((plan) => ({ ...plan, url: `http://localhost:3000/deals/${deal.slug}`, priceValidUntil: '2999-11-30' })),
  )
})

test.each([
  [
    { refund_days: 60 },
    { returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow', merchantReturnDays: 60 },
  ],
  [{ refund_days: 0 }, { returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' }],
  [{}, { merchantReturnDays: 30 }],
])(
  'the offer of a deal with %j on a platform with 30 days refers to the return policy of its seller',
  async (own, policy) => {
    const platform = await makePlatform({ refund_days: 30 })
    const terms = { terms_url: 'https://vendor.example/terms', platform_id: platform.id }
    const deal = await makeFound({ deal_price: '59.00', ...terms, ...own })
    const product = productOf(deal)
    expect(await errorsIn({ Product: [product] })).toEqual([])
    const page = `http://localhost:3000/deals/${deal.slug}`
    expect(product.offers).toMatchObject({
      hasMerchantReturnPolicy: { '@id': `${page}#refund` },
      seller: {
        name: platform.name,
        hasMerchantReturnPolicy: {
          '@id': `${page}#refund`,
          merchantReturnLink: 'refund_days' in own ? terms.terms_url : page,
          ...policy,
        },
      },
    })
  },
)

test('the image of a deal is painted once, and its URL changes with its content', async () => {
  const deal = await makeFound({ title: 'Quillstack 議事録', deal_price: '59.00', original_price: '468.00' })
  const [first, second] = await Promise.all([renderDealPicture(deal), renderDealPicture(deal)])
  const png = await first.png
  expect(await second.png).toBe(png)
  expect(sizeOf(png)).toEqual([1200, 630])
  expect(png.length).toBeGreaterThan(20_000)
  expect(pictureUrl(deal)).toBe(`http://localhost:3000/og/deals/${deal.slug}.png?v=${first.version}`)
  expect(pictureUrl({ ...deal, shown_status: 'EXPIRED' })).not.toBe(pictureUrl(deal))
  expect(pictureUrl({ ...deal, confirmed_on: null }), 'not checked').not.toBe(pictureUrl(deal))
})

test('a site with another name has a preview picture of its own, whose URL changes with its texts', async () => {
  const imageOf = () => pageHead({ title: 'Deals', description: '', path: '/deals' }).image
  expect(imageOf()).toBe('http://localhost:3000/og-default.png')
  applySiteSettings({ name: 'Dealbook' })
  const named = imageOf()
  expect(named).toMatch(/^http:\/\/localhost:3000\/og\/site\.png\?v=[\w-]{16}$/)
  const picture = await sitePicture({ request: new Request(named), params: {}, context: {} })
  expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/png'])
  const first = await picture.bytes()
  expect(sizeOf(first)).toEqual([1200, 630])
  applySiteSettings({ name: 'Dealhouse' })
  expect(imageOf()).not.toBe(named)
  expect(await (await renderSitePicture()).png).not.toEqual(first)
})

type Loader = () => object | null
const none = () => null

/** The head of a page, whose layout and route load this below the root. */
async function headOf(layout: Loader, page: Loader) {
  const route = { id: 'page', index: true as const, loader: page, Component: none, ErrorBoundary: none }
  const tree = [
    {
      id: 'root',
      loader: () => ({ siteName: 'Ledger' }),
      Component: HeadTags,
      ErrorBoundary: HeadTags,
      children: [{ id: 'layout', path: '/', loader: layout, Component: Outlet, children: [route] }],
    },
  ]
  const handler = createStaticHandler(tree)
  const context = await handler.query(new Request('http://localhost:3000/'))
  if (context instanceof Response) throw context
  const router = createStaticRouter(handler.dataRoutes, context)
  return renderToStaticMarkup(
    <RemixContext.Provider value={{ routeModules: { root: { meta } }, isSpaMode: false } as never}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </RemixContext.Provider>,
  )
}

const head = pageHead({ title: 'Platforms', description: 'Where deals are sold.', path: '/platforms' })

test('a page has the tags of its head', async () => {
  const feeds = [{ type: 'rss' as const, title: 'Deals', path: '/deals.rss' }]
  const html = await headOf(none, () => ({ head: { ...head, isIndexed: false, feeds } }))
  for (const tag of [
    '<title>Platforms | Lifetime Ledger</title>',
    '<meta name="description" content="Where deals are sold."/>',
    '<meta name="robots" content="noindex, follow"/>',
    '<link rel="canonical" href="http://localhost:3000/platforms"/>',
    '<link rel="alternate" type="application/rss+xml" title="Deals" href="/deals.rss"/>',
    '<meta property="og:description" content="Where deals are sold."/>',
    '<meta name="twitter:card" content="summary_large_image"/>',
    '<meta name="twitter:title" content="Platforms | Lifetime Ledger"/>',
    '<meta name="twitter:description" content="Where deals are sold."/>',
    '<meta name="twitter:image" content="http://localhost:3000/og-default.png"/>',
  ]) {
    expect(html).toContain(tag)
  }
  expect(await headOf(none, () => ({ head }))).not.toContain('robots')
})

test('structured data cannot end its script element', async () => {
  const structured = [{ name: '</script><script>' }, { name: 'a & b' }]
  const html = await headOf(none, () => ({ head, structured }))
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json]) => json!)
  expect(scripts.map((json) => JSON.parse(json))).toEqual(structured)
})

test('the head of a route replaces that of its layout', async () => {
  const layout = () => ({ head: { ...head, title: 'Layout' } })
  expect(await headOf(layout, () => ({ head }))).toContain('<title>Platforms |')
  expect(await headOf(layout, none)).toContain('<title>Layout</title>')
})

test('an error page names the missing noun and the site, also on a route with its own error page', async () => {
  const missing = () => {
    throw notFound('Category')
  }
  const title = '<title>Category not found | Ledger</title>'
  expect(await headOf(none, missing)).toBe(`${title}<meta name="robots" content="noindex"/>`)
  expect(await headOf(missing, () => ({ head }))).toContain(title)
})
