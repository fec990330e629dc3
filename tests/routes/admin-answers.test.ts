import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { utcToday } from '~/http/utc-day'
import { action, loader } from '~/routes/admin.answers.$kind.$id/route'
import { makeDeal, makeProfile, makeReview } from '../factories'
import { answer, requestAs } from '../requests'

type Params = { kind: string; id: string }

const send = async (as: { id: string } | null, params: Params, form: Record<string, string>) => {
  const request = await requestAs(as, `/admin/answers/${params.kind}/${params.id}`, form)
  return (await answer(action({ request, params, context: {} }))) as Response & { data: object; init: object }
}

async function makeReviewed() {
  const deal = await makeDeal()
  const review = await makeReview({ deal_id: deal.id, status: 'APPROVED' })
  return { deal, review, params: { kind: 'reviews', id: review.id } }
}

const listAnswers = () => db.selectFrom('vendor_answers').select(['body', 'answered_on', 'version']).execute()
const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

test('staff enter an answer, return to the review, and delete it there again', async () => {
  const [staff, { deal, review, params }] = [await makeProfile({ role: 'MANAGER' }), await makeReviewed()]
  const saved = await send(staff, params, { body: 'It is mended.', answered_on: '2026-11-01', version: '' })
  expect(saved.headers.get('Location')).toBe(`/deals/${deal.slug}#review-${review.id}`)
  expect(await listAnswers()).toEqual([{ body: 'It is mended.', answered_on: '2026-11-01', version: 1 }])
  await send(staff, params, { intent: 'delete' })
  expect(await listAnswers()).toEqual([])
  expect((await send(staff, params, { intent: 'delete' })).status).toBe(404)
})

test('an empty answer and a day that cannot be are errors at their fields', async () => {
  const [staff, { params }] = [await makeProfile({ role: 'MANAGER' }), await makeReviewed()]
  const errorsOf = async (form: Record<string, string>) => (await send(staff, params, form)).data
  expect(await errorsOf({ body: ' ', answered_on: '' })).toMatchObject({
    error: { body: ['The answer is required.'], answered_on: ['The date is required.'] },
  })
  expect(await errorsOf({ body: 'x'.repeat(1_001), answered_on: dayAfter(utcToday()) })).toMatchObject({
    error: { body: [expect.stringContaining('1000')], answered_on: ['The date is in the future.'] },
  })
  expect(await errorsOf({ body: 'x', answered_on: '1989-12-31' })).toMatchObject({
    error: { answered_on: ['The date is before 1990.'] },
  })
  expect(await listAnswers()).toEqual([])
})

test('editing an answer that another person changed meanwhile returns 409 with the entered values', async () => {
  const [staff, { params }] = [await makeProfile({ role: 'MANAGER' }), await makeReviewed()]
  await send(staff, params, { body: 'It is mended.', answered_on: '2026-11-01', version: '' })
  const late = await send(staff, params, { body: 'We look at it.', answered_on: '2026-11-01', version: '' })
  expect(late).toMatchObject({ data: { initialValue: { body: 'We look at it.' } }, init: { status: 409 } })
})

test('unknown kinds and reviews that are not public answer 404', async () => {
  const [staff, waiting] = [await makeProfile({ role: 'MANAGER' }), await makeReview()]
  for (const params of [
    { kind: 'reviews', id: waiting.id },
    { kind: 'comments', id: waiting.id },
    { kind: 'change-logs', id: crypto.randomUUID() },
    { kind: 'reviews', id: 'x' },
  ]) {
    const request = await requestAs(staff, `/admin/answers/${params.kind}/${params.id}`)
    expect(((await answer(loader({ request, params, context: {} }))) as Response).status).toBe(404)
    expect((await send(staff, params, { body: 'x', answered_on: '2026-11-01' })).status).toBe(404)
  }
})
