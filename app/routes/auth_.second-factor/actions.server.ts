import { redirect } from '@remix-run/node'
import { authPath } from '~/features/people/accounts/auth-mode'
import { finishSignIn } from '~/features/people/accounts/finish-sign-in.server'
import { findUser } from '~/features/people/accounts/guards.server'
import { formatWait } from '~/features/people/limits/daily-limit.server'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import type { Factor } from '~/features/people/second-factors/second-factor'
import { codeForm, recoveryCodeForm } from '~/features/people/second-factors/second-factor-form.server'
import { takeSecondStep } from '~/features/people/second-factors/second-step.server'
import { findChallenge, forgetChallenge } from '~/features/people/second-factors/sign-in-challenges.server'
import { clientNetwork } from '~/http/current-request.server'
import { invalid, parseForm, readForm, rejectUnparsed } from '~/http/forms.server'
import { safePath } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { pluralize } from '~/ui/pluralize'

/** The sign-in that this browser has begun. @throws a redirect for everybody else */
export async function requireChallenge(request: Request) {
  const redirectTo = safePath(new URL(request.url).searchParams.get('redirectTo'))
  if (await findUser(request)) throw redirect(redirectTo)
  const challenge = await findChallenge(request)
  if (!challenge)
    throw request.method === 'POST' ? await endAttempt(redirectTo) : redirect(authPath('sign-in', redirectTo))
  return { challenge, redirectTo }
}

export async function codeAction(request: Request, factor: Factor) {
  await readForm(request)
  const { challenge, redirectTo } = await requireChallenge(request)
  const retryAfter = await consumeRateLimit('sign-in from address', clientNetwork())
  if (retryAfter) return rejectUnparsed(request, tooMany(retryAfter))
  const submission = await parseForm(request, factor === 'authenticator' ? codeForm : recoveryCodeForm)
  if (submission.status !== 'success') return invalid(submission)

  const step = await takeSecondStep(challenge, factor, submission.value.code)
  switch (step.outcome) {
    case 'locked':
      return rejectUnparsed(request, tooMany(step.retryAfter))
    case 'wrong':
      return invalid(submission, {
        fieldErrors: { code: [`${WRONG[factor]} ${pluralize(step.left, 'try', 'tries')} left.`] },
      })
    case 'ended':
      return endAttempt(redirectTo)
    case 'signed-in':
      return finishSignIn(request, challenge.userId, { redirectTo, by: factor, cookies: [await forgetChallenge()] })
  }
}

async function endAttempt(redirectTo: string) {
  const headers = new Headers({ 'Set-Cookie': await forgetChallenge() })
  return redirectWithToast(authPath('sign-in', redirectTo), ENDED, headers)
}

const WRONG: Record<Factor, string> = {
  authenticator: 'This code is wrong or was used before. Wait for the next one.',
  'recovery-code': 'This code is wrong or was used before.',
}

const ENDED = {
  tone: 'error',
  title: 'Please sign in again',
  text: 'There were too many wrong codes, or it took longer than 5 minutes.',
  stays: true,
} as const

function tooMany(seconds: number) {
  return {
    status: 429,
    retryAfter: seconds,
    formErrors: [`Too many attempts. Try again in ${formatWait(seconds)}.`],
  }
}
