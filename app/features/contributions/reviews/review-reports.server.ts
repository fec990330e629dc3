import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import type { DB } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import { AUTHOR } from '~/features/people/accounts/author.server'
import type { User } from '~/features/people/accounts/guards.server'
import { isStaff } from '~/features/people/accounts/profile'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { lockAuthor } from '~/features/people/limits/lock-author.server'
import { optional, paragraphs } from '~/http/fields.server'
import { REPORT_REASONS, REPORT_TEXT_MAX } from './review-report'

/** "Something else" says nothing without a text. */
export const reviewReportForm = z
  .object({
    reason: z.enum(REPORT_REASONS, { error: 'Choose what is wrong with the review.' }),
    text: optional('Your text', paragraphs(REPORT_TEXT_MAX), null),
  })
  .refine(({ reason, text }) => reason !== 'OTHER' || text !== null, {
    path: ['text'],
    error: 'Say what is wrong with it.',
  })
type ReviewReportValues = z.infer<typeof reviewReportForm>

/** `own`: authors do not report themselves. `missing`: no such review is public. An object: the daily limit is reached. */
export type ReportOutcome = 'reported' | 'own' | 'missing' | { retryAfter: number }

type Target = { dealId: string; reviewId: string }

/**
 * Stores what a reader says is wrong with a review. A trigger puts the review into the queue when there are enough reports.
 * While a report is open, sending another one changes nothing.
 */
export async function reportReview(user: User, target: Target, report: ReviewReportValues): Promise<ReportOutcome> {
  return inTransaction(async (trx) => {
    await lockAuthor(trx, user.id)
    await lockAlert(trx, target)
    const review = await trx
      .selectFrom('reviews')
      .leftJoin('review_reports as report', (join) =>
        join
          .onRef('report.review_id', '=', 'reviews.id')
          .on('report.user_id', '=', user.id)
          .on('report.settled_at', 'is', null),
      )
      .select(['reviews.user_id as author', 'report.id as report'])
      .where('reviews.id', '=', target.reviewId)
      .where('reviews.deal_id', '=', target.dealId)
      .where('reviews.published_id', 'is not', null)
      .forNoKeyUpdate('reviews')
      .executeTakeFirst()
    if (!review) return 'missing'
    if (review.author === user.id) return 'own'
    if (review.report) return 'reported'
    const retryAfter = await consumeRateLimit('review report of account', user.id, trx)
    if (retryAfter) return { retryAfter }
    const { dealId: deal_id, reviewId: review_id } = target
    await trx
      .insertInto('review_reports')
      .values({ ...report, deal_id, review_id, user_id: user.id, by_staff: isStaff(user) })
      .execute()
    return 'reported'
  })
}

/** Takes an open report back. Without enough others a trigger takes the review out of the queue. */
export async function withdrawReviewReport(userId: string, target: Target) {
  await inTransaction(async (trx) => {
    await lockAlert(trx, target)
    await trx
      .deleteFrom('review_reports')
      .where('review_id', '=', target.reviewId)
      .where('deal_id', '=', target.dealId)
      .where('user_id', '=', userId)
      .where('settled_at', 'is', null)
      .execute()
  })
}

/** Staff who decide lock the alert before the review. */
async function lockAlert(trx: Trx, { reviewId }: Target) {
  await trx
    .selectFrom('review_alerts')
    .select('id')
    .where('review_id', '=', reviewId)
    .where('status', '=', 'PENDING')
    .forUpdate()
    .execute()
}

/** Of the row `review` of a query on shown reviews: when a user reported it; null without an open report. */
export const reportedOn = (
  eb: ExpressionBuilder<DB & { review: DB['shown_reviews'] }, 'review'>,
  userId: RawBuilder<string>,
) =>
  eb
    .selectFrom('review_reports')
    .select('review_reports.created_at')
    .whereRef('review_reports.review_id', '=', 'review.id')
    .where('review_reports.user_id', '=', userId)
    .where('review_reports.settled_at', 'is', null)
    .as('reported_on')

/** A public review of a deal, for the page on which this user reports it. */
export async function findReviewToReport({ dealId, reviewId }: Target, userId: string) {
  return db
    .selectFrom('shown_reviews as review')
    .leftJoin('profiles', 'profiles.id', 'review.user_id')
    .select(['review.id', 'rating', 'title', 'body', 'review.created_at'])
    .select('review.user_id as author_id')
    .select(AUTHOR)
    .select((eb) => reportedOn(eb, sql.val(userId)))
    .where('review.id', '=', reviewId)
    .where('review.deal_id', '=', dealId)
    .executeTakeFirst()
}
