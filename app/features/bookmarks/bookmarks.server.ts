import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'

const bookmarksOfDeal = prepare('bookmark', (given: Placeholders<{ userId: string; dealId: string }>) =>
  db.selectFrom('bookmarks').select('deal_id').where('user_id', '=', given.userId).where('deal_id', '=', given.dealId),
)

export async function isBookmarked(userId: string, dealId: string) {
  return (await bookmarksOfDeal({ userId, dealId })).length > 0
}

/** Adding what is there is fine. A deal that is deleted or withdrawn at the same moment takes no bookmark. */
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

/** Removing what is not there is fine: two clicks end in the same state as one. */
export async function removeBookmark(userId: string, dealId: string) {
  await db.deleteFrom('bookmarks').where('user_id', '=', userId).where('deal_id', '=', dealId).execute()
}
