import { afterEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import {
  editComment,
  findOwnComment,
  listHiddenComments,
  submitComment,
} from '~/features/contributions/comments/comments.server'
import { makeComment, makeDeal, makeProfile } from '../factories'

afterEach(() => {
  env.RATE_LIMIT = true
})

const stored = () => db.selectFrom('comments').selectAll().orderBy('created_at').execute()

test('a new comment is pending', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  await submitComment(ada.id, deal.id, 'Works offline?')
  expect(await stored()).toMatchObject([
    { user_id: ada.id, deal_id: deal.id, body: 'Works offline?', status: 'PENDING' },
  ])
})

test('the same text is a new comment from another member, on another deal or after a verdict', async () => {
  const { user_id, deal_id, body } = await makeComment({ status: 'APPROVED' })
  await submitComment(user_id!, deal_id, body)
  await submitComment(user_id!, (await makeDeal()).id, body)
  await submitComment((await makeProfile()).id, deal_id, body)
  expect(await stored()).toHaveLength(4)
})

test.each(['PENDING', 'APPROVED', 'REJECTED'] as const)(
  'an edited comment that was %s is pending again',
  async (status) => {
    const moderator = await makeProfile({ role: 'MANAGER' })
    const comment = await makeComment({ status, moderated_by: moderator.id, moderated_at: new Date() })
    expect(await editComment(comment.user_id!, comment.deal_id, comment.id, 'Said better')).toBe('submitted')
    const waiting = { version: 2, waiting_since: expect.any(Date) }
    const clean = { status: 'PENDING', moderated_by: null, moderated_at: null, ...waiting }
    expect(await stored()).toMatchObject([{ ...comment, ...clean, body: 'Said better' }])
  },
)

test('comments on unpublished or deleted deals are rejected', async () => {
  const [ada, draft] = [await makeProfile(), await makeDeal({ published: false })]
  for (const id of [draft.id, crypto.randomUUID()]) expect(await submitComment(ada.id, id, 'Hello')).toBe('missing')
  expect(await stored()).toEqual([])
})

test('members can neither edit nor find comments of other members', async () => {
  const comment = await makeComment()
  const eve = await makeProfile()
  expect(await editComment(eve.id, comment.deal_id, comment.id, 'Mine now')).toBe('missing')
  expect(await findOwnComment(eve.id, comment.deal_id, comment.id)).toBeUndefined()
  expect(await findOwnComment(comment.user_id!, (await makeDeal()).id, comment.id)).toBeUndefined()
  expect(await stored()).toEqual([comment])
})

test('the hidden comments of a member on a deal are the unapproved ones, oldest first', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  const own = { user_id: ada.id, deal_id: deal.id }
  await makeComment({ ...own, body: 'Second', created_at: new Date('2026-01-02') })
  await makeComment({ ...own, body: 'First', status: 'REJECTED', created_at: new Date('2026-01-01') })
  await makeComment({ ...own, status: 'APPROVED' })
  await makeComment({ user_id: ada.id })
  await makeComment({ deal_id: deal.id })
  const hidden = await listHiddenComments(ada.id, deal.id)
  expect(hidden.map(({ body, status }) => [body, status])).toEqual([
    ['First', 'REJECTED'],
    ['Second', 'PENDING'],
  ])
})
