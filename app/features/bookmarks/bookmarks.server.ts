import { db } from '~/db/database.server'

/** Removing what is not there is fine: two clicks end in the same state as one. */
export async function removeBookmark(userId: string, dealId: string) {
  await db.deleteFrom('bookmarks').where('user_id', '=', userId).where('deal_id', '=', dealId).execute()
}
