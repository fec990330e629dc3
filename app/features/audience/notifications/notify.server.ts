import type { Trx } from '~/db/executor'
import type { NotificationData, NotificationKind } from './notification'

type NewNotification = {
  [Kind in NotificationKind]: {
    userId: string
    kind: Kind
    /** What it tells of, such as `decision:<id>`; nobody is told of one thing twice. */
    cause: string
    dealId?: string | null
    data: NotificationData[Kind]
  }
}[NotificationKind]

/**
 * Tells a member something, in the transaction of its cause. Returns the id, or undefined when they were told of this
 * cause before.
 */
export async function notify(trx: Trx, { userId, kind, cause, dealId = null, data }: NewNotification) {
  const added = await trx
    .insertInto('notifications')
    .values({ user_id: userId, kind, cause, deal_id: dealId, data: JSON.stringify(data) })
    .onConflict((conflict) => conflict.constraint('one_notification_per_person_and_cause').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id
}
