import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import { deleteDeal } from '~/features/catalog/deals/editor/delete-deal.server'
import { addBookmark } from '~/features/contributions/bookmarks/bookmarks.server'
import { submitComment } from '~/features/contributions/comments/comments.server'
import { submitReview } from '~/features/contributions/reviews/submit-review.server'
import { makeDeal, makeProfile } from '../factories'
import { RACE_ROUNDS } from '../race-rounds'
import { makeStaff } from '../waiting-items'

afterEach(() => {
  env.RATE_LIMIT = true
})

const review = { rating: 4, title: 'Good value', body: 'Paid once, used daily.' }

test('what members send while a deal is deleted goes with the deal, or they are told that it is gone', async () => {
  env.RATE_LIMIT = false
  const admin = await makeStaff('ADMIN')
  const people = await Promise.all(Array.from({ length: 4 }, () => makeProfile()))
  const seen = new Set<unknown>()
  for (let round = 0; round < RACE_ROUNDS; round++) {
    const deal = await makeDeal()
    const writes = people.flatMap(({ id }) => [
      submitReview(id, deal.id, review),
      submitComment(id, deal.id, 'Does it export files?'),
      addBookmark(id, deal.id).then(() => 'submitted'),
    ])
    // Early in one round, late in another.
    await Promise.all(writes.slice(0, round % writes.length))
    expect(await deleteDeal(admin, deal.id)).toBe(true)
    for (const outcome of await Promise.all(writes)) seen.add(outcome)
    // How many of the writes above come too late depends on the machine; this one always does.
    seen.add(await submitComment(people[0]!.id, deal.id, 'Is it still there?'))
  }
  expect([...seen].sort()).toEqual(['missing', 'submitted'])
  const { rows } = await sql`
    select (select count(*) from reviews) as reviews, (select count(*) from comments) as comments,
      (select count(*) from bookmarks) as bookmarks, (select count(*) from queue_items) as queued`.execute(db)
  expect(rows).toEqual([{ reviews: 0, comments: 0, bookmarks: 0, queued: 0 }])
})
