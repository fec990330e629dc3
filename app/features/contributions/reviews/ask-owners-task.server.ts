import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import type { DueMail } from '~/features/people/mails/mails.server'
import { notify } from '~/features/people/notifications/notify.server'
import { utcToday } from '~/http/utc-day'
import { stillUsing } from '~/mail/still-using.server'
import type { Mail } from '~/mail/transport.server'
import { formatDate } from '~/ui/local-date'
import { pluralize } from '~/ui/pluralize'
import { MILESTONES } from './follow-up'
import { monthsUntil } from './follow-ups.server'

const AT_A_TIME = 200

export type StillUsing = {
  still_using: {
    /** The title of the deal. */
    deal: string
    /** Since the purchase, on the day of the question. */
    months: number
    /** The id of the question. */
    question: string
  }
}

/**
 * Asks the authors of approved reviews 6, 12, 24 and 36 months after the purchase whether they still use what they bought.
 * A question is stored with its notification in one transaction, and its key is unique: no question is asked twice by a
 * second worker or after a crash. A plan mails it.
 */
export async function askOwners() {
  const today = utcToday()
  let asked: number
  do asked = await inTransaction((trx) => askSome(trx, today))
  while (asked > 0)
}

async function askSome(trx: Trx, today: string) {
  const asked = await storeQuestions(trx, today)
  for (const { id, user_id, deal_id, title, months } of asked) {
    const data = { deal: title, months, question: id }
    await notify<StillUsing>(trx, {
      userId: user_id,
      kind: 'still_using',
      cause: `question:${id}`,
      dealId: deal_id,
      data,
    })
  }
  return asked.length
}

type Asked = { id: string; user_id: string; deal_id: string; title: string; months: number }

/** `months` is how long ago they bought it, which may be longer than the milestone of the question. */
async function storeQuestions(trx: Trx, today: string) {
  const { rows } = await sql<Asked>`
    with asked as (
      insert into follow_up_questions (review_id, user_id, months)
      select due.id, due.user_id, due.months from (${dueQuestions(today)}) as due
      order by due.id limit ${AT_A_TIME}
      on conflict do nothing
      returning *
    )
    select asked.id, asked.user_id, reviews.deal_id, deals.title, ${monthsUntil(today)} as months
    from asked
    join reviews on reviews.id = asked.review_id
    join deals on deals.id = reviews.deal_id
    join purchases on purchases.user_id = asked.user_id and purchases.deal_id = reviews.deal_id`.execute(trx)
  return rows
}

/**
 * The newest question that is due, by purchase. Earlier ones are skipped after a long pause, and those that were due when
 * the review was written are answered by it.
 */
function dueQuestions(today: string) {
  const milestones = sql.join(MILESTONES.map((months) => sql`(${sql.lit(months)})`))
  return sql`
    select review.id, review.user_id, newest.months
    from purchases
    join shown_reviews review on review.user_id = purchases.user_id and review.deal_id = purchases.deal_id
    join deals on deals.id = review.deal_id
    join profiles on profiles.id = review.user_id
    cross join lateral (
      select months, (purchases.bought_on + make_interval(months => months))::date as due_on
      from (values ${milestones}) as milestones (months)
      where (purchases.bought_on + make_interval(months => months))::date <= ${today}::date
      order by months desc limit 1
    ) as newest
    where deals.published and purchases.refunded_on is null
      and profiles.status = 'ACTIVE' and profiles.confirmed_at is not null
      and newest.due_on > (review.created_at at time zone 'UTC')::date
      and not exists (
        select from follow_up_questions
        where review_id = review.id and (months >= newest.months or stopped_at is not null))
      and not exists (select from follow_ups where review_id = review.id and follow_ups.months >= newest.months)`
}

/** Writes to authors who were asked, unless the question was answered or has become pointless meanwhile. */
export async function writeQuestions(mails: DueMail<'still-using'>[]) {
  const questions = await listOpenQuestions(mails.map(({ id }) => id))
  const written = new Map<string, Mail>()
  for (const { id, user_id, email } of mails) {
    const found = questions.find(({ mail_id }) => mail_id === id)
    if (!found) continue
    const { title, bought_on, months } = found
    const review = { title: found.review_title, rating: found.rating, day: formatDate(found.created_at) }
    const bought = `on ${formatDate(bought_on!)}, ${pluralize(months!, 'month')} ago`
    const reader = { id: user_id, email }
    written.set(id, stillUsing(reader, { questionId: found.id, title, bought, review }))
  }
  return written
}

function listOpenQuestions(mailIds: string[]) {
  return db
    .selectFrom('notifications')
    .innerJoin('follow_up_questions as question', (join) =>
      join.on('question.id', '=', sql<string>`(notifications.data ->> 'question')::uuid`),
    )
    .innerJoin('shown_reviews as review', 'review.id', 'question.review_id')
    .innerJoin('deals', 'deals.id', 'review.deal_id')
    .innerJoin('purchases', (join) =>
      join.onRef('purchases.user_id', '=', 'question.user_id').onRef('purchases.deal_id', '=', 'review.deal_id'),
    )
    .select(['mail_id', 'question.id', 'deals.title', 'bought_on', monthsUntil(utcToday()).as('months')])
    .select(['review.title as review_title', 'review.rating', 'review.created_at'])
    .where('mail_id', 'in', mailIds)
    .where('question.stopped_at', 'is', null)
    .where('bought_on', '<=', utcToday())
    .where('refunded_on', 'is', null)
    .where('deals.published', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('follow_ups')
            .select('follow_ups.id')
            .whereRef('follow_ups.review_id', '=', 'question.review_id')
            .whereRef('follow_ups.months', '=', 'question.months'),
        ),
      ),
    )
    .execute()
}
