import { db } from '~/db/database.server'

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

/** More than anybody reads, and few enough that no page grows without bounds. */
const COMMENT_LIMIT = 500
