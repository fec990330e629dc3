import { db } from '~/db/database.server'
import { listOwnEntries } from '~/features/audit/own-entries.server'
import { listContributions } from './contributions.server'
import { findProfile } from './profiles.server'

/** Everything stored about a user, except credentials and tokens. */
export async function exportPersonalData(userId: string) {
  const [profile, contributions, changeReports, auditEntries, sessions, karma, clicks, imports] = await Promise.all([
    findProfile(userId),
    listContributions(userId),
    listWholeChangeReports(userId),
    listOwnEntries(userId),
    db
      .selectFrom('sessions')
      .select(['created_at', 'last_seen_at', 'expires_at'])
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
      .innerJoin('deals', 'deals.id', 'click_events.deal_id')
      .select(['deals.slug as deal', 'referrer', 'click_events.created_at'])
      .where('click_events.user_id', '=', userId)
      .orderBy('click_events.id')
      .execute(),
    db.selectFrom('imports').select(['file_name', 'status', 'created_at']).where('user_id', '=', userId).execute(),
  ])
  return { profile, ...contributions, changeReports, karma, clicks, imports, sessions, auditEntries }
}

/** Change reports with the details that the account page leaves out. */
async function listWholeChangeReports(userId: string) {
  return db
    .selectFrom('change_logs')
    .innerJoin('deals', 'deals.id', 'change_logs.deal_id')
    .select(['change_logs.id', 'deals.title as deal', 'deals.slug', 'change_logs.title', 'change_logs.description'])
    .select(['kind', 'old_value', 'new_value', 'effective_on', 'source_url', 'affects_owners'])
    .select(['change_logs.status', 'moderation_reason', 'change_logs.created_at', 'moderated_at'])
    .where('reported_by_user_id', '=', userId)
    .orderBy('change_logs.created_at', 'desc')
    .orderBy('change_logs.id')
    .execute()
}
