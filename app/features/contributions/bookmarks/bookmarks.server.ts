import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'

const bookmarksOfDeal = prepare('bookmark', (given: Placeholders<{ userId: string; dealId: string }>) =>
  db
    .selectFrom('bookmarks')
    .select('target_price')
    .where('user_id', '=', given.userId)
    .where('deal_id', '=', given.dealId),
)

/** The target price of a saved deal; null where it is not saved. */
export async function findBookmark(userId: string, dealId: string) {
  return (await bookmarksOfDeal({ userId, dealId }))[0] ?? null
}

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
