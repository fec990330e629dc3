import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import type { User } from '~/features/accounts/guards.server'
import { findContribution, listQueue } from '~/features/moderation/contributions.server'
import { KINDS, type Kind } from '~/features/moderation/queue'
import { approveSelected, reopen, settle, type Verdict } from '~/features/moderation/settle.server'
import { makeChangeLog, makeComment, makeDeal, makeProfile, makeReview } from '../factories'

const MAKE = {
  review: ({ author, ...given }: Given) => makeReview({ ...given, user_id: author }),
  comment: ({ author, ...given }: Given) => makeComment({ ...given, user_id: author }),
  change_log: ({ author, ...given }: Given) => makeChangeLog({ ...given, reported_by_user_id: author }),
}
const KARMA = { review: 3, comment: 1, change_log: 5 }
type Given = { author?: string; deal_id?: string }

const makeStaff = (role: 'MANAGER' | 'ADMIN' = 'MANAGER', name = 'Mira') => makeProfile({ role, name }) as Promise<User>
/** The item as a moderator has loaded it. */
async function loaded(kind: Kind, id: string) {
  const { version, status } = (await findContribution(kind, id))!
  return { id, version, status }
}
const approve = async (kind: Kind, id: string): Promise<Verdict> => ({
  ...(await loaded(kind, id)),
  verdict: 'APPROVED',
})
const reject = async (kind: Kind, id: string, reason: string | null = 'Advertises something.'): Promise<Verdict> => ({
  ...(await loaded(kind, id)),
  verdict: 'REJECTED',
  reason: kind === 'comment' ? null : reason,
})
async function audit(id: string) {
  const entries = db.selectFrom('audit_log').select(['action', 'actor_id', 'detail']).where('entity_id', '=', id)
  return entries.orderBy('id').execute()
}
const karmaOf = async (id: string) =>
  (await db.selectFrom('profiles').select('karma').where('id', '=', id).executeTakeFirstOrThrow()).karma

for (const kind of KINDS) {
  test(`approving a ${kind} publishes it and earns karma, and reopening it reverses both`, async () => {
    const [staff, author] = [await makeStaff(), await makeProfile()]
    const { id } = await MAKE[kind]({ author: author.id })
    expect(await settle(kind, staff, await approve(kind, id))).toEqual({ is: 'done' })
    expect(await findContribution(kind, id)).toMatchObject({ status: 'APPROVED', moderator: 'Mira' })
    expect(await karmaOf(author.id)).toBe(KARMA[kind])

    const decided = { ...(await loaded(kind, id)), status: 'APPROVED' as const }
    expect(await reopen(kind, staff, decided)).toEqual({ is: 'done' })
    expect(await findContribution(kind, id)).toMatchObject({ status: 'PENDING', moderator: null, moderated_at: null })
    expect(await karmaOf(author.id)).toBe(0)
    expect(await audit(id)).toEqual([
      { action: `${kind}.approved`, actor_id: staff.id, detail: {} },
      { action: `${kind}.reopened`, actor_id: staff.id, detail: { was: 'APPROVED' } },
    ])
  })

  test(`approving and rejecting a ${kind} concurrently has one winner, with matching counts and karma`, async () => {
    const [one, other] = [await makeStaff(), await makeStaff('ADMIN', 'Noah')]
    const [author, deal] = [await makeProfile(), await makeDeal()]
    for (let round = 0; round < 50; round++) {
      // A member can review a deal only once.
      const given = { author: author.id, ...(kind !== 'review' && { deal_id: deal.id }) }
      const { id } = await MAKE[kind](given)
      const [yes, no] = [await approve(kind, id), await reject(kind, id)]
      const outcomes = await Promise.all([settle(kind, one, yes), settle(kind, other, no)])
      expect(outcomes.map(({ is }) => is).sort()).toEqual(['conflict', 'done'])
      const row = (await findContribution(kind, id))!
      expect(row.status).toBe(outcomes[0]!.is === 'done' ? 'APPROVED' : 'REJECTED')
      expect(Boolean(row.moderation_reason)).toBe(row.status === 'REJECTED' && kind !== 'comment')
      expect(await audit(id)).toHaveLength(1)
    }
    const approved = await db
      .selectFrom('contributions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('status', '=', 'APPROVED')
      .executeTakeFirstOrThrow()
    const tallies = await db
      .selectFrom('deals')
      .select((eb) =>
        eb.fn.sum<number>(eb('review_count', '+', eb('comment_count', '+', eb.ref('change_count')))).as('n'),
      )
      .executeTakeFirstOrThrow()
    expect(Number(tallies.n)).toBe(approved.count)
    expect(await karmaOf(author.id)).toBe(approved.count * KARMA[kind])
  })
}

test('the second of two moderators is told who decided, what and when', async () => {
  const [mira, noah] = [await makeStaff(), await makeStaff('MANAGER', 'Noah')]
  const { id } = await makeReview()
  const late = await reject('review', id)
  await settle('review', mira, await approve('review', id))
  const outcome = await settle('review', noah, late)
  expect(outcome).toEqual({ is: 'conflict', message: 'Already approved by Mira just now.' })
  await db
    .updateTable('reviews')
    .set({ moderated_at: new Date(Date.now() - 125_000) })
    .where('id', '=', id)
    .execute()
  expect(await settle('review', noah, late)).toEqual({
    is: 'conflict',
    message: 'Already approved by Mira 2 minutes ago.',
  })
})

test('a verdict submitted twice is recorded once', async () => {
  const staff = await makeStaff()
  const { id } = await makeReview()
  const verdict = await approve('review', id)
  const outcomes = await Promise.all([settle('review', staff, verdict), settle('review', staff, verdict)])
  expect(outcomes).toEqual([{ is: 'done' }, { is: 'done' }])
  expect(await audit(id)).toHaveLength(1)
})

test('a contribution edited after the moderator loaded it is not decided', async () => {
  const staff = await makeStaff()
  const { id } = await makeReview()
  const verdict = await approve('review', id)
  await db.updateTable('reviews').set({ body: 'Something else.' }).where('id', '=', id).execute()
  expect(await settle('review', staff, verdict)).toMatchObject({
    is: 'conflict',
    message: expect.stringMatching(/edited/),
  })
  expect(await findContribution('review', id)).toMatchObject({ status: 'PENDING' })
})

test('managers cannot moderate their own contributions, and admins can with an audit entry', async () => {
  const [manager, admin] = [await makeStaff(), await makeStaff('ADMIN')]
  for (const kind of KINDS) {
    const own = await MAKE[kind]({ author: manager.id })
    expect(await settle(kind, manager, await approve(kind, own.id))).toEqual({ is: 'forbidden' })
    expect(await findContribution(kind, own.id)).toMatchObject({ status: 'PENDING' })
    const admins = await MAKE[kind]({ author: admin.id })
    expect(await settle(kind, admin, await approve(kind, admins.id))).toEqual({ is: 'done' })
    expect(await audit(admins.id)).toMatchObject([{ detail: { own: true } }])
  }
})

test('bulk approval of comments skips those already decided', async () => {
  const staff = await makeStaff()
  const comments = [await makeComment(), await makeComment(), await makeComment()]
  const selected = await Promise.all(comments.map(({ id }) => loaded('comment', id)))
  await settle('comment', await makeStaff(), await reject('comment', comments[1]!.id))
  expect(await approveSelected('comment', staff, selected)).toEqual({ approved: 2, left: 1 })
  expect((await listQueue('comment', 'APPROVED', 1)).map(({ id }) => id).sort()).toEqual(
    [comments[0]!.id, comments[2]!.id].sort(),
  )
})

test('the pending queue lists the oldest first, and decided queues the latest decision first', async () => {
  const staff = await makeStaff()
  const old = await makeReview({ created_at: new Date('2026-01-01') })
  const older = await makeReview({ created_at: new Date('2025-01-01') })
  const ids = async (status: 'PENDING' | 'APPROVED') => (await listQueue('review', status, 1)).map(({ id }) => id)
  expect(await ids('PENDING')).toEqual([older.id, old.id])
  await settle('review', staff, await approve('review', old.id))
  await settle('review', staff, await approve('review', older.id))
  expect(await ids('APPROVED')).toEqual([older.id, old.id])
})

test('approving a change report can set the price, with price history, version and audit log in one transaction', async () => {
  const staff = await makeStaff()
  const deal = await makeDeal({ deal_price: '59' })
  const { id } = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE', new_value: '$49' })
  const price = { amount: '49.00', dealVersion: deal.version }
  const verdict = { ...(await loaded('change_log', id)), verdict: 'APPROVED' as const, price }
  expect(await settle('change_log', staff, verdict)).toEqual({ is: 'done' })
  const after = await db.selectFrom('deals').select(['deal_price', 'version']).where('id', '=', deal.id).execute()
  expect(after).toEqual([{ deal_price: '49.00', version: deal.version + 1 }])
  const points = db.selectFrom('deal_price_points').select('deal_price').where('deal_id', '=', deal.id).orderBy('id')
  expect(await points.execute()).toEqual([{ deal_price: '59.00' }, { deal_price: '49.00' }])
  expect(await audit(id)).toMatchObject([{ detail: { price: '49.00', price_before: '59.00' } }])
  expect(await audit(deal.id)).toMatchObject([{ action: 'deal.updated', detail: { version: deal.version + 1 } }])
})

test('approving a change report fails as a whole if the deal was saved in between', async () => {
  const staff = await makeStaff()
  const deal = await makeDeal({ deal_price: '59' })
  const { id } = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE' })
  await db
    .updateTable('deals')
    .set({ deal_price: '55', version: deal.version + 1 })
    .where('id', '=', deal.id)
    .execute()
  const price = { amount: '49.00', dealVersion: deal.version }
  const outcome = await settle('change_log', staff, { ...(await loaded('change_log', id)), verdict: 'APPROVED', price })
  expect(outcome).toMatchObject({ is: 'conflict', message: expect.stringContaining('its price is $55.00 now') })
  expect(await findContribution('change_log', id)).toMatchObject({ status: 'PENDING', deal_price: '55.00' })
})
