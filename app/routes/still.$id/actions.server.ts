import { findQuestion, setStopped } from '~/features/contributions/reviews/questions.server'
import { followUpForm, submitFollowUp } from '~/features/contributions/reviews/submit-follow-up.server'
import type { User } from '~/features/people/accounts/guards.server'
import { dailyLimitReached } from '~/features/people/limits/daily-limit.server'
import { invalid, parseForm, readForm } from '~/http/forms.server'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

export async function stillUsingAction(request: Request, user: User, id: string) {
  const intent = (await readForm(request)).get('intent')
  if (intent === 'stop' || intent === 'resume') return stopAction(user, id, intent === 'stop')
  return answerAction(request, user, id)
}

async function answerAction(request: Request, user: User, id: string) {
  const submission = await parseForm(request, followUpForm)
  if (submission.status !== 'success') return invalid(submission)

  const outcome = await submitFollowUp(user.id, id, submission.value)
  if (outcome === 'missing') throw notFound('Question')
  if (typeof outcome === 'object')
    return invalid(submission, dailyLimitReached('answer of account', outcome.retryAfter))
  return redirectWithToast(`/still/${id}`, { tone: 'success', ...TOASTS[outcome] })
}

const TOASTS = {
  submitted: { title: 'Answer sent', text: 'It appears under your review once a moderator has read it' },
  published: { title: 'Nothing to change', text: 'This answer is already published' },
}

async function stopAction(user: User, id: string, isStopped: boolean) {
  const question = await findQuestion(user.id, id)
  if (!question) throw notFound('Question')
  await setStopped(user.id, question.review_id, isStopped)
  const title = isStopped ? "We won't ask again" : 'We will ask again'
  return redirectWithToast(`/still/${id}`, { tone: 'success', title })
}
