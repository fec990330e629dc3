import {
  type CommentValues,
  commentForm,
  editComment,
  submitComment,
} from '~/features/contributions/comments/comments.server'
import type { User } from '~/features/people/accounts/guards.server'
import { dailyLimitReached, rejectAtLimit } from '~/features/people/limits/daily-limit.server'
import { invalid, parseForm } from '~/http/forms.server'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

type DealRequest = { request: Request; user: User; deal: { id: string }; path: string }

/** `path` is the page to return to. */
export async function commentAction({ request, user, deal, path }: DealRequest) {
  const post = ({ body }: CommentValues) => submitComment(user.id, deal.id, body)
  const rejected = await rejectAtLimit(request, user, 'comment of account', commentForm, post)
  if (rejected) return rejected
  const submission = await parseForm(request, commentForm)
  if (submission.status !== 'success') return invalid(submission)

  const outcome = await post(submission.value)
  if (outcome === 'missing') throw notFound('Deal')
  if (typeof outcome === 'object')
    return invalid(submission, dailyLimitReached('comment of account', outcome.retryAfter))
  return redirectWithToast(path, SUBMITTED)
}

export async function editAction({ request, user, deal, path, id }: DealRequest & { id: string }) {
  const post = ({ body }: CommentValues) => editComment(user.id, deal.id, id, body)
  const rejected = await rejectAtLimit(request, user, 'comment of account', commentForm, post)
  if (rejected) return rejected
  const submission = await parseForm(request, commentForm)
  if (submission.status !== 'success') return invalid(submission)

  const outcome = await post(submission.value)
  if (outcome === 'missing') throw notFound('Comment')
  if (typeof outcome === 'object')
    return invalid(submission, dailyLimitReached('comment of account', outcome.retryAfter))
  return redirectWithToast(path, outcome === 'unchanged' ? UNCHANGED : SUBMITTED)
}

const SUBMITTED = { tone: 'success', title: 'Comment submitted', text: 'Your comment is pending moderation' } as const
const UNCHANGED = {
  tone: 'success',
  title: 'Nothing to change',
  text: 'Your comment is unchanged',
} as const
