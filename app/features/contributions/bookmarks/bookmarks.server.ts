import { db } from '~/db/database.server'

/** Idempotent. Adds nothing when the deal is deleted or unpublished concurrently. */
export async function addBookmark(userId: string, dealId: string) {
  await db
    .insertInto('bookmarks')
    .columns(['user_id', 'deal_id'])
    .expression((eb) =>
      eb
        .selectFrom('deals')
        .select((eb) => [eb.cast<string>(eb.val(userId), 'uuid').as('user_id'), 'deals.id'])
        .where('deals.id', '=', dealId)
        .where('deals.published', '=', true)
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Idempotent: removing a missing bookmark succeeds. */
export async function removeBookmark(userId: string, dealId: string) {
  await db.deleteFrom('bookmarks').where('user_id', '=', userId).where('deal_id', '=', dealId).execute()
}

/** The published deals that a member saved, newest first. Unpublished ones are drafts again, which members cannot see. */
export async function listSavedDeals(userId: string) {
  return db
    .selectFrom('bookmarks')
    .innerJoin('deals', 'deals.id', 'bookmarks.deal_id')
    .select(['deals.id', 'slug', 'title', 'hero_image_url', 'summary', 'deal_price', 'original_price', 'currency'])
    .select('regular_price_period')
    .select('bookmarks.created_at as saved_at')
    .where('bookmarks.user_id', '=', userId)
    .where('published', '=', true)
    .orderBy('bookmarks.created_at', 'desc')
    .orderBy('deals.id')
    .execute()
}
