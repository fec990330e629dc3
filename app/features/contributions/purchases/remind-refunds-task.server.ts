import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { refundDays } from '~/features/catalog/deals/refund-days.server'
import { SILENT_DAYS } from '~/features/contributions/refunds/refund'
import { utcToday } from '~/http/utc-day'
import { REMINDER_DAYS } from './purchase'

const AT_A_TIME = 2_000
const [EARLY, LATE] = REMINDER_DAYS

/**
 * Reminds buyers 14 and 3 days before their money-back period ends, or as soon after as the job runs. The cause contains
 * the purchase, the deadline and the number of days: running the job again or concurrently sends no reminder twice, and a
 * deadline that moves is announced again.
 */
export async function remindOfRefunds() {
  const today = utcToday()
  let reminded: number
  do reminded = await inTransaction((trx) => remindSome(trx, today))
  while (reminded > 0)
  await askAboutRefunds(today)
}

/** Asks buyers how a refund ended that they asked for 14 days ago. The cause contains the day, so it is asked once. */
async function askAboutRefunds(today: string) {
  await sql`
    insert into notifications (user_id, kind, cause, deal_id, data)
    select user_id, 'refund_asked', 'refund-asked:' || purchases.id || ':' || refund_asked_on, deal_id,
      jsonb_build_object('deal', title, 'askedOn', refund_asked_on, 'purchase', purchases.id)
    from purchases
    join deals on deals.id = purchases.deal_id
    join profiles on profiles.id = purchases.user_id
    where refund_outcome is null and refund_asked_on <= ${today}::date - ${SILENT_DAYS}::int4
      -- Notifications are deleted after 90 days; older questions are not asked again.
      and refund_asked_on > ${today}::date - 60
      and profiles.status = 'ACTIVE' and confirmed_at is not null
    on conflict on constraint one_notification_per_person_and_cause do nothing`.execute(db)
}

async function remindSome(trx: Trx, today: string) {
  const { numAffectedRows = 0n } = await sql`
    insert into notifications (user_id, kind, cause, deal_id, data)
    select user_id, 'refund_deadline', cause, deal_id, jsonb_build_object(
      'deal', title, 'purchase', id, 'until', until, 'days', until - ${today}::date,
      'rule', rule, 'period', period, 'from', starts)
    from (${dueDeadlines(today)}) as due
    where not exists (
      select from notifications where notifications.user_id = due.user_id and notifications.cause = due.cause)
    order by until limit ${AT_A_TIME}
    on conflict on constraint one_notification_per_person_and_cause do nothing`.execute(trx)
  return Number(numAffectedRows)
}

/** The purchases whose money comes back for two more weeks at most. */
const dueDeadlines = (today: string) => sql`
  select running.*,
    'refund:' || id || ':' || until || ':' || case when until - ${today}::date <= ${LATE}::int4 then ${sql.lit(LATE)} else ${sql.lit(EARLY)} end as cause
  from (
    select purchases.id, purchases.user_id, purchases.deal_id, deals.title, bought_on + ${refundDays} as until,
      ${refundDays} as period,
      case when deals.refund_days is null then 'platform' else 'deal' end as rule,
      case when deals.refund_days is null then platforms.refund_from else deals.refund_from end as starts
    from purchases
    join deals on deals.id = purchases.deal_id
    join platforms on platforms.id = deals.platform_id
    join profiles on profiles.id = purchases.user_id
    where refunded_on is null and refund_asked_on is null and bought_on <= ${today}::date and ${refundDays} > 0
      and bought_on + ${refundDays} between ${today}::date and ${today}::date + ${EARLY}::int4
      and profiles.status = 'ACTIVE' and confirmed_at is not null
  ) as running`
