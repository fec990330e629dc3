import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { listNotifications } from '~/features/audience/notifications/list-notifications.server'
import { describeNotification } from '~/features/audience/notifications/notices'
import { notify } from '~/features/people/notifications/notify.server'
import { exportPersonalData } from '~/features/site/personal-data/personal-data.server'
import * as route from '~/routes/still.$id/route'
import { makeDeal, makeProfile, makePurchase, makeQuestion, makeReview, publish } from '../factories'
import { renderPage } from '../render'
import { answer, requestAs, toastOf } from '../requests'
import { decideOn, makeStaff } from '../waiting-items'

const { action, loader } = route
let ada: Awaited<ReturnType<typeof makeProfile>>
let review: Awaited<ReturnType<typeof makeReview>>
let id: string

beforeEach(async () => {
  ada = await makeProfile()
  const deal = await makeDeal({ title: 'Quillstack' })
  review = await makeReview({ user_id: ada.id, deal_id: deal.id, status: 'APPROVED', rating: 5 })
  await makePurchase({ user_id: ada.id, deal_id: deal.id, bought_on: '2025-01-31' })
  id = (await makeQuestion({ review })).id
  const data = { deal: 'Quillstack', months: 12, question: id }
  await db
    .transaction()
    .execute((trx) =>
      notify(trx, { userId: ada.id, kind: 'still_using', cause: `question:${id}`, dealId: deal.id, data }),
    )
})

type Person = { id: string } | null
const YES = { answer: 'YES', rating: '4', body: 'Every day.' }
const at = (path: string) => ({ params: { id: path.split('?')[0]! }, context: {} })
const open = async (as: Person, path = id) =>
  answer(loader({ request: await requestAs(as, `/still/${path}`), ...at(path) }))
const send = async (as: Person, form: Record<string, string>, path = id) =>
  answer(action({ request: await requestAs(as, `/still/${path}`, form), ...at(path) }))
const stored = () => db.selectFrom('follow_ups').selectAll().execute()

test('a link of the mail fills in its answer and stores nothing', async () => {
  for (const a of ['yes', 'sometimes', 'no', 'gone']) {
    expect(await open(ada, `${id}?a=${a}`)).toMatchObject({ chosen: a.toUpperCase(), isStopping: false, answer: null })
  }
  expect(await open(ada, `${id}?a=stop`)).toMatchObject({ isStopping: true, question: { is_stopped: false } })
  expect(await open(ada, `${id}?a=maybe`)).toMatchObject({ chosen: undefined, isStopping: false })
  expect(await stored()).toEqual([])
  const questions = await db.selectFrom('follow_up_questions').select('stopped_at').execute()
  expect(questions).toEqual([{ stopped_at: null }])
})

test('the form links the guidelines', async () => {
  const html = await renderPage(ada, { pattern: '/still/:id', path: `/still/${id}`, routes: [route] })
  expect(html).toMatch(/<form(?!.*<\/form>.*Read the guidelines).*<a[^>]* href="\/guidelines">Read the guidelines/s)
})

test('visitors sign in and come back to the link, and other members find nothing there', async () => {
  const visitor = (await open(null, `${id}?a=no`)) as Response
  expect(visitor.headers.get('Location')).toBe(`/auth?redirectTo=${encodeURIComponent(`/still/${id}?a=no`)}`)
  const eve = await makeProfile()
  expect(((await open(eve)) as Response).status).toBe(404)
  expect(((await send(eve, YES)) as Response).status).toBe(404)
  expect(((await send(eve, { intent: 'stop' })) as Response).status).toBe(404)
  expect(((await open(ada, crypto.randomUUID())) as Response).status).toBe(404)
  expect(((await open(ada, 'x')) as Response).status).toBe(404)
  expect(await stored()).toEqual([])
})

test('an answer waits for staff, and sending it twice stores it once', async () => {
  const responses = await Promise.all([send(ada, YES), send(ada, YES)])
  for (const response of responses) expect(toastOf(response as Response)).toMatchObject({ title: 'Answer sent' })
  expect(await stored()).toMatchObject([
    { id, months: 12, answer: 'YES', rating: 4, body: 'Every day.', status: 'PENDING', user_id: ada.id },
  ])
  expect(await open(ada, `${id}?a=no`)).toMatchObject({ answer: { answer: 'YES', status: 'PENDING' } })
  const [notification] = await listNotifications(ada.id, { isUnreadOnly: false, page: 1 })
  expect(describeNotification(notification!.notification, notification!.deal, notification!.given)).toMatchObject({
    title: 'Still using Quillstack?',
    text: 'You bought it 12 months ago. You answered: yes, 4 stars.',
    path: `/still/${id}`,
  })
  expect(notification!.read_at).not.toBeNull()
  expect(await exportPersonalData(ada.id)).toMatchObject({
    followUps: [{ months: 12, answer: 'YES', rating: 4, deal: 'Quillstack' }],
    followUpQuestions: [{ months: 12, deal: 'Quillstack', stopped_at: null }],
  })
})

test('a form without an answer or a rating, or with too long a text, says so at the field and stores nothing', async () => {
  const wrong = (await send(ada, { answer: 'MAYBE', rating: '6', body: 'x'.repeat(501) })) as {
    data: { error: Record<string, string[]>; initialValue: object }
  }
  expect(wrong.data.error).toMatchObject({
    answer: ['Please choose an answer'],
    rating: ['Please select a rating'],
    body: [expect.stringContaining('500')],
  })
  expect(wrong.data.initialValue).toMatchObject({ rating: '6', body: 'x'.repeat(501) })
  const empty = (await send(ada, {})) as typeof wrong
  expect(Object.keys(empty.data.error)).toEqual(['answer', 'rating'])
  expect(await stored()).toEqual([])
})

test('an answer that was sent back can be edited and resubmitted, and a published one cannot be changed', async () => {
  const staff = await makeStaff()
  await send(ada, YES)
  await decideOn('follow_up', staff, id, { to: 'CHANGES_REQUESTED', note: 'Which version?' })
  expect(await open(ada, `${id}?edit=1`)).toMatchObject({ isEditing: true, answer: { status: 'CHANGES_REQUESTED' } })
  await send(ada, { ...YES, body: 'Every day, version 4.' })
  expect(await stored()).toMatchObject([{ status: 'PENDING', body: 'Every day, version 4.', moderation_reason: null }])
  await decideOn('follow_up', staff, id)
  const counted = db.selectFrom('reviews').select(['counted_rating', 'last_answer']).where('id', '=', review.id)
  expect(await counted.executeTakeFirst()).toEqual({ counted_rating: 4, last_answer: 'YES' })
  const late = await send(ada, { ...YES, rating: '1' })
  expect(toastOf(late as Response)).toMatchObject({ title: 'Nothing to change' })
  expect(await stored()).toMatchObject([{ rating: 4, status: 'APPROVED' }])
})

test('asking us to stop takes a button, and can be taken back', async () => {
  expect(toastOf((await send(ada, { intent: 'stop' })) as Response)).toMatchObject({ title: "We won't ask again" })
  expect(await open(ada)).toMatchObject({ question: { is_stopped: true } })
  await send(ada, { intent: 'resume' })
  expect(await open(ada)).toMatchObject({ question: { is_stopped: false } })
})

test('nothing can be answered while the review is not public, or once it is deleted', async () => {
  await publish(review.id, null)
  expect(await open(ada)).toMatchObject({ question: { is_public: false } })
  expect(((await send(ada, YES)) as Response).status).toBe(404)
  await db.deleteFrom('reviews').where('id', '=', review.id).execute()
  expect(((await open(ada)) as Response).status).toBe(404)
})

test('suspended members read the question but cannot answer', async () => {
  await db.updateTable('profiles').set({ status: 'SUSPENDED' }).where('id', '=', ada.id).execute()
  expect(await open(ada)).toMatchObject({ canWrite: false })
  expect(((await send(ada, YES)) as Response).status).toBe(403)
})
