import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import { utcToday } from '~/http/utc-day'
import { monthsUntil } from './follow-ups.server'

/**
 * What a user was asked, by the id of the question or of its answer: after a merge of two deals one of them may have
 * stayed alone. Undefined for other people's, and while the deal is not published. `is_public`: whether the review is.
 */
export async function findQuestion(userId: string, id: string, executor: Executor = db) {
  return selectQuestions(userId, executor)
    .where((eb) =>
      eb.or([
        eb('question.id', '=', id),
        sql<boolean>`(question.review_id, question.months) in (select review_id, months from follow_ups where id = ${id})`,
      ]),
    )
    .executeTakeFirst()
}

function selectQuestions(userId: string, executor: Executor) {
  return executor
    .selectFrom('follow_up_questions as question')
    .innerJoin('reviews', 'reviews.id', 'question.review_id')
    .innerJoin('deals', 'deals.id', 'reviews.deal_id')
    .leftJoin('purchases', (join) =>
      join.onRef('purchases.user_id', '=', 'question.user_id').onRef('purchases.deal_id', '=', 'reviews.deal_id'),
    )
    .select(['question.id', 'question.review_id', 'question.months', 'reviews.deal_id'])
    .select(sql<boolean>`reviews.published_id is not null`.as('is_public'))
    .select(['deals.title', 'deals.slug', 'bought_on'])
    .select(monthsUntil(utcToday()).as('owned_months'))
    .select(
      sql<boolean>`exists (
        select from follow_up_questions where review_id = question.review_id and stopped_at is not null)`.as(
        'is_stopped',
      ),
    )
    .where('question.user_id', '=', userId)
    .where('deals.published', '=', true)
}

/** The user's answer to a question, in any status. */
export async function findFollowUpAnswer(
  { review_id, months }: { review_id: string; months: number },
  executor: Executor = db,
) {
  return executor
    .selectFrom('follow_ups')
    .select(['id', 'answer', 'rating', 'body', 'status', 'created_at'])
    .select(['rejection_reason', 'moderation_reason', 'moderated_at'])
    .where('review_id', '=', review_id)
    .where('months', '=', months)
    .executeTakeFirst()
}

/** "Don't ask me again", about one review, and the way back. */
export async function setStopped(userId: string, reviewId: string, isStopped: boolean) {
  await db
    .updateTable('follow_up_questions')
    .set({ stopped_at: isStopped ? sql<Date>`coalesce(stopped_at, now())` : null })
    .where('review_id', '=', reviewId)
    .where('user_id', '=', userId)
    .execute()
}
