import { type RawBuilder, sql } from 'kysely'
import { inTransaction } from '~/db/transaction.server'
import { getsMail } from '~/features/people/mails/mail-rhythm.server'
import type { MemberMail } from '~/features/people/mails/mails.server'

/** Members in one transaction, each with some dozens of notifications: well within the time limit of a statement. */
const BATCH = 300

type Plan = {
  kind: MemberMail
  /** Which notifications without a mail it contains. */
  which: RawBuilder<unknown>
  /** A member gets one mail for each cause; `notifications` can be used. */
  cause: RawBuilder<unknown>
  /** Minutes that the first notification waits: for further ones, and for a moderator to undo a mistake. */
  after: number
  /** Only for members with this rhythm. */
  rhythm?: 'AT_ONCE' | 'WEEKLY'
}

/** A change that affects people who own the product has a mail of its own. */
const IS_ALERT = sql`(notifications.kind = 'change' and notifications.data #>> '{told,for}' = 'purchase')`
/** A deadline before the next Monday cannot wait for it. */
const IS_URGENT = sql`(notifications.kind = 'refund_deadline' and notifications.data ->> 'until'
  <= to_char(date_trunc('week', now() at time zone 'UTC') + interval '7 days', 'YYYY-MM-DD'))`
/** An alert that got no mail goes into the digest. */
const IS_FOR_DIGEST = sql`(notifications.kind not in ('contribution_decided', 'still_using')
  and not (${IS_ALERT} and notifications.created_at > now() - interval '2 days'))`

/** One mail a day, or a minute. */
const at = (pattern: string) => sql`to_char(now() at time zone 'UTC', ${sql.lit(pattern)})`
const DIGEST_OF_DAY = at('"digest:"YYYY-MM-DD')

/** Every mail about notifications, in the order in which they are planned. */
export const PLANS: Plan[] = [
  { kind: 'alert', which: IS_ALERT, cause: sql`'alert:' || notifications.cause`, after: 5 },
  {
    kind: 'decisions',
    which: sql`(notifications.kind = 'contribution_decided')`,
    cause: at('"decisions:"YYYY-MM-DD"T"HH24:MI'),
    after: 10,
  },
  { kind: 'still-using', which: sql`(notifications.kind = 'still_using')`, cause: sql`notifications.cause`, after: 0 },
  { kind: 'reminder', which: IS_URGENT, cause: at('"reminder:"YYYY-MM-DD'), after: 0, rhythm: 'WEEKLY' },
  { kind: 'digest', which: IS_FOR_DIGEST, cause: DIGEST_OF_DAY, after: 10, rhythm: 'AT_ONCE' },
  { kind: 'digest', which: IS_FOR_DIGEST, cause: DIGEST_OF_DAY, after: 0, rhythm: 'WEEKLY' },
]

/** Planned on Mondays, of the last 8 days instead of 2. */
const isOfMondays = ({ kind, rhythm }: Plan) => kind === 'digest' && rhythm === 'WEEKLY'

/**
 * Plans mails about notifications. A plan stores mails and marks their notifications in one transaction, so that after a
 * crash every mail is planned exactly once.
 *
 * @returns how many notifications were planned
 */
export async function planMails({ isWeekly = false, batch = BATCH } = {}) {
  let planned = 0
  for (const plan of PLANS.filter((plan) => isWeekly || !isOfMondays(plan))) {
    let added: Planned
    do {
      added = await planSome(plan, batch)
      planned += added.notifications
    } while (added.mails > 0)
  }
  return planned
}

type Planned = { mails: number; notifications: number }

async function planSome(plan: Plan, batch: number): Promise<Planned> {
  const { kind, which, cause, after, rhythm } = plan
  const days = isOfMondays(plan) ? 8 : 2
  return inTransaction(async (trx) => {
    const { rows } = await sql<{ id: string }>`
      insert into mails (user_id, kind, cause)
      select user_id, ${kind}, ${cause} as cause from notifications join profiles on profiles.id = user_id
      where mail_id is null and notifications.created_at > now() - ${days} * interval '1 day' and ${which}
        and profiles.status = 'ACTIVE' and ${getsMail} and mail_rhythm = coalesce(${rhythm}::mail_rhythm, mail_rhythm)
        and not exists (select from mails
          where mails.user_id = notifications.user_id and mails.cause = ${cause} and mails.status <> 'DROPPED')
      group by 1, 3 having min(notifications.created_at) <= now() - ${after} * interval '1 minute'
      -- In one order, so that two plans at once wait for each other but never both ways.
      order by 1, 3 limit ${batch}
      -- All of a dropped mail was withdrawn, and there is news again.
      on conflict on constraint one_mail_per_person_and_cause
        do update set status = 'WAITING', send_after = now(), finished_at = null where mails.status = 'DROPPED'
      returning id`.execute(trx)
    const ids = rows.map(({ id }) => id)
    // After a pause, a digest covers the last 8 days only.
    const { numAffectedRows = 0n } = await sql`
      update notifications set mail_id = mails.id from mails
      where mails.id = any(${ids}::uuid[]) and mails.user_id = notifications.user_id and mails.cause = ${cause}
        and mail_id is null and notifications.created_at > now() - interval '8 days' and ${which}`.execute(trx)
    return { mails: ids.length, notifications: Number(numAffectedRows) }
  })
}
