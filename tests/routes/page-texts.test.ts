import { describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import * as home from '~/routes/_index/route'
import * as account from '~/routes/account/route'
import * as settings from '~/routes/account_.settings/route'
import * as audit from '~/routes/admin.audit/route'
import * as managedDeals from '~/routes/admin.deals._index/route'
import * as managedProducts from '~/routes/admin.products._index/route'
import * as seo from '~/routes/admin.seo._index/route'
import * as users from '~/routes/admin.users/route'
import * as categories from '~/routes/categories._index'
import * as deals from '~/routes/deals._index/route'
import * as deal from '~/routes/deals.$slug/route'
import * as reviews from '~/routes/deals.$slug._index/route'
import * as changes from '~/routes/deals.$slug.changes/route'
import * as comments from '~/routes/deals.$slug.comments/route'
import * as platforms from '~/routes/platforms._index'
import * as onePlatform from '~/routes/platforms.$slug'
import * as suggest from '~/routes/suggest/route'
import * as transparency from '~/routes/transparency/route'
import * as vendor from '~/routes/vendors.$slug'
import {
  makeCategory,
  makeChangeLog,
  makeComment,
  makeDeal,
  makePlans,
  makePlatform,
  makeProfile,
  makeReview,
} from '../factories'
import { type RouteModule, renderPage, wordsOf } from '../render'
import { makeDealAlert, makeDecision } from '../staff-factories'

// What a page says for its data, without a browser. That people get there is for the journeys.

type Person = { id: string } | null

const pageOf = (person: Person, path: string, ...routes: RouteModule[]) =>
  renderPage(person, { pattern: path.split('?')[0]!, path, routes })

describe('the page of a deal', () => {
  const TABS = { '': reviews, '/changes': changes, '/comments': comments }
  const tabOf = async (person: Person, slug: string, tab: keyof typeof TABS = '') => {
    const place = { id: 'routes/deals.$slug', pattern: `/deals/:slug${tab}`, path: `/deals/${slug}${tab}` }
    return renderPage(person, { ...place, routes: [deal, TABS[tab]] })
  }

  test('each tab of a deal page shows approved contributions and asks visitors to sign in', async () => {
    const { id: deal_id, slug } = await makeDeal({ deal_price: '40.00' })
    await makeReview({ deal_id, status: 'APPROVED', title: 'Kept its word' })
    await makeReview({ deal_id, title: 'Waiting review' })
    await makeChangeLog({ deal_id, status: 'APPROVED', title: 'Price raised' })
    await makeChangeLog({ deal_id, title: 'Waiting report' })
    await makeComment({ deal_id, status: 'APPROVED', body: 'Works on Linux too.' })
    await makeComment({ deal_id, body: 'Waiting comment' })
    for (const [tab, shown, prompt] of [
      ['', 'Kept its word', 'Please sign in to submit a review'],
      ['/changes', 'Verified Changes', 'Please sign in to report changes'],
      ['/changes', 'Price raised', 'Please sign in to report changes'],
      ['/comments', 'Works on Linux too.', 'Please sign in to comment'],
    ] as const) {
      const words = wordsOf(await tabOf(null, slug, tab))
      expect(words).toContain(shown)
      expect(words).toContain(prompt)
      expect(words).not.toContain('Waiting')
      for (const label of ['Reviews (1)', 'Change Log (1)', 'Comments (1)']) expect(words).toContain(label)
    }
  })

  test('visitors return to the Change Log after signing in, and suspended members see their reports and comments without a form', async () => {
    const { id: deal_id, slug } = await makeDeal()
    const back = encodeURIComponent(`/deals/${slug}/changes#record`)
    expect(await tabOf(null, slug, '/changes')).toContain(`href="/auth?redirectTo=${back}"`)

    const ada = await makeProfile({ status: 'SUSPENDED' })
    await makeChangeLog({ deal_id, reported_by_user_id: ada.id, title: 'Written before' })
    await makeComment({ deal_id, user_id: ada.id, body: 'Written before' })
    for (const tab of ['/changes', '/comments'] as const) {
      const words = wordsOf(await tabOf(ada, slug, tab))
      expect(words).toContain('Written before')
      expect(words).toContain('Your account is suspended You can read everything, but not post.')
      expect(words).not.toMatch(/(Submit|Save) (Report|Comment)|\bEdit\b/)
    }
  })

  test('price changes without a currency are shown in the currency of the deal', async () => {
    const { id: deal_id, slug } = await makeDeal({ currency: 'EUR' })
    await makeChangeLog({ deal_id, kind: 'PRICE', old_value: '49', new_value: '59', status: 'APPROVED' })
    expect(wordsOf(await tabOf(null, slug, '/changes'))).toMatch(/Before: €49\.00 . ?Now: €59\.00/)
  })

  test('an ended deal says so, links an open deal of its category, and its link to the vendor is quiet', async () => {
    const { id: category_id } = await makeCategory()
    const { slug } = await makeDeal({ title: 'Snapwell', category_id, end_date: '2026-01-31' })
    const open = await makeDeal({ category_id })
    const html = await tabOf(null, slug)
    const words = wordsOf(html)
    expect(words).toContain('This deal ended on 31 Jan 2026.')
    expect(words).toContain('Past buyers can review it too')
    expect(html).toContain(`href="/deals/${open.slug}"`)
    expect(words).not.toContain('Get This Deal')
    const vendorLinks = html.match(/<a [^>]*href="\/go\/[^>]*>/g)!
    expect(vendorLinks.length).toBeGreaterThan(0)
    for (const link of vendorLinks.filter((link) => link.includes(slug))) expect(link).toContain('border-input')
  })

  test('the page of a deal says when staff last checked it, and what makes it doubtful', async () => {
    const found_on = null
    const checked = await makeDeal({ checked_at: new Date('2026-11-20T12:00:00Z'), found_on })
    const imported = await makeDeal({ imported_at: new Date(), found_on })
    const entered = await makeDeal({ found_on })
    await makeDealAlert({ kind: 'BROKEN_LINK', deal_id: entered.id })
    await makeDealAlert({ kind: 'ENDED_REPORTS', deal_id: checked.id })
    for (const [{ slug }, texts] of [
      [checked, ['Checked 20 Nov 2026', 'Members report that this deal has ended. We are checking.']],
      [imported, ['From a file. Nobody has checked it.']],
      [
        entered,
        [
          'Nobody has checked it.',
          "The vendor's link may be broken.",
          'Our check failed on 3 days, last on 21 Nov 2026.',
        ],
      ],
    ] as const) {
      const words = wordsOf(await tabOf(null, slug))
      for (const text of texts) expect(words).toContain(text)
    }
  })

  test('the date of the last check is green until members report that the deal has ended', async () => {
    const checked = { checked_at: new Date('2026-11-20T12:00:00Z'), found_on: null }
    const { id: deal_id, slug } = await makeDeal(checked)
    const green = /<svg class="[^"]*text-verified[^"]*"(?:(?!<svg).)*Checked 20 Nov 2026/s
    expect(await tabOf(null, slug)).toMatch(green)
    await makeDealAlert({ kind: 'ENDED_REPORTS', deal_id })
    expect(await tabOf(null, slug)).not.toMatch(green)
  })

  test('one line below the title says whether the deal was cheaper and what changed for owners', async () => {
    const { id: deal_id, slug, product_id } = await makeDeal({ deal_price: '59.00' })
    const before = { product_id, start_date: '2024-11-20', end_date: '2024-12-01' }
    await makeDeal({ ...before, deal_price: '39.00' })
    for (const effect of ['BETTER', 'WORSE'] as const) await makeChangeLog({ deal_id, status: 'APPROVED', effect })
    const words = wordsOf(await tabOf(null, slug))
    expect(words).toContain('Cheaper once: $39 in Nov 2024')
    expect(words).toContain('For owners: 1 better, 1 worse')
    const other = wordsOf(await tabOf(null, (await makeDeal({ imported_at: new Date(), found_on: null })).slug))
    expect(other).toContain('From a file. Nobody has checked it.')
    expect(other).not.toMatch(/Cheaper once|For owners/)
  })

  test('every term of a deal is listed, and those of the platform are marked', async () => {
    const { id: platform_id } = await makePlatform({
      name: 'Stackyard',
      refund_days: 30,
      refund_from: 'PURCHASE',
      buyer_protection: 'Money back',
    })
    const terms = { redeem_days: 60, stackable: true, max_codes: 3, transferable: false, shutdown_notice: '90 days' }
    const { slug } = await makeDeal({ platform_id, lifetime_means: '5 YEARS', future_versions: 'All 2.x', ...terms })
    const list = (await tabOf(null, slug)).match(/<h3 class="sr-only">Terms<\/h3>(.*?)<\/dl>/s)![1]!
    expect(wordsOf(list.replaceAll('<small', ' <small'))).toBe(
      [
        'Lifetime means 5 years',
        "Refund 30 days from purchase Platform's rule (Stackyard)",
        'Codes can be stacked Yes, up to 3',
        'Redeem within 60 days',
        'Future versions All 2.x',
        "Buyer protection Money back Platform's rule (Stackyard)",
        'Transferable No',
        'Notice before shutdown 90 days',
      ].join(' '),
    )
  })

  test('one box asks for what a record lacks, in place of empty sections and tabs', async () => {
    const { id: deal_id, slug } = await makeDeal({ deal_price: '59.00', original_price: '90.00' })
    const bare = await tabOf(null, slug)
    for (const text of ['Help complete this record', 'Add the terms', 'Be the first to review it', 'Ask an owner'])
      expect(wordsOf(bare)).toContain(text)
    for (const text of ['What exactly you get', 'Reviews (0)', 'No reviews yet', 'You save'])
      expect(wordsOf(bare)).not.toContain(text)
    expect(bare).toMatch(/<s [^>]*>\$90\.00<\/s>/)
    const signIn = `/auth?redirectTo=${encodeURIComponent(`/deals/${slug}#review-form`)}`
    for (const path of [`/deals/${slug}/changes#report`, signIn, `/deals/${slug}/comments#record`])
      expect(bare).toContain(`href="${path}"`)
    expect(await tabOf(await makeProfile(), slug)).toMatch(/<h3 id="review-form"/)

    await makeComment({ deal_id, status: 'APPROVED' })
    const spoken = wordsOf(await tabOf(null, slug))
    for (const text of ['Add the terms', 'Comments (1)', 'No reviews yet']) expect(spoken).toContain(text)
    expect(spoken).not.toContain('Ask an owner')
    await db.updateTable('deals').set({ stackable: true }).where('id', '=', deal_id).execute()
    const known = wordsOf(await tabOf(null, slug))
    expect(known).toContain('What exactly you get')
    expect(known).not.toContain('Help complete this record')
  })

  test('the score of a deal is followed by that of all offers', async () => {
    const open = await makeDeal()
    const round = await makeDeal({ product_id: open.product_id, start_date: '2024-03-04', end_date: '2024-03-31' })
    await makeReview({ deal_id: open.id, status: 'APPROVED', rating: 5 })
    await makeReview({ deal_id: round.id, status: 'APPROVED', rating: 3 })
    expect(wordsOf(await tabOf(null, open.slug))).toContain('4.0 over 2 offers, 2 reviews')
  })

  test('the price record says what a plan cost before', async () => {
    const { id, slug } = await makeDeal({ deal_price: '59.00' })
    await makePlans(id, [
      { name: 'Tier 1', price: '59.00' },
      { name: 'Tier 2', price: '118.00' },
    ])
    const plans = db.updateTable('deal_plans').where('deal_id', '=', id)
    await plans.set({ price: '99.00' }).where('name', '=', 'Tier 2').execute()
    expect(wordsOf(await tabOf(null, slug, '/changes'))).toMatch(/Tier 2: \$99\.00 since .*?, before \$118\.00/)
  })
})

describe('the list of deals', () => {
  const listOf = (query: string) => pageOf(null, `/deals?${query}`, deals)

  test('a row shows the deal, its category, dates without this year, rating and price', async () => {
    const year = new Date().getUTCFullYear()
    const { id: category_id, name: category } = await makeCategory()
    const rated = await makeDeal({ category_id, title: 'Rated', deal_price: '59.00', end_date: `${year + 2}-12-04` })
    await makeReview({ deal_id: rated.id, rating: 4, status: 'APPROVED' })
    for (let n = 0; n < 2; n++) await makeChangeLog({ deal_id: rated.id, status: 'APPROVED' })
    await makeDeal({ category_id, title: 'Bare' })
    const over = await makeDeal({ category_id, title: 'Over', start_date: '2020-01-01', end_date: '2024-12-04' })

    const html = await listOf('view=list')
    const rows = html.match(/<tr.*?<\/tr>/gs)!.map(wordsOf)
    const rowOf = (title: string) => rows.find((row) => row.includes(`${title} by`))
    expect(rowOf('Rated')).toMatch(/^Rated\s*by Northpane/)
    for (const text of [category, `Ends 4 Dec ${year + 2}`, '4.0', '(1)', '$59.00'])
      expect(rowOf('Rated')).toContain(text)
    const cards = (await listOf('')).match(/<article.*?<\/article>/gs)!.map(wordsOf)
    for (const shown of [...rows, ...cards]) expect(shown).not.toMatch(/verified change|No reviews yet/)
    for (const text of ['Active', 'Not listed']) expect(rowOf('Bare')).toContain(text)
    expect(rowOf('Over')).toContain('Ended 4 Dec 2024')
    expect(rowOf('Over')).toContain('Visit Vendor')
    expect(rowOf('Rated')).toContain('Get Deal')
    expect(html).toMatch(
      new RegExp(
        `<a [^>]*rel="nofollow noopener"[^>]*href="/go/${over.slug}"|<a [^>]*href="/go/${over.slug}"[^>]*rel="nofollow noopener"`,
      ),
    )
  })

  test('a product is one card that names its earlier or other offers, and every offer is a card on request', async () => {
    const open = await makeDeal({ title: 'Foldmark' })
    const ended = { start_date: '2025-11-01', end_date: '2025-12-01', product_id: open.product_id }
    await makeDeal({ title: 'Foldmark', ...ended })
    const cardsIn = (html: string) => html.match(/<article/g)
    const one = await listOf('q=foldmark')
    expect(cardsIn(one)).toHaveLength(1)
    expect(one).toContain(`href="/deals/${open.slug}#offers"`)
    for (const text of ['+1 earlier offer', '1 product']) expect(wordsOf(one)).toContain(text)
    const all = await listOf('q=foldmark&offers=all')
    expect(cardsIn(all)).toHaveLength(2)
    expect(wordsOf(all)).toContain('2 offers')
    await makeDeal({ title: 'Foldmark', product_id: open.product_id, start_date: '2025-12-15' })
    expect(wordsOf(await listOf('q=foldmark'))).toContain('+2 other offers')
  })

  test('each filter is a chip whose link removes it', async () => {
    await makeCategory({ slug: 'maps', name: 'Maps' })
    const query = 'q=quill&category=maps&open=1&priced=1&refund=30&stackable=1&breakEven=6&minPrice=1&maxPrice=50'
    const html = await listOf(query)
    const chips = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>((?:(?!<\/a>).)*remove filter(?:(?!<\/a>).)*)<\/a>/gs)]
    const removed = chips.map(([, href, text]) => {
      const left = new URLSearchParams(href!.split('?')[1]!.replaceAll('&amp;', '&'))
      const gone = [...new URLSearchParams(query).keys()].filter((name) => !left.has(name))
      return [wordsOf(text!).replace(' remove filter', ''), ...gone]
    })
    expect(removed.sort()).toEqual([
      ['Category Maps', 'category'],
      ['Codes can be stacked', 'stackable'],
      ['From 1', 'minPrice'],
      ['Has a price', 'priced'],
      ['Open now', 'open'],
      ['Pays for itself within 6 months', 'breakEven'],
      ['Refund 30 days or longer', 'refund'],
      ['Search quill', 'q'],
      ['Up to 50', 'maxPrice'],
    ])
  })

  test('a min price above the max price is an error at its field, and both values stay', async () => {
    const html = await listOf('minPrice=60&maxPrice=50')
    const [min, max] = ['min', 'max'].map(
      (bound) => html.match(new RegExp(`<input[^>]*name="${bound}Price"[^>]*>`))![0],
    )
    expect(min).toContain('value="60"')
    expect(max).toContain('value="50"')
    expect(max).toContain('aria-invalid="true" aria-describedby="maxPrice-error"')
    expect(html).toMatch(/<details[^>]* open=""[^>]*><summary[^>]*>(?:(?!<\/summary>).)*Filters/s)
    expect(html).toMatch(/id="maxPrice-error"[^>]*>.*?Max price must not be below min price\./s)
    expect(wordsOf(html)).toContain('Check the price range')
    expect(html).not.toContain('<article')
  })

  test('categories without a parent and platforms are listed by name', async () => {
    const parent = await makeCategory({ name: 'Writing' })
    await makeCategory({ name: 'Audio' })
    await makeCategory({ name: 'Knowledge Bases', parent_id: parent.id })
    const platform = await makePlatform({ name: 'Stackyard', website_url: 'https://stackyard.example' })
    const words = wordsOf(await pageOf(null, '/categories', categories))
    expect(words.indexOf('Audio')).toBeLessThan(words.indexOf('Writing'))
    expect(words).not.toContain('Knowledge Bases')
    expect(await pageOf(null, '/platforms', platforms)).toContain(`href="/platforms/${platform.slug}"`)
    const page = { pattern: '/platforms/:slug', path: `/platforms/${platform.slug}`, routes: [onePlatform] }
    expect(await renderPage(null, page)).toContain('href="https://stackyard.example')
  })

  test('the page of a vendor links the source of its status and says the average rating over all offers', async () => {
    const { vendor_id, product_id } = await makeDeal({ title: 'Foldmark', vendor_name: 'Halden' })
    const { id } = await makeDeal({ vendor_name: 'Halden', product_id, status: 'EXPIRED' })
    for (const rating of [5, 4]) await makeReview({ deal_id: id, rating, status: 'APPROVED' })
    const status = {
      status: 'ACQUIRED',
      status_on: '2026-03-04',
      status_source_url: 'https://halden.example/news',
    } as const
    await db.updateTable('vendors').set(status).where('id', '=', vendor_id).execute()
    const html = await renderPage(null, { pattern: '/vendors/:slug', path: '/vendors/halden', routes: [vendor] })
    expect(html).toMatch(/Acquired on 4 Mar 2026\..*?<a [^>]*href="https:\/\/halden.example\/news"[^>]*>Source/s)
    expect(wordsOf(html)).toContain('over all offers, 2 reviews 4.5')
  })

  test('a search without results says so and suggests similar words', async () => {
    await makeDeal({ title: 'Quillstack' })
    const html = await listOf('q=quilstack')
    expect(wordsOf(html)).toContain('No deals found')
    expect(wordsOf(html)).toContain('Try adjusting your filters or check back later for new deals.')
    expect(html).toMatch(/Did you mean.*?href="\/deals\?q=quillstack"/s)
    expect(wordsOf(html)).not.toContain('Clear filters')
    expect(wordsOf(await listOf('q=quilstack&open=1'))).toContain('Clear filters')
  })
})

describe('lists of staff', () => {
  test.each([
    ['/admin/deals?q=none', 'No deals found', managedDeals],
    ['/admin/products?q=none', 'No products found', managedProducts],
    ['/admin/users?q=none', 'No users found', users],
    ['/admin/audit?who=none', 'No entries found', audit],
    ['/admin/seo?entity=none', 'No entries found', seo],
  ] as const)(
    '%s suggests adjusting filters when nothing is found, and links the list without them',
    async (path, title, route) => {
      const admin = await makeProfile({ role: 'ADMIN' })
      const html = await pageOf(admin, path, route)
      expect(wordsOf(html)).toContain(`${title} Try adjusting your filters. Clear filters`)
      expect(html).toMatch(new RegExp(`<a [^>]*href="${path.split('?')[0]}"[^>]*>Clear filters`))
    },
  )

  test('a row of the deal list shows the deal, whether it is published, its status, tags and price', async () => {
    const foldmark = {
      title: 'Foldmark',
      vendor_name: 'Halden',
      summary: 'Maps that fold.',
      tags: ['maps', 'paper', 'print'],
    }
    await makeDeal({ ...foldmark, deal_price: '59.00' })
    await makeDeal({ title: 'Quillstack', published: false, status: 'UPCOMING', start_date: '2100-01-01', tags: [] })
    const html = await pageOf(await makeProfile({ role: 'MANAGER' }), '/admin/deals?sort=title', managedDeals)
    const rows = html.match(/<tr.*?<\/tr>/gs)!.map((row) => row.match(/<t[dh].*?<\/t[dh]>/gs)!.map(wordsOf))
    expect(rows.map((cells) => cells.slice(1, 5))).toEqual([
      ['Published', 'Status', 'Tags', expect.stringMatching(/^Deal price/)],
      ['Published', 'Active', 'maps paper +1', '$59.00'],
      ['Draft', 'Upcoming', 'None', 'Price not listed'],
    ])
    for (const text of ['Foldmark', 'Halden', 'Maps that fold.']) expect(rows[1]![0]).toContain(text)
  })

  test('the user list has the specified columns, the karma of each user, and links to profiles and the dashboard', async () => {
    const { id, email } = await makeProfile({ name: 'Ada', karma: 1234 })
    const html = await pageOf(await makeProfile({ role: 'ADMIN' }), `/admin/users?q=${email}`, users)
    const heads = html.match(/<th scope="col".*?<\/th>/gs)!.map(wordsOf)
    expect(heads).toEqual(['Name', 'Email', 'Role', 'Status', 'Karma', 'Joined', 'Actions'])
    for (const text of ['User Management', '1,234']) expect(wordsOf(html)).toContain(text)
    expect(html).toMatch(/<a [^>]*href="\/admin"(?:(?!<\/a>).)*Back to Dashboard<\/a>/)
    expect(html).toMatch(new RegExp(`<a [^>]*href="/account\\?userId=${id}"(?:(?!</a>).)*View Profile`))
  })

  test('managers see roles but cannot change them', async () => {
    const { email } = await makeProfile({ name: null })
    const manager = await makeProfile({ role: 'MANAGER' })
    const html = await pageOf(manager, `/admin/users?q=${email}`, users)
    expect(wordsOf(html)).toContain('N/A')
    const selectOf = (what: string) => html.match(new RegExp(`<select[^>]*aria-label="${what} of ${email}"[^>]*>`))![0]
    expect(selectOf('Role')).toContain(' disabled=""')
    expect(selectOf('Status')).not.toContain(' disabled=""')
  })
})

test('the transparency page counts the decisions on reviews of each rating', async () => {
  await makeDecision({ rating: 2 })
  await makeDecision({ rating: 2, decision: 'REJECTED', reason: 'CONFLICT_OF_INTEREST' })
  const row = (await pageOf(null, '/transparency', transparency)).match(/aria-label="2 out of 5 stars".*?<\/tr>/s)![0]
  expect(wordsOf(`<${row}`)).toMatch(/^2 1 1 0\b/)
})

describe('pages of members', () => {
  test('the home page describes the organization and the site to search engines', async () => {
    const { structured } = await home.loader()
    expect(structured).toMatchObject([
      {
        '@type': 'Organization',
        name: 'Lifetime Ledger',
        url: 'http://localhost:3000/',
        logo: expect.stringMatching(/^http:\/\/localhost:3000\/./),
      },
      { '@type': 'WebSite', name: 'Lifetime Ledger', url: 'http://localhost:3000/' },
    ])
  })

  test('the home page shows fewer than three open deals and asks for more, and leaves out what counts none', async () => {
    const empty = wordsOf(await pageOf(null, '/', home))
    expect(empty).not.toContain('Featured Deals')
    for (const text of ['The first deals are on their way.', 'Know a good lifetime deal?'])
      expect(empty).toContain(text)
    expect(wordsOf(await pageOf(null, '/deals', deals))).toContain('The first deals are on their way.')
    expect(wordsOf(await pageOf(null, '/deals?open=1', deals))).toContain('Try adjusting your filters')
    expect(wordsOf(await pageOf(null, '/transparency', transparency))).not.toMatch(/Approval rate|Facts checked/)
    await makeDeal({ title: 'Lonely', end_date: null })
    const few = await pageOf(null, '/', home)
    for (const text of ['open deal 1', 'Lonely', 'Know a good lifetime deal?']) expect(wordsOf(few)).toContain(text)
    expect(wordsOf(few)).not.toContain('on their way')
    expect(wordsOf(few)).not.toContain('verified changes')
    const given = { pattern: '/suggest', path: '/suggest?url=https%3A%2F%2Fquill.example%2Fdeal', routes: [suggest] }
    expect(await renderPage(await makeProfile(), given)).toContain('value="https://quill.example/deal"')

    await db.updateTable('deals').set({ status: 'EXPIRED' }).execute()
    const none = wordsOf(await pageOf(null, '/', home))
    for (const text of ['Featured Deals', 'Lonely', 'Expired', 'Know a good lifetime deal?'])
      expect(none).toContain(text)
    expect(none).not.toContain('open deal')
    await makeDeal({ end_date: null })
    await makeDeal({ end_date: null })
    await makeDeal({ end_date: null })
    expect(wordsOf(await pageOf(null, '/', home))).not.toContain('Know a good lifetime deal?')
  })

  test('the home page does not ask members to sign up', async () => {
    const html = await pageOf(await makeProfile(), '/', home)
    expect(html).toContain('href="/account"')
    expect(wordsOf(html)).not.toMatch(/Sign Up|Create Account/)
    expect(wordsOf(await pageOf(null, '/', home))).toMatch(/Sign Up|Create Account/)
  })

  test('the home page links the lists of deals and changes, and the sign-up for visitors', async () => {
    await makeChangeLog({ deal_id: (await makeDeal()).id, status: 'APPROVED' })
    const html = await pageOf(null, '/', home)
    const links = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, to, text]) => [
      wordsOf(text!),
      to,
    ])
    for (const link of [
      ['Browse Deals', '/deals'],
      ['Sign Up Free', '/auth?mode=sign-up'],
      ['View All Deals', '/deals'],
      ['View all changes', '/changes'],
      ['Create Account', '/auth?mode=sign-up'],
    ])
      expect(links).toContainEqual(link)
  })

  test('members see the stars of their own reviews', async () => {
    const ada = await makeProfile()
    await makeReview({ user_id: ada.id, rating: 4 })
    const html = await pageOf(ada, '/account', account)
    const reviews = html.slice(html.indexOf('aria-labelledby="reviews"'))
    expect(reviews).toContain('aria-label="4 out of 5 stars"')
  })

  test('suspended members see a notice, and can delete their account but not change their name', async () => {
    const reason = { suspension_reason: 'SPAM', suspension_note: 'Three links to one shop.' } as const
    const ada = await makeProfile({ status: 'SUSPENDED', ...reason })
    const overview = wordsOf(await pageOf(ada, '/account', account))
    expect(overview).toContain('Your account is suspended')
    expect(overview).toContain('Spam or advertising. Three links to one shop.')
    const words = wordsOf(await pageOf(ada, '/account/settings', settings))
    expect(words).toContain('Your account is suspended')
    expect(words).toContain('Delete my account')
    expect(words).not.toContain('Change name')
  })
})
