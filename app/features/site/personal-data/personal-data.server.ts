import { db } from '~/db/database.server'
import { exportFollowing } from '~/features/audience/following/own-follows.server'
import { findProfile } from '~/features/people/accounts/profiles.server'
import { exportSecondFactors } from '~/features/people/second-factors/second-factors.server'
import { exportContributions } from './personal-contributions.server'

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
