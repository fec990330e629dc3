import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { StoredNotification } from './notice-data'

export const NOTIFICATIONS_PER_PAGE = 25

type Listed = { isUnreadOnly: boolean; page: number }

/** One page of a user's notifications, newest first. */
export async function listNotifications(userId: string, { isUnreadOnly, page }: Listed) {
  const rows = selectNotifications(userId)
    .orderBy('notifications.created_at', 'desc')
    .orderBy('notifications.id', 'desc')
    .limit(NOTIFICATIONS_PER_PAGE)
    .offset((page - 1) * NOTIFICATIONS_PER_PAGE)
  return withKnownKinds(await (isUnreadOnly ? rows.where('read_at', 'is', null) : rows).execute())
}

/** A user's own notification; undefined when it is another person's or gone. */
export async function findNotification(userId: string, id: string) {
  return withKnownKinds(await selectNotifications(userId).where('notifications.id', '=', id).execute()).at(0)
}

function selectNotifications(userId: string) {
  return db
    .selectFrom('notifications')
    .leftJoin('deals', 'deals.id', 'notifications.deal_id')
    .select(['notifications.id', 'notifications.kind', 'data', 'read_at', 'notifications.created_at'])
    .leftJoin('follow_ups', (join) => join.on(sql`follow_ups.id`, '=', sql`(data ->> 'question')::uuid`))
    .select(['deals.slug', 'deals.published', 'answer', 'rating'])
    .where('notifications.user_id', '=', userId)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectNotifications>['execute']>>[number]

/** `notify` is the only writer, so the kind and the data fit together. */
function withKnownKinds(rows: Row[]) {
  return rows.map(({ id, kind, data, read_at, created_at, slug, published, answer, rating }) => ({
    id,
    read_at,
    created_at,
    notification: { kind, data } as unknown as StoredNotification,
    deal: slug === null ? null : { slug, published: published === true },
    given: answer && rating ? { answer, rating } : null,
  }))
}
