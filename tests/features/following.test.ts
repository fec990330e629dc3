import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { mergeRecords } from '~/features/staff/merging/merge.server'
import { makeBookmark, makeDeal, makeFollow, makeProfile, UNTICKED } from '../factories'
import { makeStaff } from '../waiting-items'

let ada: { id: string }
let ben: { id: string }
beforeEach(async () => {
  ;[ada, ben] = await Promise.all([makeProfile(), makeProfile()])
})

test.each(['vendor', 'category'] as const)(
  'the followers of a merged %s follow the one that stays, each once',
  async (kind) => {
    const [from, into] = [await makeDeal({ vendor_name: 'Moorline' }), await makeDeal({ vendor_name: 'Halden' })]
    const column = `${kind}_id` as const
    // Ada follows both, Ben only the one that goes.
    await makeFollow({ user_id: ada.id, [column]: from[column], created_at: '2025-03-01' })
    await makeFollow({ user_id: ada.id, [column]: into[column], created_at: '2026-03-01' })
    await makeFollow({ user_id: ben.id, [column]: from[column], created_at: '2025-04-01' })
    const merged = await mergeRecords(await makeStaff('ADMIN'), kind, from[column], into[column])
    expect(merged).toEqual({ outcome: 'merged' })
    const follows = db.selectFrom('follows').select(['user_id', column, 'created_at']).orderBy('created_at')
    expect(await follows.execute()).toEqual([
      { user_id: ada.id, [column]: into[column], created_at: new Date('2025-03-01T00:00:00Z') },
      { user_id: ben.id, [column]: into[column], created_at: new Date('2025-04-01T00:00:00Z') },
    ])
  },
)

test('of two bookmarks of merged deals one stays, with the choices of both', async () => {
  const [from, into] = await Promise.all([makeDeal(), makeDeal()])
  await makeBookmark({ ...UNTICKED, user_id: ada.id, deal_id: from.id, tells_price: true, target_price: '49.00' })
  await makeBookmark({ ...UNTICKED, user_id: ada.id, deal_id: into.id, tells_ended: true })
  await makeBookmark({ ...UNTICKED, user_id: ben.id, deal_id: from.id, target_price: '39.00' })
  expect(await mergeRecords(await makeStaff('ADMIN'), 'deal', from.id, into.id)).toMatchObject({ outcome: 'merged' })
  const kept = await db.selectFrom('bookmarks').selectAll().orderBy('target_price', 'desc').execute()
  expect(kept).toMatchObject([
    { ...UNTICKED, user_id: ada.id, deal_id: into.id, tells_price: true, tells_ended: true, target_price: '49.00' },
    { ...UNTICKED, user_id: ben.id, deal_id: into.id, target_price: '39.00' },
  ])
})

test('a target price in another currency does not move with its bookmark', async () => {
  const [from, into] = await Promise.all([makeDeal({ currency: 'EUR' }), makeDeal({ currency: 'USD' })])
  await makeBookmark({ user_id: ada.id, deal_id: from.id, target_price: '49.00' })
  await mergeRecords(await makeStaff('ADMIN'), 'deal', from.id, into.id)
  expect(await db.selectFrom('bookmarks').selectAll().execute()).toMatchObject([
    { deal_id: into.id, target_price: null },
  ])
})
