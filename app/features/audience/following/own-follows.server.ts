import { db } from '~/db/database.server'

/** What a member follows and how, for the download of their data. */
export async function exportFollowing(userId: string) {
  const [mail, bookmarks, follows, savedSearches] = await Promise.all([
    db
      .selectFrom('profiles')
      .select(['mail_rhythm', 'mail_refusals', 'mail_off_since'])
      .where('id', '=', userId)
      .executeTakeFirst(),
    db
      .selectFrom('bookmarks')
      .innerJoin('deals', 'deals.id', 'bookmarks.deal_id')
      .select(['deals.title as deal', 'deals.slug', 'bookmarks.created_at'])
      .select(['tells_price', 'tells_changes', 'tells_ending', 'tells_ended', 'tells_reopened'])
      .select(['target_price', 'deals.currency'])
      .where('user_id', '=', userId)
      .where('deals.published', '=', true)
      .orderBy('bookmarks.created_at', 'desc')
      .orderBy('deals.id')
      .execute(),
    db
      .selectFrom('follows')
      .leftJoin('vendors', 'vendors.id', 'follows.vendor_id')
      .leftJoin('categories', 'categories.id', 'category_id')
      .select(['vendors.name as vendor', 'categories.name as category'])
      .select('follows.created_at')
      .where('user_id', '=', userId)
      .orderBy('follows.created_at', 'desc')
      .orderBy('follows.id')
      .execute(),
    db
      .selectFrom('saved_searches')
      .select(['name', 'query', 'tells', 'looked_at', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute(),
  ])
  return { mail, bookmarks, follows, savedSearches }
}
