import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { AUTHOR } from '~/features/people/accounts/author.server'
import type { User } from '~/features/people/accounts/guards.server'
import { isStaff } from '~/features/people/accounts/profile'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { lockAuthor } from '~/features/people/limits/lock-author.server'
import type { ReviewReportForm } from './review-report-form.server'

/** `own`: authors do not report themselves. `missing`: no such review is public. An object: the daily limit is reached. */
export type ReportOutcome = 'reported' | 'own' | 'missing' | { retryAfter: number }

type Target = { dealId: string; reviewId: string }

/**
 * Stores what a reader says is wrong with a review. A trigger puts the review into the queue when there are enough reports.
 * While a report is open, sending another one changes nothing.
 */
export async function reportReview(user: User, target: Target, report: ReviewReportForm): Promise<ReportOutcome> {
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
      .where('reviews.status', '=', 'APPROVED')
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

/** A public review of a deal, for the page that reports it. */
export async function findReviewToReport({ dealId, reviewId }: Target) {
  return db
    .selectFrom('reviews')
    .leftJoin('profiles', 'profiles.id', 'reviews.user_id')
    .select(['reviews.id', 'rating', 'title', 'body', 'reviews.created_at'])
    .select('reviews.user_id as author_id')
    .select(AUTHOR)
    .where('reviews.id', '=', reviewId)
    .where('reviews.deal_id', '=', dealId)
    .where('reviews.status', '=', 'APPROVED')
    .executeTakeFirst()
}

/** When a user reported which of these reviews, by id. Only open reports. */
export async function findOwnReports(userId: string, reviewIds: string[]): Promise<Record<string, Date>> {
  if (reviewIds.length === 0) return {}
  const reports = await db
    .selectFrom('review_reports')
    .select(['review_id', 'created_at'])
    .where('user_id', '=', userId)
    .where('review_id', 'in', reviewIds)
    .where('settled_at', 'is', null)
    .execute()
  return Object.fromEntries(reports.map(({ review_id, created_at }) => [review_id, created_at]))
}
