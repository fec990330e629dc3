import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import type { RefundOutcome } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import { findCompared } from '~/features/audience/compare/compared-deals.server'
import { listFacts } from '~/features/audience/compare/list-facts.server'
import { readVendorChangeFeed } from '~/features/audience/feeds/change-feed.server'
import { remindOfRefunds } from '~/features/contributions/purchases/remind-refunds-task.server'
import { describeOutcomes, refundSentence } from '~/features/contributions/refunds/refund'
import { findRefunds } from '~/features/contributions/refunds/refund-figures.server'
import { savePurchase } from '~/features/contributions/reviews/purchases.server'
import { findReviewFigures } from '~/features/contributions/reviews/review-figures.server'
import { exportPersonalData } from '~/features/site/personal-data/personal-data.server'
import { addDays, utcToday } from '~/http/utc-day'
import { action, loader } from '~/routes/account_.purchases_.$id/route'
import { makeDeal, makeProfile, makePurchase } from '../factories'
import { answer, requestAs } from '../requests'

const OLD = new Date('2026-01-01')
const BOUGHT = addDays(utcToday(), -40)
const ASKED = addDays(utcToday(), -20)

let deal: Awaited<ReturnType<typeof makeDeal>>
beforeEach(async () => {
  deal = await makeDeal({ slug: 'quillstack' })
})

type Outcome = RefundOutcome | null

async function asked(outcome: Outcome, given: Partial<Parameters<typeof makePurchase>[0]> = {}) {
  const user_id = given.user_id ?? (await makeProfile({ created_at: OLD })).id
  const refunded_on = outcome === 'PAID' ? addDays(ASKED, 6) : null
  const refund = { refund_asked_on: ASKED, refund_outcome: outcome, refunded_on }
  return makePurchase({ deal_id: deal.id, bought_on: BOUGHT, ...refund, ...given, user_id })
}

const ofDeal = async () => (await findReviewFigures(deal.id)).refunds

test('how refunds ended is shown from three askers on, for the deal, its vendor and its platform', async () => {
  await asked('PAID')
  await asked('REFUSED')
  expect(await ofDeal()).toBeNull()
  for (const of of ['vendor_id', 'platform_id'] as const) expect(await findRefunds(of, deal[of])).toBeNull()
  for (const outcome of ['PAID', 'PAID', 'PAID'] as const) await asked(outcome)
  const figures = { asked: 5, paid: 4, refused: 1, unanswered: 0, days: null }
  expect(await ofDeal()).toMatchObject(figures)
  expect(await findRefunds('vendor_id', deal.vendor_id)).toMatchObject(figures)
  expect(await findRefunds('platform_id', deal.platform_id)).toMatchObject(figures)
  expect(refundSentence(figures)).toBe('5 owners asked for a refund: 4 paid, 1 refused')

  const vendor = await db.selectFrom('vendors').selectAll().where('id', '=', deal.vendor_id).executeTakeFirstOrThrow()
  expect((await readVendorChangeFeed(vendor)).description).toContain('5 owners asked for a refund: 4 paid, 1 refused.')
  const { deals } = await findCompared(['quillstack'])
  const facts = (await listFacts(deals, utcToday())).flatMap((group) => group.facts)
  expect(facts.find(({ label }) => label === 'Refunds asked for by owners')?.cells).toEqual([
    { text: '5 asked', note: '4 paid, 1 refused' },
  ])
})

test('a share and days are shown from ten askers on', async () => {
  const nine = ['PAID', 'PAID', 'PAID', 'PAID', 'PAID', 'PAID', 'REFUSED', 'NO_ANSWER', null] as const
  for (const outcome of nine) await asked(outcome)
  expect(describeOutcomes((await ofDeal())!)).toBe('6 paid, 1 refused, 1 without an answer, 1 waiting')
  await asked('PAID')
  expect(describeOutcomes((await ofDeal())!)).toBe(
    '7 paid (70%), 1 refused, 1 without an answer, 1 waiting, half of them within 6 days',
  )
})

test('new and suspended accounts, drafts and unasked refunds do not count, and a person counts once for a vendor', async () => {
  const ada = await makeProfile({ created_at: OLD })
  await asked('PAID', { user_id: ada.id })
  await asked('PAID')
  await asked('PAID', { user_id: (await makeProfile()).id })
  await asked('PAID', { user_id: (await makeProfile({ created_at: OLD, status: 'SUSPENDED' })).id })
  await makePurchase({ deal_id: deal.id, bought_on: BOUGHT, refunded_on: ASKED })
  const other = await makeDeal({ vendor_name: deal.vendor_name })
  expect(other.vendor_id).toBe(deal.vendor_id)
  await asked('REFUSED', { user_id: ada.id, deal_id: other.id })
  const draft = await makeDeal({ vendor_name: deal.vendor_name, published: false })
  await asked('REFUSED', { deal_id: draft.id })
  expect(await findRefunds('vendor_id', deal.vendor_id)).toBeNull()
  await asked('PAID')
  expect(await findRefunds('vendor_id', deal.vendor_id)).toMatchObject({ asked: 3 })
})

test('the deletion of an account takes its part out', async () => {
  const [first] = [await asked('PAID'), await asked('PAID'), await asked('PAID')]
  expect(await ofDeal()).toMatchObject({ asked: 3 })
  await db.deleteFrom('profiles').where('id', '=', first.user_id).execute()
  expect(await ofDeal()).toBeNull()
})

async function send(purchase: { id: string; user_id: string }, form: Record<string, string>, intent = 'refund') {
  const request = await requestAs({ id: purchase.user_id }, `/account/purchases/${purchase.id}`, { intent, ...form })
  return answer(action({ request, params: { id: purchase.id }, context: {} }))
}

const stored = ({ id }: { id: string }) =>
  db
    .selectFrom('purchases')
    .select(['refund_asked_on', 'refund_outcome', 'refunded_on'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('a member says when they asked and how it ended, corrects it, and takes it back', async () => {
  const purchase = await makePurchase({ deal_id: deal.id, bought_on: BOUGHT })
  expect(await send(purchase, { refund_asked_on: ASKED })).toMatchObject({ status: 303 })
  expect(await stored(purchase)).toEqual({ refund_asked_on: ASKED, refund_outcome: null, refunded_on: null })
  const paidOn = addDays(ASKED, 3)
  await send(purchase, { refund_outcome: 'PAID', refunded_on: paidOn })
  expect(await stored(purchase)).toEqual({ refund_asked_on: ASKED, refund_outcome: 'PAID', refunded_on: paidOn })
  await send(purchase, { refund_outcome: 'REFUSED', refunded_on: paidOn })
  expect(await stored(purchase)).toEqual({ refund_asked_on: ASKED, refund_outcome: 'REFUSED', refunded_on: null })
  const { purchases } = await exportPersonalData(purchase.user_id)
  expect(purchases).toMatchObject([{ refund_asked_on: ASKED, refund_outcome: 'REFUSED' }])
  await send(purchase, {}, 'no-refund')
  expect(await stored(purchase)).toEqual({ refund_asked_on: null, refund_outcome: null, refunded_on: null })
})

test("another person's purchase has no refund to change", async () => {
  const { id } = await makePurchase({ deal_id: deal.id, bought_on: BOUGHT })
  const stranger = { id, user_id: (await makeProfile()).id }
  for (const intent of ['refund', 'no-refund']) {
    expect(await send(stranger, { refund_asked_on: ASKED }, intent)).toMatchObject({ status: 404 })
  }
  expect((await stored({ id })).refund_asked_on).toBeNull()
})

test('what cannot be a refund is refused at its field, with what was entered', async () => {
  const purchase = await makePurchase({ deal_id: deal.id, bought_on: '2025-11-02' })
  const fresh = await makePurchase({ bought_on: BOUGHT, refund_asked_on: addDays(utcToday(), -2) })
  const waiting = await asked(null)
  for (const [of, form, field, message] of [
    [purchase, { refund_asked_on: '2025-11-01' }, 'refund_asked_on', 'Choose a day between 2 Nov 2025 and today.'],
    [
      purchase,
      { refund_asked_on: addDays(utcToday(), 1) },
      'refund_asked_on',
      'Choose a day between 2 Nov 2025 and today.',
    ],
    [
      purchase,
      { refund_outcome: 'PAID', refunded_on: ASKED },
      'refund_asked_on',
      'Choose a day between 2 Nov 2025 and today.',
    ],
    [waiting, { refund_outcome: 'PAID', refunded_on: addDays(ASKED, -1) }, 'refunded_on', 'Choose a day between'],
    [waiting, { refund_outcome: 'PAID' }, 'refunded_on', 'Choose a day between'],
    [waiting, { refund_outcome: 'BRIBED' }, 'refund_outcome', 'Choose one of the answers.'],
    [waiting, {}, 'refund_outcome', 'Choose one of the answers.'],
    [fresh, { refund_outcome: 'NO_ANSWER' }, 'refund_outcome', '14 days after asking.'],
  ] as const) {
    const before = await stored(of)
    expect(await send(of, form), message).toMatchObject({
      init: { status: 400 },
      data: { initialValue: form, error: { [field]: [expect.stringContaining(message)] } },
    })
    expect(await stored(of)).toEqual(before)
  }
})

test('two outcomes at once are refused', async () => {
  const purchase = await asked(null)
  const request = await requestAs({ id: purchase.user_id }, `/account/purchases/${purchase.id}`, { intent: 'refund' })
  const body = new URLSearchParams([
    ['intent', 'refund'],
    ['refund_outcome', 'PAID'],
    ['refund_outcome', 'REFUSED'],
    ['refunded_on', utcToday()],
  ])
  const both = new Request(request.url, { method: 'POST', headers: { Cookie: request.headers.get('Cookie')! }, body })
  expect(await answer(action({ request: both, params: { id: purchase.id }, context: {} }))).toMatchObject({
    init: { status: 400 },
    data: { error: { refund_outcome: ['Choose one of the answers.'] } },
  })
  expect((await stored(purchase)).refund_outcome).toBeNull()
})

test('the other forms keep what was said of the refund, or end it with the purchase', async () => {
  const purchase = await asked('PAID')
  const { user_id, deal_id } = purchase
  expect(await send(purchase, { bought_on: addDays(ASKED, 1) }, 'save')).toMatchObject({
    data: { error: { bought_on: [expect.stringContaining('You asked for a refund on')] } },
  })
  await send(purchase, { bought_on: BOUGHT, paid: '69', currency: 'USD' }, 'save')
  expect(await stored(purchase)).toMatchObject({ refund_outcome: 'PAID', refunded_on: purchase.refunded_on })
  const claim = (refunded_on: string | null, bought_on = BOUGHT) =>
    inTransaction((trx) => savePurchase(trx, user_id, deal_id, { bought_on, refunded_on }))
  await claim(null)
  expect(await stored(purchase)).toEqual({ refund_asked_on: ASKED, refund_outcome: null, refunded_on: null })
  await claim(utcToday())
  expect(await stored(purchase)).toMatchObject({ refund_outcome: 'PAID', refunded_on: utcToday() })
  await claim(null, addDays(ASKED, 1))
  expect(await stored(purchase)).toEqual({ refund_asked_on: null, refund_outcome: null, refunded_on: null })
})

test('after 14 days the buyer is asked once whether they paid', async () => {
  const purchase = await asked(null)
  await asked('REFUSED')
  await asked(null, { refund_asked_on: addDays(utcToday(), -13) })
  await Promise.all([remindOfRefunds(), remindOfRefunds()])
  const sent = await db.selectFrom('notifications').select(['user_id', 'kind', 'data']).execute()
  expect(sent).toEqual([
    {
      user_id: purchase.user_id,
      kind: 'refund_asked',
      data: { deal: deal.title, askedOn: ASKED, purchase: purchase.id },
    },
  ])
  const request = await requestAs({ id: purchase.user_id }, `/account/purchases/${purchase.id}`)
  const page = await loader({ request, params: { id: purchase.id }, context: {} })
  expect(page).toMatchObject({ purchase: { refund_asked_on: ASKED, refund_outcome: null }, today: utcToday() })
})
