import type { JobHelpers } from 'graphile-worker'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { getsMail } from '~/features/people/mails/mail-rhythm.server'
import { utcToday } from '~/http/utc-day'
import { sendMails } from './send-mails.server'

/** Job of every minute: plans mails and sends those that are due. */
export async function mailNotifications(_payload: unknown, { abortSignal }: Pick<JobHelpers, 'abortSignal'>) {
  await planAlerts()
  await planReminders()
  await planDigests()
  await sendMails({ signal: abortSignal })
}

/** Job of Monday, 08:00 UTC. */
export async function planWeeklyMails() {
  await planWeeklyDigests()
}

/** Members in one transaction, each with some dozens of notifications: well within the time limit of a statement. */
const BATCH = 300
/** Long enough for a moderator to undo a mistake. Owners are still notified within the hour. */
const ALERT_DELAY_MINUTES = 5
/** Notifications within this time share a mail. */
const BUNDLE_MINUTES = 10

/** A change that affects people who own the product has a mail of its own. */
const isAlert = sql`(kind = 'change' and data #>> '{told,for}' = 'purchase')`
/** Decisions and questions have mails of their own, too. An alert that got no mail goes into the digest. */
const isForDigest = sql`(mail_id is null and kind not in ('contribution_decided', 'still_using')
  and not (${isAlert} and notifications.created_at > now() - interval '2 days'))`
/** A deadline before the next Monday cannot wait for it. */
const isUrgent = sql`(kind = 'refund_deadline'
  and data ->> 'until' <= to_char(date_trunc('week', now() at time zone 'UTC') + interval '7 days', 'YYYY-MM-DD'))`
const getsNotified = sql`(profiles.status = 'ACTIVE' and ${getsMail})`

/**
 * Plans a mail for each owner and change. Like all plans, it stores mails and marks their notifications in one
 * transaction, and a person gets one mail for each cause, so that after a crash every mail is planned exactly once.
 *
 * @returns how many notifications were planned
 */
export async function planAlerts(batch = BATCH): Promise<number> {
  return runInBatches(
    () =>
      sql<{ planned: number }>`
      with due as (
        select notifications.id, user_id, 'alert:' || cause as cause
        from notifications join profiles on profiles.id = user_id
        where notifications.created_at > now() - interval '2 days' and ${isAlert} and mail_id is null
          and notifications.created_at <= now() - ${ALERT_DELAY_MINUTES} * interval '1 minute'
          and ${getsNotified}
        order by notifications.created_at, notifications.id limit ${batch}
        for update of notifications skip locked),
      added as (
        insert into mails (user_id, kind, cause, send_after)
        -- Ahead of all digests.
        select user_id, 'ALERT', cause, now() - interval '1 day' from due
        -- The change was approved again after it was undone, before or after its mail was sent.
        on conflict on constraint one_mail_per_person_and_cause do update
          set status = case when mails.status = 'DROPPED' then 'WAITING' else mails.status end,
            finished_at = case when mails.status = 'DROPPED' then null else mails.finished_at end
        returning id, user_id, cause),
      marked as (
        update notifications set mail_id = added.id from due join added using (user_id, cause)
        where notifications.id = due.id returning 1)
      select count(*) as planned from marked`,
  )
}

/** Plans a bundled mail for each member who wants mail at once and had none today. */
export async function planDigests(batch = BATCH): Promise<number> {
  return runInBatches(() =>
    planFor(sql`
      select user_id as id from notifications join profiles on profiles.id = user_id
      where notifications.created_at > now() - interval '2 days' and mail_rhythm = 'AT_ONCE' and ${getsNotified} and ${isForDigest}
        and not exists (select from mails where mails.user_id = profiles.id and cause = ${causeOf(utcToday())})
      group by user_id having min(notifications.created_at) <= now() - ${BUNDLE_MINUTES} * interval '1 minute'
      limit ${batch}`),
  )
}

/** Plans a mail for those whose money-back time ends before their next weekly digest. */
export async function planReminders(batch = BATCH): Promise<number> {
  return runInBatches(() =>
    planFor(
      sql`
        select distinct user_id as id from notifications join profiles on profiles.id = user_id
        where notifications.created_at > now() - interval '2 days' and mail_rhythm = 'WEEKLY' and ${getsNotified}
          and ${isUrgent} and mail_id is null
          and not exists (select from mails where mails.user_id = profiles.id and cause = ${`reminder:${utcToday()}`})
        limit ${batch}`,
      { kind: 'REMINDER', cause: `reminder:${utcToday()}`, which: sql`(${isUrgent} and mail_id is null)` },
    ),
  )
}

/** Plans a bundled mail for each member who wants mail weekly, in the order of their ids. */
export async function planWeeklyDigests(batch = BATCH): Promise<number> {
  let planned = 0
  let after: string | undefined
  do {
    const people = await findWeeklyReaders(after, batch)
    after = people.at(-1)?.id
    if (after)
      planned += await inTransaction(async (trx) => {
        const ids = people.map(({ id }) => id)
        const { rows } = await planFor(sql`select unnest(${ids}::uuid[]) as id`).execute(trx)
        return rows[0]!.planned
      })
  } while (after)
  return planned
}

async function findWeeklyReaders(after: string | undefined, limit: number) {
  let readers = db
    .selectFrom('profiles')
    .select('id')
    .where('mail_rhythm', '=', 'WEEKLY')
    .where(sql<boolean>`${getsNotified}`)
  if (after) readers = readers.where('id', '>', after)
  return readers.orderBy('id').limit(limit).execute()
}

/** After a pause, a digest covers the last 8 days only. */
const planFor = (people: ReturnType<typeof sql>, { kind, cause, which } = digestPlan()) => sql<{ planned: number }>`
  with people as (${people}),
  due as (
    select notifications.id, user_id from people join notifications on user_id = people.id
    where notifications.created_at > now() - interval '8 days' and ${which}),
  added as (
    insert into mails (user_id, kind, cause)
    -- In one order, so that two plans at once wait for each other but never both ways.
    select distinct user_id, ${kind}::mail_kind, ${cause} from due order by user_id
    on conflict on constraint one_mail_per_person_and_cause do nothing
    returning id, user_id),
  marked as (
    update notifications set mail_id = added.id from due join added using (user_id)
    where notifications.id = due.id returning 1)
  select count(*) as planned from marked`

const causeOf = (day: string) => `digest:${day}`
const digestPlan = () => ({ kind: 'DIGEST', cause: causeOf(utcToday()), which: isForDigest })

async function runInBatches(plan: () => ReturnType<typeof sql<{ planned: number }>>) {
  let planned = 0
  for (let last = 1; last > 0; planned += last) {
    const { rows } = await inTransaction((trx) => plan().execute(trx))
    last = rows[0]!.planned
  }
  return planned
}
