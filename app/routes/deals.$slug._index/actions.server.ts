import { losesProof } from '~/features/contributions/reviews/purchases.server'
import { checkProof, findProofRefusal, type receiveProof } from '~/features/contributions/reviews/receive-proof.server'
import { LOSES_PROOF } from '~/features/contributions/reviews/review'
import { reviewForm } from '~/features/contributions/reviews/review-form.server'
import { submitReview } from '~/features/contributions/reviews/submit-review.server'
import type { User } from '~/features/people/accounts/guards.server'
import { dailyLimitReached } from '~/features/people/limits/daily-limit.server'
import { invalid, parseForm } from '~/http/forms.server'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

type ReviewRequest = {
  request: Request
  user: User
  deal: { id: string }
  /** The file that came with the form. */
  upload: Awaited<ReturnType<typeof receiveProof>>['upload']
  path: string
}

/** Saves a review, its purchase and the proof of it. `path` is the page to return to. */
export async function reviewAction({ request, user, deal, upload, path }: ReviewRequest) {
  const submission = await parseForm(request, reviewForm)
  const refusal = await findProofRefusal(upload)
  if (submission.status !== 'success') return invalid(submission, proofError(refusal))
  if (refusal) return invalid(submission, proofError(refusal))

  const { review: text, about, dropsProof } = submission.value
  if (!dropsProof && (await losesProof(user.id, deal.id, about.bought_on))) {
    return invalid(submission, { fieldErrors: { bought_on: [LOSES_PROOF] } })
  }
  using checked = await checkProof(upload, user.id)
  if (checked.refusal) return invalid(submission, proofError(checked.refusal))
  const outcome = await submitReview(user.id, { deal: deal.id, text, about, proof: checked.proof })
  if (outcome === 'missing') throw notFound('Deal')
  if (typeof outcome === 'object')
    return invalid(submission, dailyLimitReached('review of account', outcome.retryAfter))
  return redirectWithToast(path, { tone: 'success', ...TOASTS[outcome] })
}

const proofError = (refusal: string | undefined) => (refusal ? { fieldErrors: { proof: [refusal] } } : undefined)

const TOASTS = {
  submitted: { title: 'Review submitted', text: 'Your review is pending moderation' },
  'edit-submitted': { title: 'Edit submitted', text: 'Readers see the earlier text until a moderator has read it' },
  'purchase-saved': { title: 'Purchase saved', text: 'Your review is unchanged' },
  unchanged: { title: 'Nothing to change', text: 'Your review is unchanged' },
  'edit-waits': {
    title: 'Nothing to change',
    text: 'This text is already published. Your edit is still waiting; take it back under Contributions',
  },
}
