import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { makeChangeLog, makeComment, makeProfile, makeReview, makeReviewVersion, publish } from '../factories'

async function karmaOf(id: string) {
  const { karma } = await db.selectFrom('profiles').select('karma').where('id', '=', id).executeTakeFirstOrThrow()
  const events = await db.selectFrom('karma_events').select('amount').where('user_id', '=', id).orderBy('id').execute()
  return { karma, events: events.map(({ amount }) => amount) }
}

test('approved reviews, change reports and comments earn 3, 5 and 1 karma', async () => {
  const { id: user_id } = await makeProfile()
  await makeReview({ user_id, status: 'APPROVED' })
  await makeReview({ user_id })
  await makeChangeLog({ reported_by_user_id: user_id, status: 'APPROVED' })
  await makeComment({ user_id, status: 'APPROVED' })
  await makeComment({ user_id, status: 'REJECTED' })
  expect(await karmaOf(user_id)).toEqual({ karma: 9, events: [3, 5, 1] })
})

test('a review that is not public any more loses its karma, however often, and a further text earns none', async () => {
  const { id: user_id } = await makeProfile()
  const { id, deal_id } = await makeReview({ user_id })
  const other = await makeReviewVersion({ review: { id, deal_id, user_id }, status: 'REJECTED' })
  for (const text of [id, null, null, other.id, id]) await publish(id, text)
  expect(await karmaOf(user_id)).toEqual({ karma: 3, events: [3, -3, 3] })
})

test('contributions of deleted accounts earn no karma', async () => {
  const { id, user_id } = await makeComment()
  await db.deleteFrom('profiles').where('id', '=', user_id!).execute()
  await db.updateTable('comments').set({ status: 'APPROVED' }).where('id', '=', id).execute()
  expect(await db.selectFrom('karma_events').select('id').execute()).toEqual([])
})
