import { db } from '~/db/database.server'
import { exportFollowing } from '~/features/audience/following/own-follows.server'
import { listSavedDeals } from '~/features/contributions/bookmarks/bookmarks.server'
import { findProfile } from '~/features/people/accounts/profiles.server'
import { exportSecondFactors } from '~/features/people/second-factors/second-factors.server'

/** Everything stored about a user, except credentials and tokens. */
export async function exportPersonalData(userId: string) {
  const [profile, contributions, activity, messages, auditEntries, following, secondFactors] = await Promise.all([
    findProfile(userId),
    exportContributions(userId),
    listActivity(userId),
    listMessages(userId),
    listAuditEntries(userId),
    exportFollowing(userId),
    exportSecondFactors(userId),
  ])
  return { profile, ...contributions, ...activity, ...messages, auditEntries, following, secondFactors }
}

async function listActivity(userId: string) {
  const [sessions, karma, clicks, imports, availabilityReports] = await Promise.all([
    db
      .selectFrom('sessions')
      .select(['device', 'created_at', 'last_seen_at', 'verified_at', 'expires_at'])
      .where('user_id', '=', userId)
      .execute(),
    db
      .selectFrom('karma_events')
      .select(['source', 'amount', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('click_events')
      .innerJoin('click_targets', 'click_targets.id', 'click_events.deal_id')
      .innerJoin('deals', 'deals.id', 'click_targets.deal_id')
      .select(['deals.slug as deal', 'referrer', 'click_events.created_at'])
      .where('click_events.user_id', '=', userId)
      .orderBy('click_events.id')
      .execute(),
    db.selectFrom('imports').select(['file_name', 'status', 'created_at']).where('user_id', '=', userId).execute(),
    db
      .selectFrom('availability_reports')
      .innerJoin('deals', 'deals.id', 'availability_reports.deal_id')
      .select(['deals.slug as deal', 'has_ended', 'availability_reports.status', 'availability_reports.created_at'])
      .where('user_id', '=', userId)
      .orderBy('availability_reports.created_at', 'desc')
      .orderBy('availability_reports.id')
      .execute(),
  ])
  return { karma, clicks, imports, sessions, availabilityReports }
}

/** Notifications of the user, and their messages to us. */
async function listMessages(userId: string) {
  const [notifications, contactMessages, suggestions] = await Promise.all([
    db
      .selectFrom('notifications')
      .select(['kind', 'data', 'created_at', 'read_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
    db
      .selectFrom('contact_messages')
      .select(['name', 'email', 'subject', 'body', 'number', 'about_kind', 'about_id', 'answer', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
    db
      .selectFrom('deal_suggestions')
      .leftJoin('deals', (join) => join.onRef('deals.id', '=', 'deal_id').on('deals.published', '=', true))
      .select(['url', 'deal_suggestions.title', 'deal_suggestions.vendor_name', 'deal_suggestions.deal_price'])
      .select(['deal_suggestions.end_date', 'body', 'is_different', 'deal_suggestions.status', 'deals.slug as deal'])
      .select(['rejection_reason', 'moderation_reason', 'moderated_at', 'deal_suggestions.created_at'])
      .where('user_id', '=', userId)
      .orderBy('deal_suggestions.created_at', 'desc')
      .orderBy('deal_suggestions.id', 'desc')
      .execute(),
  ])
  return { notifications, contactMessages, suggestions }
}

/** The entries about one person, oldest first: their own actions, and actions on their account. */
async function listAuditEntries(userId: string) {
  return (
    db
      .selectFrom('audit_log')
      .select(['created_at', 'action', 'entity_type', 'entity_id', 'detail'])
      // The identity of a staff member is that member's own data.
      .select((eb) => eb('actor_id', 'is not distinct from', userId).as('done_by_you'))
      .where((eb) =>
        eb.or([eb('actor_id', '=', userId), eb.and([eb('entity_type', '=', 'profile'), eb('entity_id', '=', userId)])]),
      )
      .orderBy('id')
      .execute()
  )
}

/** What a user wrote, reported, bought and saved, with the details that the account page leaves out. */
async function exportContributions(userId: string) {
  const [savedDeals, reviews, changeReports, comments, purchases] = await Promise.all([
    listSavedDeals(userId),
    listReviews(userId),
    listChangeReports(userId),
    listComments(userId),
    listPurchases(userId),
  ])
  return { savedDeals, reviews, changeReports, comments, purchases, ...(await exportAboutReviews(userId)) }
}

/** All texts of the user's reviews, whatever was decided, newest first. */
async function listReviews(userId: string) {
  return db
    .selectFrom('review_versions as text')
    .innerJoin('reviews', 'reviews.id', 'text.review_id')
    .innerJoin('deals', 'deals.id', 'text.deal_id')
    .select(['review_id', 'rating', 'text.title', 'body', 'connection', 'text.status', 'text.created_at'])
    .select((eb) => eb('published_id', 'is not distinct from', eb.ref('text.id')).as('is_public'))
    .select(['rejection_reason', 'moderation_reason', 'moderated_at'])
    .select(['deals.title as deal', 'deals.slug', 'deals.published'])
    .where('text.user_id', '=', userId)
    .orderBy('text.created_at', 'desc')
    .orderBy('text.id')
    .execute()
}

async function listChangeReports(userId: string) {
  return db
    .selectFrom('change_logs')
    .innerJoin('deals', 'deals.id', 'change_logs.deal_id')
    .select(['change_logs.id', 'deals.title as deal', 'deals.slug', 'change_logs.title', 'change_logs.description'])
    .select(['kind', 'old_value', 'new_value', 'effective_on', 'source_url', 'affects_owners'])
    .select(['change_logs.status', 'rejection_reason', 'moderation_reason', 'change_logs.created_at', 'moderated_at'])
    .where('reported_by_user_id', '=', userId)
    .orderBy('change_logs.created_at', 'desc')
    .orderBy('change_logs.id')
    .execute()
}

async function listComments(userId: string) {
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

/** The user's purchases and the results of checking their proofs. */
async function listPurchases(userId: string) {
  return db
    .selectFrom('purchases')
    .innerJoin('deals', 'deals.id', 'purchases.deal_id')
    .select(['deals.title as deal', 'deals.slug', 'bought_on', 'paid', 'purchases.currency', 'refunded_on'])
    .select([
      'refund_asked_on',
      'refund_outcome',
      'proof_status',
      'proof_reason',
      'proof_decided_at',
      'purchases.created_at',
    ])
    .where('user_id', '=', userId)
    .orderBy('purchases.created_at', 'desc')
    .orderBy('purchases.id')
    .execute()
}

/** What is stored about a user's reviews besides their texts: answers, votes and reports. */
async function exportAboutReviews(userId: string) {
  const [followUps, followUpQuestions, reviewVotes, reviewReports] = await Promise.all([
    listFollowUps(userId),
    listFollowUpQuestions(userId),
    listReviewVotes(userId),
    listReviewReports(userId),
  ])
  return { followUps, followUpQuestions, reviewVotes, reviewReports }
}

/** The user's answers to "Still using it?", whatever was decided. */
async function listFollowUps(userId: string) {
  return db
    .selectFrom('follow_ups')
    .innerJoin('deals', 'deals.id', 'follow_ups.deal_id')
    .select(['months', 'answer', 'rating', 'body', 'follow_ups.status', 'rejection_reason', 'moderation_reason'])
    .select(['moderated_at', 'follow_ups.created_at', 'deals.title as deal', 'deals.slug'])
    .where('user_id', '=', userId)
    .orderBy('follow_ups.created_at', 'desc')
    .orderBy('follow_ups.id')
    .execute()
}

/** When the user was asked, and whether they asked us to stop. */
async function listFollowUpQuestions(userId: string) {
  return db
    .selectFrom('follow_up_questions')
    .innerJoin('reviews', 'reviews.id', 'review_id')
    .innerJoin('deals', 'deals.id', 'reviews.deal_id')
    .select(['months', 'asked_at', 'stopped_at', 'deals.title as deal', 'deals.slug'])
    .where('follow_up_questions.user_id', '=', userId)
    .orderBy('asked_at', 'desc')
    .orderBy('follow_up_questions.id')
    .execute()
}

/** The reviews that helped the user. */
async function listReviewVotes(userId: string) {
  return db
    .selectFrom('review_votes')
    .innerJoin('reviews', 'reviews.id', 'review_id')
    .leftJoin('shown_reviews as shown', 'shown.id', 'reviews.id')
    .innerJoin('deals', 'deals.id', 'reviews.deal_id')
    .select(['deals.slug as deal', 'shown.title as review', 'review_votes.created_at'])
    .where('review_votes.user_id', '=', userId)
    .orderBy('review_votes.created_at', 'desc')
    .orderBy('review_id')
    .execute()
}

/** What the user reported about the reviews of others. */
async function listReviewReports(userId: string) {
  return db
    .selectFrom('review_reports')
    .innerJoin('reviews', 'reviews.id', 'review_id')
    .leftJoin('shown_reviews as shown', 'shown.id', 'reviews.id')
    .innerJoin('deals', 'deals.id', 'reviews.deal_id')
    .select(['deals.slug as deal', 'shown.title as review', 'reason', 'text'])
    .select(['review_reports.created_at', 'settled_at'])
    .where('review_reports.user_id', '=', userId)
    .orderBy('review_reports.created_at', 'desc')
    .orderBy('review_reports.id')
    .execute()
}
