import type { User } from '~/features/people/accounts/guards.server'
import { checkPassword } from '~/features/people/accounts/new-password.server'
import { findRetryAfter } from '~/features/people/limits/limits.server'
import { passwordForm } from '~/features/people/second-factors/second-factor-form.server'
import { invalid, parseForm, rejectUnparsed } from '~/http/forms.server'

type SecurityRequest = { request: Request; user: User }

/** Goes on only with the account's password, which a stolen session does not hold. */
export async function withPassword<Answer>({ request, user }: SecurityRequest, work: () => Promise<Answer>) {
  if (await findRetryAfter('password of account', user.id)) return rejectUnparsed(request, LOCKED)
  const submission = await parseForm(request, passwordForm)
  if (submission.status !== 'success') return invalid(submission)
  switch (await checkPassword(user.id, submission.value.currentPassword)) {
    case 'wrong':
      return invalid(submission, { fieldErrors: { currentPassword: ['This is not your password.'] } })
    case 'locked':
      return invalid(submission, LOCKED)
    case 'right':
      return work()
  }
}

const LOCKED = {
  status: 429,
  retryAfter: 15 * 60,
  formErrors: ['Too many attempts. Try again in 15 minutes.'],
}
