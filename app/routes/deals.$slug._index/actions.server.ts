import type { User } from '~/features/accounts/guards.server'
import { countTry } from '~/features/limits/limits.server'
import { tooManyToday } from '~/features/limits/too-many.server'
import { keepForm } from '~/features/moderation/keep-form.server'
import { reviewForm } from '~/features/reviews/review-form.server'
import { findSameReview, submitReview } from '~/features/reviews/reviews.server'
import { invalid, parseForm } from '~/http/forms.server'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

type Ask = { request: Request; user: User; deal: { id: string }; path: string }

/** The author comes back to `path`. */
export async function reviewAction({ request, user, deal, path }: Ask) {
  const submission = await parseForm(request, reviewForm)
  if (submission.status !== 'success') return invalid(submission)

  return keepForm(submission, 'Failed to submit review', async () => {
    // Asked before counting: a second click may not be told that the first one was one too many.
    const same = await findSameReview(user.id, deal.id, submission.value)
    if (same) return redirectWithToast(path, same.status === 'PENDING' ? SUBMITTED : UNCHANGED)
    const wait = await countTry('review of account', user.id)
    if (wait) return invalid(submission, tooManyToday('review of account', wait))

    if (!(await submitReview(user.id, deal.id, submission.value))) throw notFound('Deal')
    return redirectWithToast(path, SUBMITTED)
  })
}

const SUBMITTED = { tone: 'success', title: 'Review submitted', text: 'Your review is pending moderation' } as const
const UNCHANGED = { tone: 'success', title: 'Nothing to change', text: 'Your review says just that already' } as const
