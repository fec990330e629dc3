import { ANSWERED_NOUNS, answeredPath } from '~/features/contributions/answers/vendor-answer'
import {
  type Answered,
  findAnswered,
  removeAnswer,
  saveAnswer,
  vendorAnswerForm,
} from '~/features/contributions/answers/vendor-answers.server'
import type { User } from '~/features/people/accounts/guards.server'
import { invalid, parseForm, readForm } from '~/http/forms.server'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

/** Enters, edits or removes the vendor's answer, and returns to where readers see it. */
export async function handleAnswer(request: Request, user: User, of: Answered) {
  const form = await readForm(request)
  const answered = await findAnswered(of)
  if (!answered) throw notFound(ANSWERED_NOUNS[of.kind])
  const path = answeredPath(of.kind, answered.slug, of.id)
  if (form.get('intent') === 'delete') {
    const isRemoved = await removeAnswer(user.id, of)
    if (!isRemoved) throw notFound('Answer')
    return redirectWithToast(path, { tone: 'success', title: 'Answer deleted' })
  }
  const submission = await parseForm(request, vendorAnswerForm)
  if (submission.status !== 'success') return invalid(submission)
  const saved = await saveAnswer(user.id, of, submission.value, Number(form.get('version') ?? 0))
  if (!saved) throw notFound(ANSWERED_NOUNS[of.kind])
  if (saved !== 'saved') return invalid(submission, saved)
  return redirectWithToast(path, { tone: 'success', title: 'Answer saved' })
}
