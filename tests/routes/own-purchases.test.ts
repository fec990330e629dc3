import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { LOSES_PROOF } from '~/features/contributions/reviews/review'
import { utcToday } from '~/http/utc-day'
import { loader } from '~/routes/account_.purchases/route'
import { action as change, loader as edit } from '~/routes/account_.purchases_.$id/route'
import { loader as download } from '~/routes/account_.purchases[.]csv'
import {
  makeChangeLog,
  makeDeal,
  makePlatform,
  makeProfile,
  makeProof,
  makePurchase,
  makeReview,
  makeVendor,
} from '../factories'
import { answer, requestAs } from '../requests'

const PATH = '/account/purchases'
const context = { params: {}, context: {} }
const adding = { params: { id: 'new' }, context: {} }
type Person = { id: string }
let ada: Person
beforeEach(async () => {
  ada = await makeProfile()
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const open = async (as: Person, query = '') =>
  (await loader({ request: await requestAs(as, PATH + query), ...context })) as Awaited<ReturnType<typeof loader>>
const post = async (as: Person, slug: string, form: Record<string, string>) =>
  answer(change({ request: await requestAs(as, `${PATH}/new?deal=${slug}`, form), ...adding }))
const send = async (as: Person, id: string, form: Record<string, string>) =>
  answer(change({ request: await requestAs(as, `${PATH}/${id}`, form), params: { id }, context: {} }))
const stored = () =>
  db
    .selectFrom('purchases')
    .select(['user_id', 'deal_id', 'bought_on', 'paid', 'currency', 'refunded_on'])
    .orderBy('created_at')
    .execute()

test('a member records a purchase, which is private', async () => {
  const deal = await makeDeal({ slug: 'quillstack' })
  const form = { bought_on: '2026-10-06', paid: '$69', currency: 'usd', refunded_on: '' }
  expect(await post(ada, 'quillstack', form)).toMatchObject({ status: 303 })
  expect(await stored()).toEqual([
    { user_id: ada.id, deal_id: deal.id, bought_on: '2026-10-06', paid: '69.00', currency: 'USD', refunded_on: null },
  ])
  expect((await open(ada)).purchases).toMatchObject([{ paid: '69.00' }])
  expect((await open(await makeProfile({ role: 'ADMIN' }))).purchases).toEqual([])
})

test('what cannot be a purchase is refused at its field', async () => {
  await makeDeal({ slug: 'quillstack' })
  for (const [form, field, message] of [
    [{ bought_on: '' }, 'bought_on', 'Date of purchase is required.'],
    [{ bought_on: '2099-01-01' }, 'bought_on', 'The date is in the future.'],
    [{ bought_on: '1989-12-31' }, 'bought_on', 'The date is before 1990.'],
    [{ bought_on: '2026-02-30' }, 'bought_on', 'must be a real date'],
    [{ bought_on: '2026-03-02', refunded_on: '2026-03-01' }, 'refunded_on', 'before the purchase'],
    [{ bought_on: '2026-03-02', paid: '$69', currency: 'EUR' }, 'paid', 'names a different currency'],
    [{ bought_on: '2026-03-02', paid: '-1' }, 'paid', 'cannot be negative'],
    [{ bought_on: '2026-03-02', paid: '69', currency: '' }, 'currency', 'required with an amount'],
    [{ bought_on: '2026-03-02', paid: '69', currency: 'dollars' }, 'currency', 'three letters'],
  ] as [Record<string, string>, string, string][]) {
    const typed = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== ''))
    const result = await post(ada, 'quillstack', form)
    expect(result, message).toMatchObject({
      init: { status: 400 },
      data: { error: { [field]: [expect.stringContaining(message)] }, initialValue: typed },
    })
  }
  expect(await stored()).toEqual([])
})

test('a deal can be recorded once: a second form changes nothing and redirects to the purchase', async () => {
  await makeDeal({ slug: 'quillstack' })
  const form = { bought_on: '2026-10-06', paid: '69', currency: 'USD' }
  await Promise.all([post(ada, 'quillstack', form), post(ada, 'quillstack', form)])
  const again = (await post(ada, 'quillstack', { bought_on: '2026-01-01' })) as Response
  expect(again.headers.get('Location')).toMatch(/^\/account\/purchases\/[\da-f-]{36}$/)
  expect(await stored()).toMatchObject([{ bought_on: '2026-10-06' }])
})

test('only published deals can be chosen and noted', async () => {
  await makeDeal({ title: 'Quillstack', slug: 'quillstack' })
  await makeDeal({ title: 'Quillstack Draft', slug: 'draft', published: false })
  const search = async (query: string) =>
    answer(edit({ request: await requestAs(ada, `${PATH}/new?${query}`), ...adding }))
  expect(await search('q=quillst')).toMatchObject({ choices: [{ title: 'Quillstack', purchase_id: null }] })
  expect(await search('q=zzzz')).toMatchObject({ choices: [] })
  for (const result of [
    await search('deal=draft'),
    await post(ada, 'draft', { bought_on: '2026-01-01' }),
    await post(ada, 'no-such-deal', { bought_on: '2026-01-01' }),
  ]) {
    expect((result as Response).status).toBe(404)
  }
  expect(await stored()).toEqual([])
})

test('totals are one sum by currency, without refunds', async () => {
  for (const [paid, currency, refunded_on] of [
    ['69.00', 'USD', null],
    ['0.10', 'USD', null],
    ['0.20', 'USD', null],
    ['59.00', 'USD', '2026-04-01'],
    ['58.00', 'EUR', null],
    [null, null, null],
  ] as const) {
    await makePurchase({ user_id: ada.id, paid, currency, refunded_on })
  }
  await makePurchase({ paid: '1000.00', currency: 'USD' })
  expect(await open(ada)).toMatchObject({
    counts: { bought: 6, refunded: 1, unpriced: 1 },
    sums: [
      { currency: 'USD', bought: '128.30', refunded: '59.00', spent: '69.30' },
      { currency: 'EUR', bought: '58.00', refunded: '0', spent: '58.00' },
    ],
  })
})

test("deadlines follow the deal's rule, else the platform's, while they are possible", async () => {
  const platform_id = (await makePlatform({ refund_days: 60, refund_from: 'PURCHASE' })).id
  const noted = async (title: string, days: number, deal = {}, purchase = {}) => {
    const { id } = await makeDeal({ title, platform_id, ...deal })
    return makePurchase({ user_id: ada.id, deal_id: id, bought_on: daysAgo(days), ...purchase })
  }
  await noted('Of the platform', 47)
  await noted('Of the deal', 21, { refund_days: 30, refund_from: 'REDEMPTION' })
  await noted('Last day', 60)
  await noted('Over', 61)
  await noted('Refunded', 20, {}, { refunded_on: daysAgo(10) })
  await noted('No refund', 1, { refund_days: 0 })
  const { deadlines, purchases } = await open(ada)
  expect(deadlines.map(({ title, moneyBack }) => ({ title, ...moneyBack }))).toMatchObject([
    { title: 'Last day', daysLeft: 0, isSoon: true, isPlatformRule: true },
    { title: 'Of the deal', days: 30, from: 'REDEMPTION', daysLeft: 9, isSoon: true, isPlatformRule: false },
    { title: 'Of the platform', days: 60, daysLeft: 13, isSoon: false, isPlatformRule: true },
  ])
  expect(purchases.find(({ title }) => title === 'Over')!.moneyBack).toMatchObject({ isPossible: false })
  expect(purchases.map(({ title }) => title)).toEqual([
    'No refund',
    'Refunded',
    'Of the deal',
    'Of the platform',
    'Last day',
    'Over',
  ])
})

test('each purchase shows its status', async () => {
  const noted = async (deal = {}, purchase = {}) =>
    makePurchase({ user_id: ada.id, deal_id: (await makeDeal(deal)).id, bought_on: daysAgo(30), ...purchase })
  const vendor = async (name: string, status_on: string) => {
    await makeVendor({ name, status: 'SHUT_DOWN', status_on, status_source_url: 'https://vendor.example/end' })
    return { title: name, vendor_name: name }
  }
  const changed = async (title: string, report: object) => {
    const { deal_id } = await noted({ title })
    await makeChangeLog({ deal_id, affects_owners: 'YES', status: 'APPROVED', effective_on: daysAgo(3), ...report })
  }
  await noted({ title: 'New' })
  await noted({ title: 'Old' }, { bought_on: daysAgo(400) })
  await noted({ title: 'Back' }, { refunded_on: daysAgo(2) })
  await noted({ title: 'Ended', start_date: daysAgo(90), end_date: daysAgo(5) })
  await noted(await vendor('Gone', '2026-01-31'))
  await noted(await vendor('Going', '2099-01-31'))
  await changed('Changed', {})
  await changed('Changed before', { effective_on: daysAgo(40) })
  await changed('Changed for others', { affects_owners: 'NO' })
  await changed('Reported', { status: 'PENDING' })
  await makeProof({ purchase: await noted({ title: 'Waits' }) })
  await noted({ title: 'Checked' }, { proof_status: 'CHECKED', proof_decided_at: '2026-11-20' })

  const { purchases } = await open(ada)
  const states = Object.fromEntries(purchases.map(({ title, marks }) => [title, marks.map(({ label }) => label)]))
  expect(states).toEqual({
    New: ['No receipt sent'],
    Old: ['Owned 13 months'],
    Back: ['Refunded'],
    Ended: ['No receipt sent', 'Deal ended'],
    Gone: ['Shut down 31 Jan 2026'],
    Going: ['Shuts down 31 Jan 2099'],
    Changed: ['Terms changed'],
    'Changed before': ['No receipt sent'],
    'Changed for others': ['No receipt sent'],
    Reported: ['No receipt sent'],
    Waits: ['Receipt under review'],
    Checked: ['Purchase checked'],
  })
})

test('a long list has pages, and a page beyond the last redirects to the last one', async () => {
  for (let i = 0; i < 26; i++) await makePurchase({ user_id: ada.id })
  expect(await open(ada)).toMatchObject({ pages: 2, purchases: { length: 25 } })
  expect((await open(ada, '?page=2')).purchases).toHaveLength(1)
  const beyond = (await answer(loader({ request: await requestAs(ada, `${PATH}?page=9`), ...context }))) as Response
  expect(beyond.headers.get('Location')).toBe(`${PATH}?page=2`)
})

test('only its owner can change a purchase', async () => {
  const { id } = await makePurchase({ user_id: ada.id })
  const eve = await makeProfile({ role: 'ADMIN' })
  const form = { bought_on: '2026-05-01', paid: '10', currency: 'EUR', refunded_on: '2026-05-09' }
  for (const result of [
    await send(eve, id, form),
    await answer(edit({ request: await requestAs(eve, `${PATH}/${id}`), params: { id }, context: {} })),
    await send(ada, crypto.randomUUID(), form),
    await send(ada, 'nonsense', form),
  ]) {
    expect((result as Response).status).toBe(404)
  }
  await send(eve, id, { intent: 'remove' })
  expect(await stored()).toMatchObject([{ bought_on: '2026-03-14' }])

  expect(await send(ada, id, form)).toMatchObject({ status: 303 })
  expect(await stored()).toMatchObject([
    { bought_on: '2026-05-01', paid: '10.00', currency: 'EUR', refunded_on: '2026-05-09' },
  ])
})

test('another day of purchase says first that its check is lost and ends it once confirmed, other changes do not', async () => {
  const purchase = await makePurchase({ user_id: ada.id })
  await makeProof({ purchase, status: 'APPROVED', moderated_at: new Date() })
  const status = () => db.selectFrom('purchases').select('proof_status').executeTakeFirstOrThrow()
  await send(ada, purchase.id, { bought_on: '2026-03-14', paid: '5', currency: 'USD' })
  expect(await status()).toEqual({ proof_status: 'CHECKED' })
  const refusal = (await send(ada, purchase.id, { bought_on: '2026-03-15' })) as unknown as {
    data: { error: Record<string, string[]> }
  }
  expect(refusal.data.error).toEqual({ bought_on: [LOSES_PROOF] })
  expect(await status()).toEqual({ proof_status: 'CHECKED' })
  await send(ada, purchase.id, { bought_on: '2026-03-15', drops_proof: '1' })
  expect(await status()).toEqual({ proof_status: 'NONE' })
  expect(await db.selectFrom('purchase_proofs').select('id').execute()).toEqual([])
})

test('removing a purchase removes its waiting proof from the queue and keeps the review', async () => {
  const purchase = await makePurchase({ user_id: ada.id })
  const review = await makeReview({ user_id: ada.id, deal_id: purchase.deal_id, status: 'APPROVED' })
  await makeProof({ purchase })
  expect(await db.selectFrom('moderation_items').select('kind').where('status', '=', 'PENDING').execute()).toEqual([
    { kind: 'purchase_proof' },
  ])
  for (let i = 0; i < 2; i++) expect(await send(ada, purchase.id, { intent: 'remove' })).toMatchObject({ status: 303 })
  for (const table of ['purchases', 'purchase_proofs'] as const) {
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  }
  expect(await db.selectFrom('reviews').select('id').execute()).toEqual([{ id: review.id }])
})

test('the CSV holds all purchases, and no cell is a formula', async () => {
  const deal = await makeDeal({ title: '=HYPERLINK("x")', vendor_name: '+Odd', refund_days: 30 })
  await makePurchase({ user_id: ada.id, deal_id: deal.id, bought_on: utcToday(), paid: '59.00', currency: 'USD' })
  await makePurchase()
  const response = await download({ request: await requestAs(ada, `${PATH}.csv`), ...context })
  expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="my-purchases.csv"')
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  const [header, row, rest] = (await response.text()).split('\r\n')
  expect(header).toContain(
    'deal,vendor,bought_on,paid,currency,refunded_on,money_back_until,money_back_rule,state,refund_asked_on,refund_outcome',
  )
  expect(row).toBe(`"'=HYPERLINK(""x"")",'+Odd,${utcToday()},59.00,USD,,${daysAgo(-30)},deal,No receipt sent,,`)
  expect(rest).toBe('')
})

test('suspended members read and download their purchases but cannot note any', async () => {
  const eve = await makeProfile({ status: 'SUSPENDED' })
  await makePurchase({ user_id: eve.id })
  await makeDeal({ slug: 'quillstack' })
  expect(await open(eve)).toMatchObject({ canWrite: false, purchases: { length: 1 } })
  expect((await post(eve, 'quillstack', { bought_on: '2026-01-01' })) as Response).toMatchObject({ status: 403 })
  expect(await stored()).toHaveLength(1)
})
