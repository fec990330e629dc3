import { createElement } from 'react'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import type { DealField } from '~/features/catalog/deals/deal-fields'
import { utcToday } from '~/http/utc-day'
import { Header } from '~/layout/header'
import * as layout from '~/routes/deals.$slug/route'
import * as tab from '~/routes/deals.$slug._index/route'
import { loader as go } from '~/routes/go.$slug'
import {
  makeCategory,
  makeDeal,
  makeFollowUp,
  makePlans,
  makePlatform,
  makeProfile,
  makePurchase,
  makeReview,
} from '../factories'
import { renderPage, wordsOf } from '../render'
import { answer, requestAs } from '../requests'
import { makeDealRedirect } from '../staff-factories'

const { loader: page } = layout
const { loader: reviews } = tab

const at = async (path: string, slug: string) => ({
  request: await requestAs(null, path),
  params: { slug },
  context: {},
})

test.each([
  [{ status: 'ACTIVE' }, 'InStock'],
  [{ status: 'ENDING_SOON' }, 'OutOfStock'],
  [{ status: 'ACTIVE', end_date: '2026-01-02' }, 'OutOfStock'],
  [{ status: 'ACTIVE', start_date: '2999-01-01' }, 'OutOfStock'],
] as const)(
  'structured data has the price, and for a deal with %o the availability %s',
  async (values, availability) => {
    const deal = await makeDeal({ deal_price: '59.00', currency: 'EUR', summary: 'A desk for writers.', ...values })

    const [product] = (await page(await at(`/deals/${deal.slug}`, deal.slug))).structured
    expect(product).toMatchObject({
      '@type': 'Product',
      name: deal.title,
      description: 'A desk for writers.',
      aggregateRating: undefined,
      offers: {
        price: '59.00',
        priceCurrency: 'EUR',
        availability: `https://schema.org/${availability}`,
        validFrom: deal.start_date,
        validThrough: deal.end_date ?? undefined,
      },
    })
  },
)

test('structured data has the absolute address of a picture that is a file of this site', async () => {
  const { slug } = await makeDeal({ deal_price: '59.00', hero_image_url: '/demo/quillstack.svg' })
  const [product] = (await page(await at(`/deals/${slug}`, slug))).structured
  expect(product).toMatchObject({ image: 'http://localhost:3000/demo/quillstack.svg' })
})

test('the deal page has the shown status instead of the stored one', async () => {
  const { slug } = await makeDeal({ status: 'ACTIVE', end_date: '2026-01-02' })
  const { deal } = await page(await at(`/deals/${slug}`, slug))
  expect(deal).toMatchObject({ shown_status: 'EXPIRED', confirmed_on: utcToday(), imported_at: null })
  expect(deal).not.toHaveProperty('status')
})

test('a description is HTML on the page and plain words in its head', async () => {
  const { slug } = await makeDeal({ description: 'Use **AUTUMN** <i>now</i>.' })
  const { deal, head } = await page(await at(`/deals/${slug}`, slug))
  expect(deal.description).toBe('<p dir="auto">Use <strong>AUTUMN</strong> &lt;i&gt;now&lt;/i&gt;.</p>\n')
  expect(head.description).toBe('Use AUTUMN <i>now</i>.')
})

test('a paragraph that repeats the summary is left out of the description', async () => {
  const describe = async (summary: string, description: string) => {
    const { slug } = await makeDeal({ summary, description })
    return (await page(await at(`/deals/${slug}`, slug))).deal.description
  }
  expect(await describe('Plan your *week*.', '**Plan** your week\n\n30% off.')).toBe('<p dir="auto">30% off.</p>\n')
  expect(await describe('Plan your week.', 'Plan your week.')).toBe('')
  expect(await describe('Plan your week.', 'Plan your week. And your month.')).toContain('Plan your week. And')
})

test('the deal page has the rules of the platform beside those of the deal', async () => {
  const rules = {
    refund_days: 60,
    refund_from: 'PURCHASE',
    buyer_protection: 'Full refund if never activated',
  } as const
  const platform = await makePlatform(rules)
  const { slug } = await makeDeal({ platform_id: platform.id, refund_days: 30 })
  const { deal } = await page(await at(`/deals/${slug}`, slug))
  expect(deal).toMatchObject({ refund_days: 30, refund_from: null, platform: rules })
})

test('the deal page does not expose the vendor URL', async () => {
  const deal = await makeDeal()
  expect((await page(await at(`/deals/${deal.slug}`, deal.slug))).deal).not.toHaveProperty('cta_url')
})

test('the tab of a renamed deal redirects from its old URL', async () => {
  const deal = await makeDeal()
  await makeDealRedirect({ slug: 'old-name', deal_id: deal.id, title: deal.title })

  const moved = await answer(page(await at('/deals/old-name/changes', 'old-name')))
  expect(moved).toMatchObject({ status: 301 })
  expect((moved as Response).headers.get('Location')).toBe(`/deals/${deal.slug}/changes`)
})

test('a deleted deal answers 410, drafts and unknown deals 404', async () => {
  const draft = await makeDeal({ published: false })
  await makeDealRedirect({ slug: 'deleted', deal_id: null, title: 'Deleted' })
  await makeDealRedirect({ slug: 'former', deal_id: draft.id, title: draft.title })
  const statusAt = async (slug: string) =>
    page(await at(`/deals/${slug}`, slug)).then(
      () => 200,
      (thrown: { init: { status: number } }) => thrown.init.status,
    )

  expect(await statusAt('deleted')).toBe(410)
  expect(await statusAt(draft.slug)).toBe(404)
  expect(await statusAt('former')).toBe(404)
  expect(await statusAt('unknown')).toBe(404)
})

test('a page of reviews beyond the last redirects to the last page', async () => {
  const deal = await makeDeal()
  await makeReview({ deal_id: deal.id, status: 'APPROVED' })

  const moved = await answer(reviews(await at(`/deals/${deal.slug}?page=7`, deal.slug)))
  expect((moved as Response).headers.get('Location')).toBe(`/deals/${deal.slug}#record`)
})

test('/go/ redirects only to the stored vendor URL of a published deal', async () => {
  const deal = await makeDeal({ cta_url: 'https://vendor.example/lifetime?via=ledger' })
  const draft = await makeDeal({ published: false })

  const out = (await answer(go(await at(`/go/${deal.slug}?to=https://evil.example`, deal.slug)))) as Response
  expect([out.status, out.headers.get('Location')]).toEqual([302, 'https://vendor.example/lifetime?via=ledger'])
  expect(out.headers.get('Cache-Control')).toBe('no-store')
  expect(await answer(go(await at(`/go/${draft.slug}`, draft.slug)))).toMatchObject({ status: 404 })
})

const pageOf = (profile: { id: string } | null, slug: string) =>
  renderPage(profile, {
    pattern: '/deals/:slug',
    path: `/deals/${slug}`,
    id: 'routes/deals.$slug',
    routes: [layout, tab],
  })

/** The words or the HTML with which the page shows each field of the form. */
const SHOWN = {
  title: '<h1 class="min-w-0 flex-1"><bdi>Quillstack</bdi></h1>',
  slug: 'href="/go/quillstack"',
  vendor_name: 'by <a',
  category_id: 'href="/categories/writing"',
  platform_id: 'Platform Boxwood',
  summary: 'A desk for writers.',
  description: 'Write <strong>daily</strong>.',
  original_price: 'Original price €12',
  regular_price_period: '€12/mo',
  deal_price: 'Deal price €59',
  deal_price_period: 'Subscription',
  discount_percent: 'Discount 40% off',
  currency: '€59',
  start_date: 'Start Date 5 Jan 2026',
  end_date: 'End Date 4 Dec 2999',
  tags: 'href="/deals?tag=notes"',
  cta_url: 'Get This Deal',
  hero_image_url: 'src="/demo/quillstack.svg"',
  video_url: 'href="https://video.example/tour"',
  affiliate_url: 'We earn a commission',
  coupon_code: 'Coupon code AUTUMN',
  coupon_note: '20% off the first plan',
  lifetime_means: 'Lifetime means Lifetime of the company',
  refund_days: 'Refund 30 days',
  refund_from: '30 days from redemption',
  redeem_days: 'Redeem within 45 days',
  stackable: 'Codes can be stacked Yes',
  max_codes: 'up to 3',
  transferable: 'Transferable No',
  future_versions: 'Future versions All 2.x releases',
  shutdown_notice: 'Notice before shutdown 90 days',
  terms_url: 'href="https://vendor.example/terms"',
  terms_read_on: 'We read them on 6 Jan 2026',
  plans: '<bdi>Tier 2</bdi>',
  limits: 'Seats 2 5',
  published: 'Report a price change',
  status: 'Ending Soon',
  pros_cons: 'Works offline',
  faqs: 'Is there an API?',
} satisfies Record<DealField, string>

test('the page of a deal shows every field of its form', async () => {
  const { id: category_id } = await makeCategory({ name: 'Writing', slug: 'writing' })
  const { id: platform_id } = await makePlatform({ name: 'Boxwood' })
  const stated = {
    title: 'Quillstack',
    slug: 'quillstack',
    vendor_name: 'Northpane',
    summary: 'A desk for writers.',
    description: 'Write **daily**.',
    currency: 'EUR',
    original_price: '12.00',
    deal_price: '59.00',
    start_date: '2026-01-05',
    end_date: '2999-12-04',
    tags: ['notes'],
    hero_image_url: '/demo/quillstack.svg',
    video_url: 'https://video.example/tour',
    affiliate_url: 'https://vendor.example/?via=us',
    coupon_code: 'AUTUMN',
    coupon_note: '20% off the first plan',
    lifetime_means: 'COMPANY',
    refund_days: 30,
    refund_from: 'REDEMPTION',
    redeem_days: 45,
    stackable: true,
    max_codes: 3,
    transferable: false,
    future_versions: 'All 2.x releases',
    shutdown_notice: '90 days',
    terms_url: 'https://vendor.example/terms',
    terms_read_on: '2026-01-06',
    regular_price_period: 'MONTH',
    status: 'ENDING_SOON',
  } as const
  const { id: deal_id } = await makeDeal({ ...stated, tags: ['notes'], category_id, platform_id })
  await makePlans(
    deal_id,
    [
      { name: 'Tier 1', price: '59.00' },
      { name: 'Tier 2', price: '118.00', codes: 2 },
    ],
    [{ label: 'Seats', values: ['2', '5'] }],
  )
  await db.insertInto('deal_pros_cons').values({ deal_id, position: 0, type: 'PRO', text: 'Works offline' }).execute()
  const faq = { question: 'Is there an API?', answer: 'Yes.' }
  await db
    .insertInto('deal_faqs')
    .values({ deal_id, position: 0, ...faq })
    .execute()
  const monthly = { deal_price: '5.00', deal_price_period: 'MONTH', discount_percent: 40 } as const
  const pages = [await pageOf(null, 'quillstack'), await pageOf(null, (await makeDeal(monthly)).slug)]

  const found = pages.map((html) => html + wordsOf(html)).join('')
  const missing = Object.entries(SHOWN).filter(([, words]) => !found.includes(words))
  expect(missing).toEqual([])
  // The vendor's addresses are only behind /go/.
  expect(found).not.toMatch(/via=us|vendor\.example\/lifetime/)
})

test('staff have an Edit link on the page of a deal and on the preview of a draft, members have none', async () => {
  const [deal, draft] = [await makeDeal(), await makeDeal({ published: false })]
  const [manager, member] = [await makeProfile({ role: 'MANAGER' }), await makeProfile()]
  for (const { id, slug } of [deal, draft]) {
    expect(await pageOf(manager, slug)).toMatch(new RegExp(`<a[^>]* href="/admin/deals/${id}"[^>]*>.*?Edit</a>`))
  }
  expect(await pageOf(manager, deal.slug)).toMatch(/<button[^>]*>(?:(?!<\/button>).)*Still correct/s)
  expect(await pageOf(member, deal.slug)).not.toMatch(/\/admin\/deals\/|Still correct/)
})

test('"Write a review" is beside the rating: a link to the form, or for visitors a way to the sign-in', async () => {
  const [{ id: deal_id, slug }, ada] = [await makeDeal(), await makeProfile()]
  await makeReview({ deal_id, status: 'APPROVED', rating: 5 })
  const link = (words: string) => new RegExp(`<a[^>]* href="#review-form"(?:(?!</a>).)*${words}</a>`)
  const form = new RegExp(`<form[^>]* action="/deals/${slug}\\?index"(?:(?!</form>).)*Write a review`)
  expect(await pageOf(null, slug)).toMatch(form)
  expect(await pageOf(ada, slug)).toMatch(link('Write a review'))
  await makeReview({ deal_id, user_id: ada.id, status: 'APPROVED', rating: 4 })
  expect(await pageOf(ada, slug)).toMatch(link('Edit your review'))
  const suspended = await pageOf(await makeProfile({ status: 'SUSPENDED' }), slug)
  expect(suspended).not.toContain('Write a review')
})

test('suspended members can neither save a deal nor write about it, and the page says why', async () => {
  const { slug } = await makeDeal()
  const html = await pageOf(await makeProfile({ status: 'SUSPENDED' }), slug)
  expect(html).toMatch(/<button[^>]* disabled=""[^>]*>(?:(?!<\/button>).)*Bookmark/s)
  expect(wordsOf(html).match(/Your account is suspended/g)).toHaveLength(2)
  expect(html).not.toMatch(/Submit Review|name="body"/)
})

test('the sidebar shows the average rating or N/A, the start date, and the end date if there is one', async () => {
  const { id: deal_id, slug } = await makeDeal({ start_date: '2026-01-05' })
  expect(wordsOf(await pageOf(null, slug))).toMatch(/Rating N\/A Start Date 5 Jan 2026 Platform/)
  for (const rating of [5, 4]) await makeReview({ deal_id, status: 'APPROVED', rating })
  await makeReview({ deal_id, rating: 1 })
  await db.updateTable('deals').set({ end_date: '2999-12-04' }).where('id', '=', deal_id).execute()
  expect(wordsOf(await pageOf(null, slug))).toMatch(/Rating 4\.5 \/ 5 Start Date 5 Jan 2026 End Date 4 Dec 2999/)
})

test('the line below the title says that a price is the lowest on record only if it was higher before', async () => {
  const { id, slug } = await makeDeal({ deal_price: '59.00' })
  const isSaidAt = async (deal_price: string) => {
    await db.updateTable('deals').set({ deal_price }).where('id', '=', id).execute()
    return wordsOf(await pageOf(null, slug)).includes('Lowest price on record')
  }
  expect([await isSaidAt('59.00'), await isSaidAt('49.00'), await isSaidAt('69.00')]).toEqual([false, true, false])
})

test('the address of a deal is shared by three links and a field to copy it from', async () => {
  const { slug } = await makeDeal()
  const html = await pageOf(null, slug)
  const links = html.match(/<a [^>]*aria-label="Share on [^>]*>/g)!
  expect(links).toHaveLength(3)
  for (const link of links) {
    expect(link).toContain(encodeURIComponent(`http://localhost:3000/deals/${slug}`))
    expect(link).toContain('noopener')
  }
  expect(html).toMatch(new RegExp(`<input[^>]* value="http://localhost:3000/deals/${slug}"`))
})

test('the page of a subscription names it one, and its price says how often it is paid', async () => {
  const { slug } = await makeDeal({ deal_price: '5.00', deal_price_period: 'MONTH' })
  const words = wordsOf(await pageOf(null, slug))
  expect(words).toMatch(/\bSubscription\b/)
  expect(words).toContain('$5/mo')
})

test('more than four plans are always a list', async () => {
  const plans = [1, 2, 3, 4, 5].map((n) => ({ name: `Tier ${n}`, price: `${n}.00` }))
  const pageWith = async (count: number) => {
    const { id, slug } = await makeDeal({ deal_price: '1.00' })
    await makePlans(id, plans.slice(0, count))
    return pageOf(null, slug)
  }
  expect(await pageWith(4)).toContain('Plans: price, codes and limits')
  const five = await pageWith(5)
  expect(five).toContain('Tier 5')
  expect(five).not.toContain('Plans: price, codes and limits')
})

test('a tag that repeats the discount is not shown', async () => {
  const tags = ['50%', 'Save 50%', '50% off', '50% or more', '40%+', '60% or more', '5 seats']
  const html = await pageOf(null, (await makeDeal({ deal_price: null, discount_percent: 50, tags })).slug)
  const shown = [...html.matchAll(/href="\/deals\?tag=([^"]*)"/g)].map(([, tag]) =>
    new URLSearchParams(`t=${tag}`).get('t'),
  )
  expect(shown).toEqual(['60% or more', '5 seats'])
})

test('a deal page links the video without loading it, the deals with its tags, and related deals', async () => {
  const deal = await makeDeal({ video_url: 'https://video.example/tour', tags: ['ai writing'] })
  const related = await makeDeal({ category_id: deal.category_id })
  const html = await pageOf(null, deal.slug)
  expect(html).toMatch(/<a [^>]*href="https:\/\/video\.example\/tour"(?:(?!<\/a>).)*Watch the video/s)
  expect(html).not.toMatch(/<(iframe|video|embed|object)/)
  expect(html).toContain('href="/deals?tag=ai+writing"')
  expect(html).toMatch(new RegExp(`<h2 id="related">Related deals</h2>.*href="/deals/${related.slug}"`, 's'))
  const bare = await pageOf(null, (await makeDeal()).slug)
  expect(bare).not.toMatch(/Watch the video|Related deals/)
})

test('a deal shows its ratings over time and what each figure is from', async () => {
  const { id: deal_id, slug } = await makeDeal()
  const [bought_on, proof_decided_at] = ['2025-01-01', new Date('2025-01-02')]
  for (const answer of ['GONE', 'YES', 'YES'] as const) {
    const review = await makeReview({ deal_id, status: 'APPROVED', created_at: proof_decided_at })
    const proof = { proof_status: 'CHECKED' as const, proof_decided_at }
    await makePurchase({ deal_id, user_id: review.user_id!, bought_on, ...proof })
    await makeFollowUp({ review, status: 'APPROVED', rating: 3, answer })
  }
  const html = await pageOf(null, slug)
  const words = wordsOf(html)
  expect(words).toContain('2 of 3 owners still use it after a year.')
  expect(words.match(/3 ratings/g)).toHaveLength(2)
  const figures = html.match(/The record in figures.*?<\/(?:dl|section)>/s)![0]
  expect(wordsOf(figures)).toMatch(/from 3 checked purchases 3\.0 still use it after a year 2 of 3/)
})

test('readers do not see an answer after a year while it waits', async () => {
  const { id: deal_id, slug } = await makeDeal()
  const answer = await makeFollowUp({ review: await makeReview({ deal_id, status: 'APPROVED' }) })
  expect(wordsOf(await pageOf(null, slug))).not.toContain('Still using')
  await db.updateTable('follow_ups').set({ status: 'APPROVED' }).where('id', '=', answer.id).execute()
  expect(wordsOf(await pageOf(null, slug))).toContain('Still using')
})

test('pros and cons are listed under their own heading, and without any there is none', async () => {
  const { id: deal_id, slug } = await makeDeal()
  expect(wordsOf(await pageOf(null, slug))).not.toMatch(/\b(Pros|Cons)\b/)
  const rows = [
    { deal_id, position: 0, type: 'CON', text: 'No export' },
    { deal_id, position: 1, type: 'PRO', text: 'Works offline' },
  ] as const
  await db.insertInto('deal_pros_cons').values(rows).execute()
  expect(wordsOf(await pageOf(null, slug))).toMatch(/Pros & Cons Pros ?1 Works offline Cons ?1 No export/)
})

test('the header links the staff screens for staff only', async () => {
  const linksFor = async (isStaff: boolean) => {
    const header = { default: () => createElement(Header, { unread: 0, isStaff }) }
    return (await renderPage(null, { pattern: '/', path: '/', routes: [header] })).match(/href="\/admin"/g)
  }
  expect(await linksFor(true)).toHaveLength(2)
  expect(await linksFor(false)).toBeNull()
})
