import { db } from '~/db/database.server'
import { addJob, type JobPayload } from '~/db/job-queue.server'
import { deliverOrRetry } from '~/features/people/mails/mail-retries.server'
import { getsMail } from '~/features/people/mails/mail-rhythm.server'
import { utcToday } from '~/http/utc-day'
import { stillUsing } from '~/mail/still-using.server'
import { formatDate } from '~/ui/local-date'
import { pluralize } from '~/ui/pluralize'
import { monthsUntil } from './follow-ups.server'

/** Writes to an author who was asked, unless the question was answered or has become pointless meanwhile. */
export async function sendFollowUpMail(job: JobPayload<'send_follow_up_mail'>) {
  const found = await findOpenQuestion(job.questionId)
  if (!found) return
  const { email, user_id, title, bought_on, months } = found
  const review = { title: found.review_title, rating: found.rating, day: formatDate(found.created_at) }
  const bought = `on ${formatDate(bought_on!)}, ${pluralize(months!, 'month')} ago`
  const mail = stillUsing({ id: user_id, email }, { questionId: job.questionId, title, bought, review })
  await deliverOrRetry({ ...mail, id: `question-${job.questionId}` }, job, {
    name: 'still using',
    about: { entity: 'profile', id: user_id },
    retry: (attempts, runAt) => addJob(db, 'send_follow_up_mail', { ...job, ...attempts }, { runAt }),
  })
}

async function findOpenQuestion(id: string) {
  return db
    .selectFrom('follow_up_questions as question')
    .innerJoin('reviews', 'reviews.id', 'question.review_id')
    .innerJoin('deals', 'deals.id', 'reviews.deal_id')
    .innerJoin('profiles', 'profiles.id', 'question.user_id')
    .innerJoin('purchases', (join) =>
      join.onRef('purchases.user_id', '=', 'question.user_id').onRef('purchases.deal_id', '=', 'reviews.deal_id'),
    )
    .select(['profiles.email', 'question.user_id', 'deals.title', 'bought_on', monthsUntil(utcToday()).as('months')])
    .select(['reviews.title as review_title', 'reviews.rating', 'reviews.created_at'])
    .where('question.id', '=', id)
    .where('question.stopped_at', 'is', null)
    .where('bought_on', '<=', utcToday())
    .where('refunded_on', 'is', null)
    .where('reviews.status', '=', 'APPROVED')
    .where('deals.published', '=', true)
    .where('profiles.status', '=', 'ACTIVE')
    .where(getsMail)
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
    .executeTakeFirst()
}
