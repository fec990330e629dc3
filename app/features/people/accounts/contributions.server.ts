import { db } from '~/db/database.server'

/** Saved deals, reviews, change reports and comments of a user, newest first, for the account page and the data export. */
export async function listContributions(userId: string) {
  const [savedDeals, reviews, changeReports, comments] = await Promise.all([
    listSavedDeals(userId),
    listReviewsOf(userId),
    listChangeReportsOf(userId),
    listCommentsOf(userId),
  ])
  return { savedDeals, reviews, changeReports, comments }
}

// Unpublished deals are drafts again, which members cannot see.
async function listSavedDeals(userId: string) {
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

async function listReviewsOf(userId: string) {
  return db
    .selectFrom('reviews')
    .innerJoin('deals', 'deals.id', 'reviews.deal_id')
    .select(['reviews.id', 'rating', 'reviews.title', 'body', 'reviews.status', 'rejection_reason'])
    .select(['moderation_reason', 'moderated_at', 'reviews.connection'])
    .select(['reviews.created_at', 'deals.title as deal', 'deals.slug', 'deals.published'])
    .where('user_id', '=', userId)
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id')
    .execute()
}

async function listChangeReportsOf(userId: string) {
  return db
    .selectFrom('change_logs')
    .innerJoin('deals', 'deals.id', 'change_logs.deal_id')
    .select(['change_logs.id', 'kind', 'change_logs.title', 'change_logs.description', 'change_logs.status'])
    .select(['rejection_reason', 'moderation_reason', 'moderated_at', 'change_logs.created_at'])
    .select(['deals.title as deal', 'deals.slug', 'deals.published'])
    .where('reported_by_user_id', '=', userId)
    .orderBy('change_logs.created_at', 'desc')
    .orderBy('change_logs.id')
    .execute()
}

async function listCommentsOf(userId: string) {
  return db
    .selectFrom('comments')
    .innerJoin('deals', 'deals.id', 'comments.deal_id')
    .select(['comments.id', 'body', 'comments.status', 'comments.created_at'])
    .select(['deals.title as deal', 'deals.slug', 'deals.published'])
    .where('user_id', '=', userId)
    .orderBy('comments.created_at', 'desc')
    .orderBy('comments.id')
    .execute()
}
