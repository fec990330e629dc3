import { db } from '~/db/database.server'
import { exportFollowing } from '~/features/audience/following/own-follows.server'
import { listOwnEntries } from '~/features/people/audit/own-entries.server'
import { exportSecondFactors } from '~/features/people/second-factors/second-factors.server'
import { listContributions } from './contributions.server'
import { exportAboutReviews } from './personal-reviews.server'
import { findProfile } from './profiles.server'

/** Everything stored about a user, except credentials and tokens. */
export async function exportPersonalData(userId: string) {
  const [
    profile,
    contributions,
    purchases,
    aboutReviews,
    changeReports,
    activity,
    told,
    auditEntries,
    following,
    secondFactors,
  ] = await Promise.all([
    findProfile(userId),
    listContributions(userId),
    listPurchases(userId),
    exportAboutReviews(userId),
    listWholeChangeReports(userId),
    listActivity(userId),
    listMessages(userId),
    listOwnEntries(userId),
    exportFollowing(userId),
    exportSecondFactors(userId),
  ])
  return {
    profile,
    ...contributions,
    purchases,
    ...aboutReviews,
    changeReports,
    ...activity,
    ...told,
    auditEntries,
    following,
    secondFactors,
  }
}

async function listActivity(userId: string) {
  const [sessions, knownDevices, karma, clicks, imports, availabilityReports] = await Promise.all([
    db
      .selectFrom('sessions')
      .select(['device', 'created_at', 'last_seen_at', 'verified_at', 'expires_at'])
      .where('user_id', '=', userId)
      .execute(),
    db
      .selectFrom('known_devices')
      .select(['device', 'created_at', 'last_seen_at'])
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
  return { karma, clicks, imports, sessions, knownDevices, availabilityReports }
}

/** What the user was told, and what they wrote to us. */
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
      .select(['name', 'email', 'subject', 'body', 'created_at'])
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

/** What the user said about purchases, and what was found in the proofs of them. */
async function listPurchases(userId: string) {
  return db
    .selectFrom('purchases')
    .innerJoin('deals', 'deals.id', 'purchases.deal_id')
    .select(['deals.title as deal', 'deals.slug', 'bought_on', 'paid', 'purchases.currency', 'refunded_on'])
    .select(['proof_status', 'proof_reason', 'proof_decided_at', 'purchases.created_at'])
    .where('user_id', '=', userId)
    .orderBy('purchases.created_at', 'desc')
    .orderBy('purchases.id')
    .execute()
}

/** Change reports with the details that the account page leaves out. */
async function listWholeChangeReports(userId: string) {
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
