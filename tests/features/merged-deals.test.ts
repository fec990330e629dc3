import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { exportPersonalData } from '~/features/accounts/personal-data.server'
import { insertClicks } from '~/features/clicks/clicks.server'
import { mergeDeals } from '~/features/deals/manage-merge.server'
import { loader as picture } from '~/routes/og.deals.$slug[.]png'
import { makeDeal, makeProfile, makeReview } from '../factories'
import { answer, requestAs } from '../requests'

async function merge(from: { id: string }, into: { id: string }) {
  const { id: actor } = await makeProfile({ role: 'MANAGER' })
  expect(await mergeDeals(actor, from.id, into.id)).toMatchObject({ outcome: 'merged' })
}

test('a click that waited while its deal was merged counts for the deal that stays', async () => {
  const [from, into] = [await makeDeal(), await makeDeal()]
  await merge(from, into)
  const keys = { visitor_key: randomBytes(16), repeat_key: randomBytes(16) }
  await insertClicks([{ deal_id: from.id, user_id: null, referrer: null, ...keys }])
  const clicks = await db
    .selectFrom('click_events')
    .innerJoin('click_targets', 'click_targets.id', 'click_events.deal_id')
    .select('click_targets.deal_id')
    .execute()
  expect(clicks).toEqual([{ deal_id: into.id }])
})

test('the picture of a merged deal redirects to the picture of the deal that stays', async () => {
  const [from, into] = [await makeDeal(), await makeDeal()]
  await merge(from, into)
  const request = await requestAs(null, `/og/deals/${from.slug}.png`)
  const moved = (await answer(picture({ request, params: { slug: from.slug }, context: {} }))) as Response
  expect([moved.status, moved.headers.get('Location')]).toEqual([301, `/og/deals/${into.slug}.png`])
})

test('the personal data have the earlier version of a review that a merge replaced, for its author only', async () => {
  const [from, into, author, other] = [await makeDeal(), await makeDeal(), await makeProfile(), await makeProfile()]
  await makeReview({ deal_id: from.id, user_id: author.id, body: 'Said first', created_at: '2025-01-01' })
  await makeReview({ deal_id: into.id, user_id: author.id, body: 'Said later', created_at: '2026-01-01' })
  await merge(from, into)
  const versions = [{ body: 'Said first', slug: into.slug }]
  expect(await exportPersonalData(author.id)).toMatchObject({
    reviews: [{ body: 'Said later' }],
    reviewVersions: versions,
  })
  expect((await exportPersonalData(other.id)).reviewVersions).toEqual([])
})
