import type { Trx } from '~/db/executor'

type NewNotification<Sent extends Record<string, object>> = {
  [Kind in keyof Sent]: {
    userId: string
    kind: Kind
    /** What it is about, such as `decision:<id>`. A member gets one notification for each cause. */
    cause: string
    dealId?: string | null
    data: Sent[Kind]
  }
}[keyof Sent & string]

/**
 * Notifies a member, in the transaction of the cause. Returns the id, or undefined when they already have a notification
 * for this cause. Each sender declares its kinds with their data, which `NotificationData` lists together.
 */
export async function notify<Sent extends Record<string, object>>(
  trx: Trx,
  { userId, kind, cause, dealId = null, data }: NewNotification<Sent>,
) {
  const added = await trx
    .insertInto('notifications')
    .values({ user_id: userId, kind, cause, deal_id: dealId, data: JSON.stringify(data) })
    .onConflict((conflict) => conflict.constraint('one_notification_per_person_and_cause').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id
}
