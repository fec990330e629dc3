import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { describeNotification } from '~/features/audience/notifications/notices'
import { findVendorAnswer, removeAnswer, saveAnswer } from '~/features/contributions/answers/vendor-answers.server'
import { listVerifiedChanges } from '~/features/contributions/change-logs/change-logs.server'
import { listApprovedReviews } from '~/features/contributions/reviews/reviews.server'
import { deleteProfile } from '~/features/people/accounts/profiles.server'
import { sentenceOf } from '~/features/staff/audit/audit-sentence'
import { mergeRecords } from '~/features/staff/merging/merge.server'
import { addDays, utcToday } from '~/http/utc-day'
import { action, loader } from '~/routes/admin.answers.$kind.$id/route'
import { makeChangeLog, makeDeal, makeProfile, makeReview } from '../factories'
import { answer, requestAs } from '../requests'
import { auditOf, makeStaff, notificationsOf } from '../waiting-items'

const ANSWER = { body: 'The cap was lifted for everyone.', answered_on: '2026-11-14' }

async function makePublic() {
  const [author, deal] = [await makeProfile(), await makeDeal({ vendor_name: 'Northpane', title: 'Quillstack' })]
  const review = await makeReview({ deal_id: deal.id, user_id: author.id, status: 'APPROVED' })
  return { author, deal, review, of: { kind: 'reviews', id: review.id } as const }
}

test('an answer is shown below the review with the vendor and its date, and notifies the author once', async () => {
  const [staff, { author, deal, review, of }] = [await makeStaff(), await makePublic()]
  expect(await saveAnswer(staff.id, of, ANSWER, 0)).toBe('saved')
  const [shown] = await listApprovedReviews(deal.id)
  expect(shown!.answer).toEqual({ body: ANSWER.body, on: '2026-11-14', vendor: 'Northpane' })
  const [notification, ...more] = await notificationsOf(author.id)
  expect(more).toEqual([])
  expect(describeNotification(notification as never, { slug: deal.slug, published: true })).toMatchObject({
    title: 'The vendor answered your review of Quillstack',
    path: `/deals/${deal.slug}#review-${review.id}`,
  })

  expect(await saveAnswer(staff.id, of, { ...ANSWER, body: 'The cap is gone.' }, 1)).toBe('saved')
  expect(await findVendorAnswer(of)).toMatchObject({ body: 'The cap is gone.', version: 2 })
  expect(await notificationsOf(author.id)).toHaveLength(1)
  expect(await removeAnswer(staff.id, of)).toBe(true)
  expect(await removeAnswer(staff.id, of)).toBe(false)
  expect((await listApprovedReviews(deal.id))[0]!.answer).toBeNull()
  expect(await notificationsOf(author.id)).toEqual([])
  const entries = await auditOf(review.id)
  expect(entries.map(({ action }) => action)).toEqual([
    'review.vendor-answer-entered',
    'review.vendor-answer-edited',
    'review.vendor-answer-removed',
  ])
  const entry = { ...entries[0]!, entity_type: 'review', entity_id: review.id, actor: 'Mira', actor_pseudonym: null }
  expect(sentenceOf(entry)).toMatchObject({ actor: 'Mira', before: "entered the vendor's answer to review" })
})

test('an answer is shown below a verified change and notifies no member', async () => {
  const [staff, deal, reporter] = [await makeStaff(), await makeDeal({ vendor_name: 'Northpane' }), await makeProfile()]
  const { id } = await makeChangeLog({
    deal_id: deal.id,
    reported_by_user_id: reporter.id,
    status: 'APPROVED',
    moderated_at: new Date(),
  })
  expect(await saveAnswer(staff.id, { kind: 'change-logs', id }, ANSWER, 0)).toBe('saved')
  expect((await listVerifiedChanges(deal.id))[0]!.answer).toMatchObject({ on: '2026-11-14', vendor: 'Northpane' })
  expect(await notificationsOf(reporter.id)).toEqual([])
  expect((await auditOf(id)).map(({ action }) => action)).toEqual(['change_log.vendor-answer-entered'])
})

test('the second of two concurrent answers gets a conflict', async () => {
  const [mira, noah] = [await makeStaff(), await makeStaff('MANAGER', 'Noah')]
  for (let round = 0; round < 5; round++) {
    const { of } = await makePublic()
    const outcomes = await Promise.all([
      saveAnswer(mira.id, of, ANSWER, 0),
      saveAnswer(noah.id, of, { ...ANSWER, body: 'We are sorry.' }, 0),
    ])
    expect(outcomes.filter((outcome) => outcome === 'saved')).toHaveLength(1)
    const stored = (await findVendorAnswer(of))!
    expect(outcomes.find((outcome) => outcome !== 'saved')).toEqual({
      status: 409,
      formErrors: [expect.stringContaining(stored.body)],
    })
  }
})

test('an edit of an older version is refused, and the same answer twice changes nothing', async () => {
  const [staff, { of }] = [await makeStaff(), await makePublic()]
  await saveAnswer(staff.id, of, ANSWER, 0)
  expect(await saveAnswer(staff.id, of, ANSWER, 0)).toBe('saved')
  expect(await findVendorAnswer(of)).toMatchObject({ version: 1 })
  await saveAnswer(staff.id, of, { ...ANSWER, body: 'The cap is gone.' }, 1)
  expect(await saveAnswer(staff.id, of, { ...ANSWER, body: 'Late.' }, 1)).toMatchObject({ status: 409 })
  await removeAnswer(staff.id, of)
  expect(await saveAnswer(staff.id, of, { ...ANSWER, body: 'Later.' }, 2)).toMatchObject({ status: 409 })
})

test('an answer stays with its review when the deal is merged, and outlives the account of who entered it', async () => {
  const [staff, admin, into] = [await makeStaff(), await makeStaff('ADMIN'), await makeDeal()]
  const { deal, of } = await makePublic()
  await saveAnswer(staff.id, of, ANSWER, 0)
  expect(await mergeRecords(admin, 'deal', deal.id, into.id)).toMatchObject({ outcome: 'merged' })
  await deleteProfile(staff.id)
  const [shown] = await listApprovedReviews(into.id)
  expect(shown!.answer).toMatchObject({ body: ANSWER.body, vendor: into.vendor_name })
  await db.deleteFrom('reviews').where('id', '=', of.id).execute()
  expect(await db.selectFrom('vendor_answers').selectAll().execute()).toEqual([])
})

test('the database keeps one answer to one review or change, of at most 1,000 characters', async () => {
  const { review } = await makePublic()
  const insert = (values: object) =>
    db
      .insertInto('vendor_answers')
      .values({ ...ANSWER, ...values })
      .execute()
  await expect(insert({})).rejects.toThrow('an_answer_belongs_to_a_review_or_a_change')
  await expect(insert({ review_id: review.id, body: 'x'.repeat(1_001) })).rejects.toThrow('body')
  await expect(insert({ review_id: review.id, answered_on: '1989-12-31' })).rejects.toThrow('answered_on')
  await insert({ review_id: review.id })
  await expect(insert({ review_id: review.id })).rejects.toThrow('vendor_answers_review_id_key')
})

type Params = { kind: string; id: string }

const send = async (as: { id: string } | null, params: Params, form: Record<string, string>) => {
  const request = await requestAs(as, `/admin/answers/${params.kind}/${params.id}`, form)
  return (await answer(action({ request, params, context: {} }))) as Response & { data: object; init: object }
}

const listAnswers = () => db.selectFrom('vendor_answers').select(['body', 'answered_on', 'version']).execute()

test('staff enter an answer, return to the review, and delete it there again', async () => {
  const [staff, { deal, review, of: params }] = [await makeStaff(), await makePublic()]
  const saved = await send(staff, params, { body: 'It is mended.', answered_on: '2026-11-01', version: '' })
  expect(saved.headers.get('Location')).toBe(`/deals/${deal.slug}#review-${review.id}`)
  expect(await listAnswers()).toEqual([{ body: 'It is mended.', answered_on: '2026-11-01', version: 1 }])
  await send(staff, params, { intent: 'delete' })
  expect(await listAnswers()).toEqual([])
  expect((await send(staff, params, { intent: 'delete' })).status).toBe(404)
})

test('an empty answer and a day that cannot be are errors at their fields', async () => {
  const [staff, { of: params }] = [await makeStaff(), await makePublic()]
  const errorsOf = async (form: Record<string, string>) => (await send(staff, params, form)).data
  expect(await errorsOf({ body: ' ', answered_on: '' })).toMatchObject({
    error: { body: ['The answer is required.'], answered_on: ['The date is required.'] },
  })
  expect(await errorsOf({ body: 'x'.repeat(1_001), answered_on: addDays(utcToday(), 1) })).toMatchObject({
    error: { body: [expect.stringContaining('1000')], answered_on: ['The date is in the future.'] },
  })
  const early = { error: { answered_on: ['The date is before 1990.'] } }
  expect(await errorsOf({ body: 'x', answered_on: '1989-12-31' })).toMatchObject(early)
  expect(await listAnswers()).toEqual([])
})

test('unknown kinds and what is not public answer 404, and nothing is stored', async () => {
  const [staff, waiting, pending] = [await makeStaff(), await makeReview(), await makeChangeLog()]
  for (const params of [
    { kind: 'reviews', id: waiting.id },
    { kind: 'comments', id: waiting.id },
    { kind: 'change-logs', id: pending.id },
    { kind: 'reviews', id: crypto.randomUUID() },
    { kind: 'reviews', id: 'x' },
  ]) {
    const request = await requestAs(staff, `/admin/answers/${params.kind}/${params.id}`)
    expect(((await answer(loader({ request, params, context: {} }))) as Response).status).toBe(404)
    expect((await send(staff, params, { body: 'x', answered_on: '2026-11-01' })).status).toBe(404)
  }
  expect(await listAnswers()).toEqual([])
})
