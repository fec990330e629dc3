import type { Kysely } from 'kysely'
import { db } from '~/db/database.server'
import type { DB } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import { holdPublishedDeal } from '~/features/deals/hold-deal.server'

/** More than anybody reads, and few enough that no page grows without bounds. */
const COMMENT_LIMIT = 500
const HIDDEN_LIMIT = 50

/** Oldest first, as a conversation reads; `author` is null when the account is gone. */
export async function listApprovedComments(dealId: string) {
  return db
    .selectFrom('comments')
    .leftJoin('profiles', 'profiles.id', 'comments.user_id')
    .select(['comments.id', 'comments.body', 'comments.created_at', 'profiles.name as author'])
    .where('comments.deal_id', '=', dealId)
    .where('comments.status', '=', 'APPROVED')
    .orderBy('comments.created_at')
    .orderBy('comments.id')
    .limit(COMMENT_LIMIT)
    .execute()
}

/** What a person has said about a deal and nobody else sees: the latest of it, oldest first. */
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

/** A person's own comment on a deal, whatever became of it. */
export async function findOwnComment(userId: string, dealId: string, id: string) {
  return db
    .selectFrom('comments')
    .select(['id', 'body', 'status'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deal_id', '=', dealId)
    .executeTakeFirst()
}

/** The same words again, while the first ones wait for a moderator, are the first ones. */
export async function isWaitingComment(userId: string, dealId: string, body: string, executor: Kysely<DB> = db) {
  const waiting = await executor
    .selectFrom('comments')
    .select('id')
    .where('user_id', '=', userId)
    .where('deal_id', '=', dealId)
    .where('status', '=', 'PENDING')
    .where('body', '=', body)
    .executeTakeFirst()
  return waiting !== undefined
}

/** @returns false when the deal has been taken back or deleted meanwhile */
export async function submitComment(userId: string, dealId: string, body: string) {
  return inTransaction(async (trx) => {
    if (!(await holdPublishedDeal(trx, dealId))) return false
    // One at a time for each person, so that two presses of the button find each other.
    await trx.selectFrom('profiles').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    if (await isWaitingComment(userId, dealId, body, trx)) return true
    await trx.insertInto('comments').values({ user_id: userId, deal_id: dealId, body }).execute()
    return true
  })
}

/** An edited comment goes back to moderation. False when there is no such comment of this person. */
export async function editComment(userId: string, dealId: string, id: string, body: string) {
  const { numUpdatedRows } = await db
    .updateTable('comments')
    .set({ body, status: 'PENDING', moderated_by: null, moderated_at: null })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deal_id', '=', dealId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
