import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'

/** The header says "99+" above it, so nothing beyond is counted on every page. */
const UNREAD_CAP = 100

const unreadOf = prepare('unread_notifications', (given: Placeholders<{ userId: string }>) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('notifications')
        .select('user_id')
        .where('user_id', '=', given.userId)
        .where('read_at', 'is', null)
        .limit(UNREAD_CAP)
        .as('unread'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count')),
)

/** Unread notifications for the header, counted up to a hundred. */
export async function countUnread(userId: string) {
  const [row] = await unreadOf({ userId })
  return row?.count ?? 0
}

/** How many notifications a user has, and how many of them are unread. */
export async function countNotifications(userId: string) {
  return db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .select(sql<number>`count(*) filter (where read_at is null)`.as('unread'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Marks one as read. The time of the first reading stays. */
export async function markRead(userId: string, id: string) {
  await db
    .updateTable('notifications')
    .set({ read_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('read_at', 'is', null)
    .execute()
}

export async function markAllRead(userId: string) {
  await db
    .updateTable('notifications')
    .set({ read_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .execute()
}

/** Daily job: deletes notifications after 90 days. */
export async function deleteOldNotifications() {
  await db.deleteFrom('notifications').where('created_at', '<', sql<Date>`now() - interval '90 days'`).execute()
}
