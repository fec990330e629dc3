import type { User } from '~/features/accounts/guards.server'
import { commentForm } from '~/features/comments/comment-form.server'
import { editComment, findOwnComment, isWaitingComment, submitComment } from '~/features/comments/comments.server'
import { countTry } from '~/features/limits/limits.server'
import { tooManyToday } from '~/features/limits/too-many.server'
import { keepForm } from '~/features/moderation/keep-form.server'
import { invalid, parseForm } from '~/http/forms.server'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

type Ask = { request: Request; user: User; deal: { id: string }; path: string }

/** The author comes back to `path`. */
export async function commentAction({ request, user, deal, path }: Ask) {
  const submission = await parseForm(request, commentForm)
  if (submission.status !== 'success') return invalid(submission)
  const { body } = submission.value

  return keepForm(submission, 'Failed to submit comment', async () => {
    // Asked before counting: a second click may not be told that the first one was one too many.
    if (await isWaitingComment(user.id, deal.id, body)) return redirectWithToast(path, SUBMITTED)
    const wait = await countTry('comment of account', user.id)
    if (wait) return invalid(submission, tooManyToday('comment of account', wait))

    if (!(await submitComment(user.id, deal.id, body))) throw notFound('Deal')
    return redirectWithToast(path, SUBMITTED)
  })
}

export async function editAction({ request, user, deal, path, id }: Ask & { id: string }) {
  const comment = await findOwnComment(user.id, deal.id, id)
  if (!comment) throw notFound('Comment')

  const submission = await parseForm(request, commentForm)
  if (submission.status !== 'success') return invalid(submission)
  const { body } = submission.value
  if (comment.status === 'APPROVED' && comment.body === body) return redirectWithToast(path, UNCHANGED)

  return keepForm(submission, 'Failed to submit comment', async () => {
    const wait = await countTry('comment of account', user.id)
    if (wait) return invalid(submission, tooManyToday('comment of account', wait))

    if (!(await editComment(user.id, deal.id, id, body))) throw notFound('Comment')
    return redirectWithToast(path, SUBMITTED)
  })
}

const SUBMITTED = { tone: 'success', title: 'Comment submitted', text: 'Your comment is pending moderation' } as const
const UNCHANGED = { tone: 'success', title: 'Nothing to change', text: 'Your comment says just that already' } as const
