import { db } from '~/db/database.server'
import { listContributions } from './contributions.server'
import { findProfile } from './profiles.server'

/** Everything that is kept about one person, except what would open their account. */
export async function collectOwnData(userId: string) {
  const [profile, contributions, sessions, karma, clicks, imports] = await Promise.all([
    findProfile(userId),
    listContributions(userId),
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
  return { profile, ...contributions, karma, clicks, imports, sessions }
}
