import { sql } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { db } from '~/db/database.server'
import { type ComparedFact, countFacts, differs, sharedText, withoutEqual } from '~/features/audience/compare/facts'
import { comparePath } from '~/features/catalog/deals/list/deal-filters'
import { lowestOnRecord } from '~/features/catalog/price-history/price-history'
import { addDays, utcToday } from '~/http/utc-day'
import * as compareRoute from '~/routes/compare/route'
import { makeChangeLog, makeDeal, makeFollowUp, makePlatform, makePurchase, makeReview } from '../factories'
import { renderPage, wordsOf } from '../render'
import { requestAs } from '../requests'
import { makeDealRedirect } from '../staff-factories'

const { loader } = compareRoute

async function compare(...slugs: string[]) {
  return loader({ request: await requestAs(null, comparePath(slugs)), params: {}, context: {} })
}

/** What each deal has in a row, and how the row reads if it is the same for all. */
async function rowOf(label: string, ...slugs: string[]) {
  const fact = (await compare(...slugs)).facts.flatMap(({ facts }) => facts).find((one) => one.label === label)!
  return differs(fact)
    ? fact.cells.map(({ text, note }) => (note === undefined ? text : `${text} (${note})`))
    : sharedText(fact)
}

const labelsOf = async (...slugs: string[]) =>
  (await compare(...slugs)).facts.flatMap(({ facts }) => facts.map(({ label }) => label))

test('deals are compared in the order of the address, with each reason why others are left out', async () => {
  const [one, two, three, four, five] = await Promise.all([1, 2, 3, 4, 5].map(() => makeDeal()))
  const draft = await makeDeal({ published: false })
  const named = [two!, one!, two!, draft, three!, four!, five!].map(({ slug }) => slug)

  const { deals, leftOut, head } = await compare(...named, 'never-heard-of', 'no slug\u0000')
  expect(deals.map(({ slug }) => slug)).toEqual([two!, one!, three!, four!].map(({ slug }) => slug))
  expect(leftOut).toEqual([
    `"${two!.slug}" was already chosen.`,
    `"${draft.slug}" is not listed, or no longer published.`,
    `"${five!.slug}" was left out. You can compare up to four deals.`,
    '"never-heard-of" is not listed, or no longer published.',
    '"no slug\u0000" is not listed, or no longer published.',
  ])
  expect(head).toMatchObject({ title: expect.stringMatching(/^Compare 4 deals/), isIndexed: false })
})

test('a comparison of one deal, or of none, has no facts', async () => {
  const deal = await makeDeal()
  expect(await compare(deal.slug)).toMatchObject({ deals: [{ slug: deal.slug }], facts: [], leftOut: [] })
  expect(await compare()).toMatchObject({ deals: [], facts: [], leftOut: [] })
})

test('a former slug is compared as the deal that had it, and only once', async () => {
  const [deal, other] = [await makeDeal(), await makeDeal()]
  await makeDealRedirect({ slug: 'former-name', deal_id: deal.id, title: 'Former' })

  expect((await compare('former-name', other.slug)).deals.map(({ slug }) => slug)).toEqual([deal.slug, other.slug])
  expect((await compare('former-name', deal.slug)).leftOut).toEqual([`"${deal.slug}" was already chosen.`])
})

test('prices are compared with the lowest on record and how soon they pay for themselves', async () => {
  const monthly = { original_price: '12.00', regular_price_period: 'MONTH' as const }
  const [paid, once, none] = [
    await makeDeal({ deal_price: '59.00', ...monthly }),
    await makeDeal({ deal_price: '64.00', original_price: '240.00', regular_price_period: 'ONCE' }),
    await makeDeal({ deal_price: null }),
  ]
  await db.deleteFrom('deal_price_points').execute()
  const points: [id: string, price: string, day: string][] = [
    [paid.id, '69.00', '2026-01-01'],
    [paid.id, '59.00', '2026-02-01'],
    [once.id, '54.00', '2026-05-04'],
    [once.id, '64.00', '2026-06-01'],
  ]
  for (const [deal_id, deal_price, recorded_at] of points)
    await db.insertInto('deal_price_points').values({ deal_id, deal_price, currency: 'USD', recorded_at }).execute()
  const slugs = [paid.slug, once.slug, none.slug]

  expect(await rowOf('Deal price', ...slugs)).toEqual(['$59.00', '$64.00', 'Not listed'])
  expect(await rowOf('Lowest of this offer', ...slugs)).toEqual([
    '$59.00 (since 1 Feb 2026)',
    '$54.00 (on 4 May 2026)',
    'None on record',
  ])
  await db.deleteFrom('deal_price_points').where('deal_price', 'in', ['69.00', '54.00']).execute()
  expect(await labelsOf(...slugs)).not.toContain('Lowest of this offer')
  expect(await rowOf('Pays for itself', ...slugs)).toEqual([
    'After 5 months (at $12/mo)',
    'The regular price is a one-time price',
    'Not stated',
  ])
})

test('the lowest price holds since the first point of its last run, in the current currency', () => {
  const point = (deal_price: string | null, day: number, currency = 'USD') => ({
    deal_price,
    deal_price_period: 'ONCE' as const,
    currency,
    recorded_at: `2026-01-0${day}`,
  })
  expect(lowestOnRecord([point('5.00', 1), point('9.00', 2), point('5.00', 3), point('5.00', 4)])).toEqual({
    price: '5.00',
    since: '2026-01-03',
    isCurrent: true,
  })
  expect(lowestOnRecord([point('5.00', 1, 'EUR'), point('9.00', 2), point(null, 3)])).toEqual({
    price: '9.00',
    since: '2026-01-02',
    isCurrent: false,
  })
  expect(lowestOnRecord([point(null, 1)])).toBeUndefined()
})

test('ratings after a year and owners who still use it need three answers', async () => {
  const [known, thin] = [await makeDeal(), await makeDeal()]
  for (const deal_id of [known.id, known.id, known.id, thin.id]) {
    const review = await makeReview({ deal_id, status: 'APPROVED', created_at: new Date('2024-06-01') })
    await makePurchase({ deal_id, user_id: review.user_id!, bought_on: '2024-01-01' })
    await makeFollowUp({ review, status: 'APPROVED', created_at: new Date('2025-02-01') })
  }
  expect(await rowOf('Rating', known.slug, thin.slug)).toEqual(['4.0 (3 reviews)', '4.0 (1 review)'])
  expect(await rowOf('Rated after a year', known.slug, thin.slug)).toEqual(['4.0 (3 ratings)', 'Not enough data'])
  expect(await rowOf('Still using it', known.slug, thin.slug)).toEqual(['3 of 3 owners', 'Not enough data'])
})

test('changes count that are verified, affect owners and are at most 12 months old', async () => {
  const [changed, quiet] = [await makeDeal(), await makeDeal()]
  const changes: ['YES' | 'NO', day: string | null][] = [
    ['YES', utcToday()],
    ['YES', addDays(utcToday(), -300)],
    ['YES', addDays(utcToday(), -400)],
    ['NO', utcToday()],
    ['YES', null],
  ]
  for (const [affects_owners, day] of changes)
    await makeChangeLog({
      deal_id: changed.id,
      affects_owners,
      ...(day && { status: 'APPROVED', moderated_at: new Date(day) }),
    })
  const [count] = await rowOf('Changes affecting owners, 12 months', changed.slug, quiet.slug)
  expect(count).toMatch(/^2 \(/)
})

test('terms, plans and platforms are compared, and a rule of the platform is marked', async () => {
  const platform = await makePlatform({ name: 'Stackyard', refund_days: 60, refund_from: 'PURCHASE' })
  const own = await makeDeal({ platform_id: platform.id, refund_days: 30, stackable: true, max_codes: 3 })
  const plain = await makeDeal({ platform_id: platform.id, stackable: false, lifetime_means: '5 YEARS' })
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('deals').set({ deal_price: '59.00' }).where('id', '=', own.id).execute()
    const plans = [
      { name: 'Tier 1', price: '59.00' },
      { name: 'Tier 2', price: '118.00' },
    ]
    for (const [position, plan] of plans.entries())
      await trx
        .insertInto('deal_plans')
        .values({ deal_id: own.id, position, ...plan })
        .execute()
    await trx.updateTable('deals').set({ deal_price: '64.00' }).where('id', '=', plain.id).execute()
    await trx
      .insertInto('deal_plans')
      .values({ deal_id: plain.id, position: 0, name: 'Only', price: '64.00' })
      .execute()
    await sql`insert into deal_plan_limits (deal_id, position, label, "values")
      values (${plain.id}, 0, 'Agents', '{15}'), (${plain.id}, 1, 'Seats', '{""}')`.execute(trx)
  })

  expect(await rowOf('Plans', own.slug, plain.slug)).toEqual([
    'Tier 1 $59.00 (Tier 2 $118.00)',
    'One plan (Agents: 15)',
  ])
  expect(await rowOf('Refund', own.slug, plain.slug)).toEqual(['30 days', "60 days from purchase (Platform's rule)"])
  expect(await rowOf('Codes can be stacked', own.slug, plain.slug)).toEqual(['Yes, up to 3', 'No'])
  expect(await rowOf('Lifetime means', own.slug, plain.slug)).toEqual(['Not stated', '5 years'])
  expect(await labelsOf(own.slug, plain.slug)).not.toContain('Transferable')
  expect(await rowOf('Platform', own.slug, plain.slug)).toBe('Both: Stackyard')
})

test('status with its date, the last check and the status of the vendor are compared', async () => {
  const checked = { checked_at: new Date('2026-11-20'), found_on: null }
  const ending = await makeDeal({ end_date: '2099-12-04', ...checked, vendor_name: 'Halden' })
  const imported = await makeDeal({ start_date: utcToday(), imported_at: new Date(), found_on: null })
  await db.updateTable('vendors').set({ status: 'ACTIVE' }).where('id', '=', ending.vendor_id).execute()
  const slugs = [ending.slug, imported.slug]
  expect(await rowOf('Status', ...slugs)).toEqual(['Active (Ends 4 Dec 2099)', 'Active (Not checked. Since today)'])
  expect(await rowOf('Checked', ...slugs)).toEqual(['20 Nov 2026', 'Not checked'])
  expect(await rowOf('Vendor', ...slugs)).toEqual(['Active', 'Unknown'])
})

test('four deals take as many queries as two', async () => {
  const slugs = (await Promise.all([1, 2, 3, 4].map(() => makeDeal()))).map(({ slug }) => slug)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const counts: number[] = []
  for (const named of [slugs.slice(0, 2), slugs]) {
    query.mockClear()
    await compare(...named)
    counts.push(query.mock.calls.length)
  }
  query.mockRestore()
  expect(counts[0]).toBeGreaterThan(3)
  expect(counts[1]).toBe(counts[0])
})

test('a search offers published deals that are not chosen yet, each with the address of the larger comparison', async () => {
  const [chosen, match] = [await makeDeal({ title: 'Quillstack' }), await makeDeal({ title: 'Quillboard' })]
  await makeDeal({ title: 'Quilldraft', published: false })
  const path = `/compare?d=${chosen.slug}&q=quill`
  const { matches, q } = await loader({ request: await requestAs(null, path), params: {}, context: {} })
  expect(matches).toEqual([{ slug: match.slug, title: 'Quillboard', vendor_name: match.vendor_name }])
  expect(q).toBe('quill')
  expect((await compare(chosen.slug)).matches).toBeUndefined()

  const html = await renderPage(null, { pattern: '/compare', path, routes: [compareRoute] })
  expect(html).toContain(`href="/compare?d=${chosen.slug}&amp;d=${match.slug}"`)
  const nothing = await renderPage(null, { pattern: '/compare', path: '/compare?q=zzyzx', routes: [compareRoute] })
  expect(wordsOf(nothing)).toContain('No other deals match "zzyzx".')
})

test('the lowest price is marked among open deals in one currency only, and not where prices are equal', async () => {
  const lowestOf = async (...given: Parameters<typeof makeDeal>[0][]) => {
    const slugs = (await Promise.all(given.map(makeDeal))).map(({ slug }) => slug)
    const [price] = (await compare(...slugs)).facts.flatMap(({ facts }) => facts)
    return price!.cells.map(({ isLowest }) => isLowest)
  }
  const [low, high] = [{ deal_price: '49.00' }, { deal_price: '59.00' }]
  expect(await lowestOf(high, low, { deal_price: null })).toEqual([false, true, false])
  expect(await lowestOf(low, low, high)).toEqual([false, false, false])
  expect(await lowestOf(high, { ...low, currency: 'EUR' })).toEqual([false, false])
  expect(await lowestOf(high, { ...low, status: 'EXPIRED' })).toEqual([false, false])
})

test('equal rows are one sentence, which keeps the capitals of names and quotations', () => {
  const fact = (texts: string[], given: Partial<ComparedFact> = {}): ComparedFact => ({
    label: 'Fact',
    cells: texts.map((text) => ({ text })),
    ...given,
  })
  expect(sharedText(fact(['Yes', 'Yes', 'Yes']))).toBe('All three: yes')
  expect(sharedText(fact(['All 2.x', 'All 2.x'], { isQuoted: true }))).toBe('Both: All 2.x')
  const equal = fact(['Yes', 'Yes'])
  const different = fact(['Yes', 'No'])
  const noted = { label: 'Fact', cells: [{ text: '60 days' }, { text: '60 days', note: "Platform's rule" }] }
  const groups = [
    { label: 'Price', facts: [equal] },
    { label: 'Terms', facts: [different, equal, noted] },
  ]
  expect(countFacts(groups)).toEqual({ all: 4, differing: 2 })
  expect(withoutEqual(groups)).toEqual([{ label: 'Terms', facts: [different, noted] }])
})
