import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { LOSES_PROOF } from '~/features/contributions/reviews/review'
import { mergeRecords } from '~/features/staff/merging/merge.server'
import { undo } from '~/features/staff/queue/undo.server'
import { addDays, utcToday } from '~/http/utc-day'
import { action, loader } from '~/routes/deals.$slug._index/route'
import { makeDeal, makeProfile, makeProof, makePurchase, makeReview, makeReviewVersion, publish } from '../factories'
import { answer, requestAs, toastOf } from '../requests'
import { decideOn, decisionsOn, findItem, makeStaff, outcomeOf } from '../waiting-items'

type Form = Record<string, string>
type Refusal = { data: { error: Form; initialValue: Form }; init: { status: number } }

const FORM = { rating: '4', title: 'Good value', body: 'Paid once, used daily.' }
const BOUGHT = { ...FORM, bought_on: '2026-03-14' }

const send = async (as: { id: string }, slug: string, form: Form) =>
  answer(action({ request: await requestAs(as, `/deals/${slug}`, form), params: { slug }, context: {} }))
const open = async (as: { id: string } | null, slug: string) =>
  loader({ request: await requestAs(as, `/deals/${slug}`), params: { slug }, context: {} })
const purchases = () =>
  db.selectFrom('purchases').select(['bought_on', 'refunded_on', 'proof_status']).orderBy('bought_on').execute()
const titleOf = (response: unknown) => (toastOf(response as Response) as { title: string }).title

test('a review stores the purchase and the connection, and its form shows them again to the author alone', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  const told = { ...BOUGHT, refunded: '1', refunded_on: '2026-04-01', connection: 'AFFILIATE' }
  expect(titleOf(await send(ada, deal.slug, told))).toBe('Review submitted')
  expect(await purchases()).toEqual([{ bought_on: '2026-03-14', refunded_on: '2026-04-01', proof_status: 'NONE' }])
  const { own } = await open(ada, deal.slug)
  expect(own).toMatchObject({ bought_on: '2026-03-14', refunded_on: '2026-04-01', connection: 'AFFILIATE' })
})

test('a review without a purchase stores none, and a day of a refund without its tick means nothing', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  await send(ada, deal.slug, { ...FORM, bought_on: '', refunded_on: '2026-04-01', connection: 'NONE' })
  expect(await purchases()).toEqual([])
})

test('a refund without a day gets the day on which it was entered', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  await send(ada, deal.slug, { ...BOUGHT, refunded: '1', refunded_on: '' })
  expect(await purchases()).toMatchObject([{ refunded_on: utcToday() }])
})

test.each([
  [{ bought_on: addDays(utcToday(), 1) }, 'bought_on', 'The date is in the future.'],
  [{ bought_on: '1989-12-31' }, 'bought_on', 'The date is before 1990.'],
  [{ bought_on: '2026-02-30' }, 'bought_on', 'must be a real date'],
  [{ refunded: '1' }, 'refunded', 'Say when you bought it to add a refund.'],
  [
    { bought_on: '2026-03-14', refunded: '1', refunded_on: '2026-03-13' },
    'refunded_on',
    'The refund cannot be before the purchase.',
  ],
  [{ connection: 'FRIEND' }, 'connection', 'Choose a connection from the list.'],
  [
    { connection: 'VENDOR' },
    'connection',
    'People who work for the vendor or a competitor cannot review a deal. You can answer as the vendor in the comments.',
  ],
])(
  'a review with %o is refused at its field, keeps what was typed and stores nothing',
  async (given, field, message) => {
    const [ada, deal] = [await makeProfile(), await makeDeal()]
    const refusal = (await send(ada, deal.slug, { ...FORM, ...given })) as unknown as Refusal
    expect(refusal.init.status).toBe(400)
    expect(Object.keys(refusal.data.error)).toEqual([field])
    expect(refusal.data.error[field]![0]).toContain(message)
    expect(refusal.data.initialValue).toMatchObject({ ...FORM, ...given })
    expect(await purchases()).toEqual([])
    expect(await db.selectFrom('reviews').select('id').execute()).toEqual([])
  },
)

test('errors of the purchase are shown together with those of the review', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  const refusal = (await send(ada, deal.slug, { refunded: '1', connection: 'VENDOR' })) as unknown as Refusal
  expect(Object.keys(refusal.data.error).sort()).toEqual(['body', 'connection', 'rating', 'refunded', 'title'])
})

test('a purchase added to an approved review leaves its words public, and clearing the date removes the claim', async () => {
  const ada = await makeProfile()
  const deal = await makeDeal()
  const { title, body } = FORM
  await makeReview({ deal_id: deal.id, user_id: ada.id, rating: 4, title, body, status: 'APPROVED' })
  expect(titleOf(await send(ada, deal.slug, BOUGHT))).toBe('Purchase saved')
  const [review] = (await open(null, deal.slug)).reviews
  expect(review).toMatchObject({ bought_month: '2026-03', is_refunded: false, checked_on: null })
  expect(titleOf(await send(ada, deal.slug, BOUGHT))).toBe('Nothing to change')
  expect(titleOf(await send(ada, deal.slug, { ...FORM, bought_on: '' }))).toBe('Purchase saved')
  expect(await purchases()).toEqual([])
})

test('another connection of an approved review waits as an edit, and holds from its approval until that is undone', async () => {
  const [ada, deal, staff] = [await makeProfile(), await makeDeal(), await makeStaff()]
  const { title, body } = FORM
  await makeReview({ deal_id: deal.id, user_id: ada.id, rating: 4, title, body, status: 'APPROVED' })
  const told = { ...FORM, rating: '4', connection: 'AFFILIATE' }
  const shown = async () => (await open(null, deal.slug)).reviews
  expect(titleOf(await send(ada, deal.slug, told))).toBe('Edit submitted')
  expect(await shown()).toMatchObject([{ body, connection: 'NONE' }])
  const waiting = db.selectFrom('review_versions').select('id').where('status', '=', 'PENDING')
  const edit = await waiting.executeTakeFirstOrThrow()
  expect(await findItem({ kind: 'review', id: edit.id })).toMatchObject({
    status: 'PENDING',
    findings: [{ term: 'Connection to the vendor', detail: 'None → Affiliate' }],
  })

  await decideOn('review', staff, edit.id)
  expect(await shown()).toMatchObject([{ body, connection: 'AFFILIATE' }])
  const [decision] = await decisionsOn(edit.id)
  await outcomeOf(undo(staff, { decision: decision!.id }))
  expect(await shown()).toMatchObject([{ body, connection: 'NONE' }])
})

test('taking back the day of a checked purchase says first that its check is lost, and does it once confirmed', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  await send(ada, deal.slug, BOUGHT)
  const purchase = await db.selectFrom('purchases').selectAll().executeTakeFirstOrThrow()
  const { id } = await makeProof({ purchase })
  const review = await db.selectFrom('reviews').select('id').executeTakeFirstOrThrow()
  await publish(review.id)
  await decideOn('purchase_proof', await makeStaff(), id)
  const refusal = (await send(ada, deal.slug, FORM)) as unknown as Refusal
  expect(refusal.data.error).toEqual({ bought_on: [LOSES_PROOF] })
  expect(await purchases()).toMatchObject([{ bought_on: '2026-03-14', proof_status: 'CHECKED' }])
  expect(titleOf(await send(ada, deal.slug, { ...FORM, drops_proof: '1' }))).toBe('Purchase saved')
  expect(await purchases()).toEqual([])
})

test('readers get the month, the refund and the check of a purchase, never its day or amount', async () => {
  const review = await makeReview({ status: 'APPROVED', connection: 'AFFILIATE' })
  const of = { deal_id: review.deal_id, user_id: review.user_id! }
  const checked = { proof_status: 'CHECKED', proof_decided_at: new Date('2026-11-20T23:30:00Z') } as const
  await makePurchase({ ...of, ...checked, refunded_on: '2026-03-19', paid: '59.25', currency: 'USD' })
  const { slug } = await db
    .selectFrom('deals')
    .select('slug')
    .where('id', '=', review.deal_id)
    .executeTakeFirstOrThrow()
  const { reviews } = await open(null, slug)
  expect(reviews).toMatchObject([
    { bought_month: '2026-03', is_refunded: true, checked_on: '2026-11-20', connection: 'AFFILIATE' },
  ])
  expect(JSON.stringify(reviews)).not.toMatch(/2026-03-1|59\.25/)
})

test('a purchase belongs to its own deal and member, also on reviews of sister offers', async () => {
  const deal = await makeDeal()
  const sister = await makeDeal({ product_id: deal.product_id })
  const review = await makeReview({ deal_id: sister.id, status: 'APPROVED' })
  await makePurchase({ deal_id: sister.id })
  await makePurchase({ deal_id: deal.id, user_id: review.user_id! })
  expect((await open(null, deal.slug)).sisters.newest).toMatchObject([{ bought_month: null, is_refunded: false }])
  await makePurchase({ deal_id: sister.id, user_id: review.user_id! })
  expect((await open(null, deal.slug)).sisters.newest).toMatchObject([{ bought_month: '2026-03' }])
})

test('another day of the purchase ends the decision on its proof, and the same day keeps it', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  await makeProof({ deal_id: deal.id, user_id: ada.id, status: 'APPROVED', moderated_at: new Date() })
  await send(ada, deal.slug, { ...BOUGHT, refunded: '1', refunded_on: '2026-04-01' })
  expect(await purchases()).toMatchObject([{ refunded_on: '2026-04-01', proof_status: 'CHECKED' }])
  await send(ada, deal.slug, { ...FORM, bought_on: '2026-03-15', drops_proof: '1' })
  expect(await purchases()).toEqual([{ bought_on: '2026-03-15', refunded_on: null, proof_status: 'NONE' }])
})

test('a proof that waits stays when the date is cleared', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  await makePurchase({ deal_id: deal.id, user_id: ada.id, proof_status: 'SUBMITTED' })
  await send(ada, deal.slug, FORM)
  expect(await purchases()).toEqual([{ bought_on: null, refunded_on: null, proof_status: 'SUBMITTED' }])
})

test('the database refuses purchases that cannot be', async () => {
  for (const given of [
    { bought_on: '1989-12-31' },
    { bought_on: null, refunded_on: '2026-04-01' },
    { bought_on: '2026-03-14', refunded_on: '2026-03-13' },
    { paid: '5.00' },
    { proof_status: 'CHECKED' },
    { proof_reason: 'Blurred' },
  ] as const) {
    await expect(makePurchase(given)).rejects.toMatchObject({ code: '23514' })
  }
  const { user_id, deal_id } = await makePurchase()
  await expect(makePurchase({ user_id, deal_id })).rejects.toMatchObject({ code: '23505' })
})

test('staff read the claim and the connection beside a review that waits', async () => {
  const review = await makeReview({ connection: 'FREE' })
  await makePurchase({ deal_id: review.deal_id, user_id: review.user_id! })
  expect(await findItem({ kind: 'review', id: review.id })).toMatchObject({
    facts: ['Says they bought it in March 2026', 'Got it free'],
    marks: [{ tone: 'due', icon: 'gift', text: 'Got it free' }],
  })
})

test('staff read the same beside an edit of an approved review', async () => {
  const review = await makeReview({ status: 'APPROVED', connection: 'AFFILIATE' })
  const { id } = await makeReviewVersion({ review, connection: 'AFFILIATE' })
  expect(await findItem({ kind: 'review', id })).toMatchObject({
    earlier: { title: review.title },
    facts: ['Affiliate'],
    marks: [{ text: 'Edit of a public review' }, { text: 'Affiliate' }],
  })
})

test.each([
  ['the purchase of the deal that stays', { bought_on: '2025-01-01' }, { bought_on: '2026-01-01' }, '2026-01-01'],
  [
    'the other one if it alone has a date',
    { bought_on: '2025-01-01' },
    { bought_on: null, proof_status: 'NONE' },
    '2025-01-01',
  ],
  [
    'the other one if it alone has a proof',
    { bought_on: '2025-01-01', proof_status: 'CHECKED', proof_decided_at: new Date() },
    { bought_on: '2026-01-01' },
    '2025-01-01',
  ],
] as const)('a merge of two deals keeps %s', async (_, gone, kept, expected) => {
  const [ada, from, into] = [await makeProfile(), await makeDeal(), await makeDeal()]
  await makePurchase({ deal_id: from.id, user_id: ada.id, ...gone })
  await makePurchase({ deal_id: into.id, user_id: ada.id, ...kept })
  const { user_id } = await makePurchase({ deal_id: from.id, bought_on: '2024-01-01' })
  expect(await mergeRecords(await makeStaff('ADMIN'), 'deal', from.id, into.id)).toMatchObject({ outcome: 'merged' })
  const left = await db
    .selectFrom('purchases')
    .select(['user_id', 'deal_id', 'bought_on'])
    .orderBy('bought_on')
    .execute()
  expect(left).toEqual([
    { user_id, deal_id: into.id, bought_on: '2024-01-01' },
    { user_id: ada.id, deal_id: into.id, bought_on: expected },
  ])
})
