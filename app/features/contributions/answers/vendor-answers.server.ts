import { sql } from 'kysely'
import { z } from 'zod'
import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/people/audit/audit.server'

import { notify } from '~/features/people/notifications/notify.server'
import { day, paragraphs, required } from '~/http/fields.server'
import { utcToday } from '~/http/utc-day'
import { type AnsweredKind, FIRST_ANSWER, type ShownAnswer, VENDOR_ANSWER_MAX } from './vendor-answer'

export const vendorAnswerForm = z.object({
  body: required('The answer', paragraphs(VENDOR_ANSWER_MAX)),
  answered_on: required('The date', day)
    .refine((on) => on >= FIRST_ANSWER, { message: 'The date is before 1990.', abort: true })
    .refine((on) => on <= utcToday(), 'The date is in the future.'),
})
type VendorAnswerValues = z.infer<typeof vendorAnswerForm>

export type Answered = { kind: AnsweredKind; id: string }

export type ReviewAnswered = {
  review_answered: {
    /** The title of the deal. */
    deal: string
    vendor: string
    /** The id of the review. */
    review: string
  }
}

const COLUMNS = { reviews: 'review_id', 'change-logs': 'change_log_id' } as const
const ENTITIES = { reviews: 'review', 'change-logs': 'change_log' } as const

/** A public review or verified change with its deal; undefined when it is not public. */
export async function findAnswered(of: Answered, executor: Executor = db) {
  return of.kind === 'reviews' ? findReview(of.id, executor) : findChange(of.id, executor)
}

async function findReview(id: string, executor: Executor) {
  return executor
    .selectFrom('shown_reviews as review')
    .innerJoin('deals', 'deals.id', 'review.deal_id')
    .select(['review.title', 'review.body', 'review.user_id as author_id', 'review.created_at'])
    .select(['deals.id as deal_id', 'deals.title as deal', 'deals.slug', 'deals.vendor_name as vendor'])
    .where('review.id', '=', id)
    .executeTakeFirst()
}

/** An answer to a change notifies no member, because the record has no single author. */
async function findChange(id: string, executor: Executor) {
  const change = await executor
    .selectFrom('change_logs')
    .innerJoin('deals', 'deals.id', 'change_logs.deal_id')
    .select(['change_logs.title', 'change_logs.description as body', 'change_logs.created_at'])
    .select(['deals.id as deal_id', 'deals.title as deal', 'deals.slug', 'deals.vendor_name as vendor'])
    .where('change_logs.id', '=', id)
    .where('change_logs.verified_at', 'is not', null)
    .executeTakeFirst()
  return change && { ...change, author_id: null }
}

export async function findVendorAnswer({ kind, id }: Answered, executor: Executor = db) {
  return executor
    .selectFrom('vendor_answers')
    .select(['id', 'body', 'answered_on', 'version'])
    .where(COLUMNS[kind], '=', id)
    .executeTakeFirst()
}

/**
 * Enters the vendor's answer or edits it. The author of a review is notified once.
 *
 * @param version of the answer that the form was made from; 0 for none
 * @returns undefined when what it answers is not public any more
 */
export async function saveAnswer(actor: string, of: Answered, form: VendorAnswerValues, version: number) {
  return inTransaction(async (trx) => {
    const answered = await lockAnswered(trx, of)
    if (!answered) return undefined
    const before = await findVendorAnswer(of, trx)
    if (before?.body === form.body && before.answered_on === form.answered_on) return 'saved'
    if ((before?.version ?? 0) !== version) return outdated(before)
    const detail = { answered_on: form.answered_on }
    if (before) {
      await trx
        .updateTable('vendor_answers')
        .set({ ...form, entered_by: actor, version: version + 1 })
        .where('id', '=', before.id)
        .execute()
      await audit(trx, actor, of, 'edited', detail)
      return 'saved'
    }
    const { id } = await trx
      .insertInto('vendor_answers')
      .values({ ...form, [COLUMNS[of.kind]]: of.id, entered_by: actor })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit(trx, actor, of, 'entered', detail)
    const { author_id, deal_id, deal, vendor } = answered
    if (author_id) {
      const data = { deal, vendor, review: of.id }
      await notify<ReviewAnswered>(trx, {
        userId: author_id,
        kind: 'review_answered',
        cause: causeOf(id),
        dealId: deal_id,
        data,
      })
    }
    return 'saved'
  })
}

/** Removes the answer, and the notification of it. False when there is none. */
export async function removeAnswer(actor: string, of: Answered) {
  return inTransaction(async (trx) => {
    const removed = await trx
      .deleteFrom('vendor_answers')
      .where(COLUMNS[of.kind], '=', of.id)
      .returning(['id', 'body', 'answered_on'])
      .executeTakeFirst()
    if (!removed) return false
    await trx.deleteFrom('notifications').where('cause', '=', causeOf(removed.id)).execute()
    await audit(trx, actor, of, 'removed', { answered_on: removed.answered_on })
    return true
  })
}

const causeOf = (id: string) => `vendor-answer:${id}`

/** Serializes concurrent answers, so that the second one gets a conflict. */
async function lockAnswered(trx: Trx, of: Answered) {
  const table = of.kind === 'reviews' ? 'reviews' : 'change_logs'
  await trx.selectFrom(table).select('id').where('id', '=', of.id).forNoKeyUpdate().execute()
  return findAnswered(of, trx)
}

function outdated(before: Awaited<ReturnType<typeof findVendorAnswer>>) {
  const message = before
    ? `Someone else saved an answer in the meantime, dated ${before.answered_on}: “${before.body}” Save again to replace it with yours.`
    : 'Someone else removed the answer in the meantime. Save again to enter yours.'
  return { status: 409, formErrors: [message] }
}

function audit(trx: Trx, actor: string, { kind, id }: Answered, verb: string, detail: Record<string, string>) {
  const entity = ENTITIES[kind]
  return recordAudit({ actor, action: `${entity}.vendor-answer-${verb}`, entity, id, detail }, trx)
}

/** Of the row `review` of a query on shown reviews: the vendor's answer. */
export const answerToReview = () =>
  sql<ShownAnswer | null>`(
    select jsonb_build_object('body', answer.body, 'on', answer.answered_on, 'vendor', answered.vendor_name)
    from vendor_answers answer join deals answered on answered.id = review.deal_id
    where answer.review_id = review.id)`.as('answer')

/** Of the row `change_logs` of a query: the vendor's answer. */
export const answerToChange = () =>
  sql<ShownAnswer | null>`(
    select jsonb_build_object('body', answer.body, 'on', answer.answered_on, 'vendor', answered.vendor_name)
    from vendor_answers answer join deals answered on answered.id = change_logs.deal_id
    where answer.change_log_id = change_logs.id)`.as('answer')
