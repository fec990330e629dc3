import { z } from 'zod'
import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { lockPublishedDeal } from '~/features/catalog/deals/lock-deal.server'
import { resubmitted } from '~/features/contributions/decisions/resubmitted.server'
import { AUTHOR } from '~/features/people/accounts/author.server'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { lockAuthor, type PostOutcome } from '~/features/people/limits/lock-author.server'
import { paragraphs, required } from '~/http/fields.server'
import { COMMENT_BODY_MAX } from './comment'

export const commentForm = z.object({ body: required('Comment', paragraphs(COMMENT_BODY_MAX)) })
export type CommentValues = z.infer<typeof commentForm>

/** Bounds the size of a page. */
const COMMENT_LIMIT = 500
const HIDDEN_LIMIT = 50

/** Oldest first, as a conversation reads. */
export async function listApprovedComments(dealId: string) {
  return db
    .selectFrom('comments')
    .leftJoin('profiles', 'profiles.id', 'comments.user_id')
    .select(['comments.id', 'comments.body', 'comments.created_at'])
    .select(AUTHOR)
    .where('comments.deal_id', '=', dealId)
    .where('comments.status', '=', 'APPROVED')
    .orderBy('comments.created_at')
    .orderBy('comments.id')
    .limit(COMMENT_LIMIT)
    .execute()
}

/** The latest pending and rejected comments of a user on a deal, oldest first. */
export async function listHiddenComments(userId: string, dealId: string) {
  const latest = await db
    .selectFrom('comments')
    .select(['id', 'body', 'status', 'created_at'])
    .where('user_id', '=', userId)
    .where('deal_id', '=', dealId)
    .where('status', '<>', 'APPROVED')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(HIDDEN_LIMIT)
    .execute()
  return latest.reverse()
}

/** A user's own comment on a deal in any status. */
export async function findOwnComment(userId: string, dealId: string, id: string) {
  return selectOwnComment(db, userId, dealId, id).executeTakeFirst()
}

function selectOwnComment(executor: Executor, userId: string, dealId: string, id: string) {
  return executor
    .selectFrom('comments')
    .select(['id', 'body', 'status'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deal_id', '=', dealId)
}

/** Whether the user has an identical pending comment, so that a repeated form creates no second one. */
async function hasPendingDuplicate(trx: Trx, userId: string, dealId: string, body: string) {
  const duplicate = await trx
    .selectFrom('comments')
    .select('id')
    .where('user_id', '=', userId)
    .where('deal_id', '=', dealId)
    .where('status', '=', 'PENDING')
    .where('body', '=', body)
    .executeTakeFirst()
  return duplicate !== undefined
}

/** A repeated comment is not counted. `missing`: the deal was unpublished or deleted in the meantime. */
export async function submitComment(userId: string, dealId: string, body: string): Promise<PostOutcome> {
  return inTransaction(async (trx) => {
    if (!(await lockPublishedDeal(trx, dealId))) return 'missing'
    await lockAuthor(trx, userId)
    if (await hasPendingDuplicate(trx, userId, dealId, body)) return 'submitted'
    const retryAfter = await consumeRateLimit('comment of account', userId, trx)
    if (retryAfter) return { retryAfter }
    await trx.insertInto('comments').values({ user_id: userId, deal_id: dealId, body }).execute()
    return 'submitted'
  })
}

/**
 * An edited comment goes back to moderation. A repeated edit changes nothing and is not counted. `missing`: the user has no
 * such comment.
 */
export async function editComment(userId: string, dealId: string, id: string, body: string): Promise<PostOutcome> {
  return inTransaction(async (trx) => {
    const comment = await selectOwnComment(trx, userId, dealId, id).forNoKeyUpdate().executeTakeFirst()
    if (!comment) return 'missing'
    if (comment.body === body && comment.status !== 'REJECTED') {
      return comment.status === 'PENDING' ? 'submitted' : 'unchanged'
    }
    const retryAfter = await consumeRateLimit('comment of account', userId, trx)
    if (retryAfter) return { retryAfter }

    await trx
      .updateTable('comments')
      .set({ body, ...resubmitted() })
      .where('id', '=', id)
      .execute()
    return 'submitted'
  })
}
