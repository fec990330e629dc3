import {
  reportReview,
  reviewReportForm,
  withdrawReviewReport,
} from '~/features/contributions/reviews/review-reports.server'
import type { User } from '~/features/people/accounts/guards.server'
import { formatWait } from '~/features/people/limits/daily-limit.server'
import { invalid, parseForm, readForm } from '~/http/forms.server'
import { forbidden, notFound, safePath } from '~/http/responses.server'
import { redirectWithToast, respondWithToast } from '~/http/toast.server'

type Reporting = { request: Request; user: User; deal: { id: string; slug: string }; reviewId: string }

/** Stores the report of a review, or takes it back. */
export async function handleReport({ request, user, deal, reviewId }: Reporting) {
  const form = await readForm(request)
  const target = { dealId: deal.id, reviewId }
  const returnTo = safePath(form.get('returnTo'), `/deals/${deal.slug}#review-${reviewId}`)
  if (form.get('intent') === 'withdraw') {
    await withdrawReviewReport(user.id, target)
    return respondWithToast(request, returnTo, { tone: 'success', title: 'Report taken back' })
  }
  const submission = await parseForm(request, reviewReportForm)
  if (submission.status !== 'success') return invalid(submission)
  const outcome = await reportReview(user, target, submission.value)
  if (outcome === 'missing') throw notFound('Review')
  if (outcome === 'own') throw forbidden('This is your own review.')
  if (typeof outcome === 'object') {
    const text = `You have reported many reviews today. Your text is kept below. Try again in ${formatWait(outcome.retryAfter)}.`
    return invalid(submission, { status: 429, retryAfter: outcome.retryAfter, formErrors: [text] })
  }
  return redirectWithToast(returnTo, {
    tone: 'success',
    title: 'Report sent',
    text: 'Thank you. The review stays public until we decide.',
  })
}
