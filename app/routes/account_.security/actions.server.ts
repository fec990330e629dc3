import { data } from '@remix-run/node'
import { requireActiveUser, type User } from '~/features/people/accounts/guards.server'
import { checkPassword, PASSWORD_LOCKED } from '~/features/people/accounts/new-password.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { findRetryAfter } from '~/features/people/limits/limits.server'
import { cancelSetUp, confirmSetUp, startSetUp } from '~/features/people/second-factors/authenticators.server'
import { SECURITY_PATH } from '~/features/people/second-factors/second-factor'
import { codeForm, passwordForm } from '~/features/people/second-factors/second-factor-form.server'
import { removeAuthenticator, renewRecoveryCodes } from '~/features/people/second-factors/second-factors.server'
import { endOneSession, endOtherSessions } from '~/features/people/sessions/sessions.server'
import type { FormResult } from '~/http/forms'
import { invalid, parseForm, readForm, rejectUnparsed } from '~/http/forms.server'
import { parseRowId } from '~/http/params'
import { badRequest } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { pluralize } from '~/ui/pluralize'

/** New recovery codes come with the result of the form that made them. */
export type SecurityResult = (NonNullable<FormResult> & { codes?: string[] }) | undefined

const AUTHENTICATOR = `${SECURITY_PATH}#authenticator`
const SESSIONS = `${SECURITY_PATH}#sessions`

const succeed = (path: string, title: string, text?: string) =>
  redirectWithToast(path, { tone: 'success', title, text })
const fail = (path: string, title: string, text?: string) => redirectWithToast(path, { tone: 'error', title, text })

export async function securityAction(request: Request, user: User) {
  const form = await readForm(request)
  const intent = form.get('intent')
  switch (intent) {
    case 'end':
      return end(user, form.get('id'))
    case 'end-others':
      return endOthers(request, user)
  }
  // Suspended members can end their sessions, but not use the forms below.
  await requireActiveUser(request)
  switch (intent) {
    case 'start-authenticator':
      return withPassword(request, user, async () => {
        await startSetUp(request, user.id)
        return succeed(AUTHENTICATOR, 'Scan the code with your app')
      })
    case 'cancel-authenticator':
      await cancelSetUp(request, user.id)
      return succeed(AUTHENTICATOR, 'Nothing was set up')
    case 'confirm-authenticator':
      return confirm(request, user)
    case 'remove-authenticator':
      return withPassword(request, user, async () => {
        await removeAuthenticator(user)
        return succeed(AUTHENTICATOR, 'Authenticator app removed')
      })
    case 'make-codes':
      return withPassword(request, user, async () => {
        const codes = await renewRecoveryCodes(user)
        return codes ? showCodes(intent, codes) : fail(SECURITY_PATH, 'Set up a second factor first')
      })
    default:
      throw badRequest('Unknown action.')
  }
}

async function confirm(request: Request, user: User) {
  const submission = await parseForm(request, codeForm)
  if (submission.status !== 'success') return invalid(submission)
  const outcome = await confirmSetUp(request, user, submission.value.code)
  if (outcome === 'wrong') return invalid(submission, { fieldErrors: { code: [WRONG_CODE] } })
  if (outcome === 'expired') return fail(AUTHENTICATOR, 'Set up the app again', 'It took longer than 15 minutes.')
  if (outcome.codes) return showCodes('confirm-authenticator', outcome.codes)
  return succeed(AUTHENTICATOR, 'Authenticator app added', 'You were signed out everywhere else.')
}

const WRONG_CODE = 'This is not the code from the app. Check the clock on your phone, then enter the next code.'

/** The response itself shows the codes, because only their hashes are stored. */
function showCodes(intent: string, codes: string[]) {
  return data<SecurityResult>({ status: 'success', initialValue: { intent }, codes })
}

/** Runs `work` only with the account's password, which a stolen session does not give. */
async function withPassword<Answer>(request: Request, user: User, work: () => Promise<Answer>) {
  if (await findRetryAfter('password of account', user.id)) return rejectUnparsed(request, PASSWORD_LOCKED)
  const submission = await parseForm(request, passwordForm)
  if (submission.status !== 'success') return invalid(submission)
  switch (await checkPassword(user.id, submission.value.currentPassword)) {
    case 'wrong':
      return invalid(submission, { fieldErrors: { currentPassword: ['This is not your password.'] } })
    case 'locked':
      return invalid(submission, PASSWORD_LOCKED)
    case 'right':
      return work()
  }
}

async function end(user: User, sent: unknown) {
  const id = parseRowId(sent)
  const device = id && (await endOneSession(user.id, id))
  if (!device) return succeed(SESSIONS, 'That session had already ended')
  await recordEnd(user, 1)
  return succeed(SESSIONS, 'Session ended', device)
}

async function endOthers(request: Request, user: User) {
  const count = await endOtherSessions(request, user.id)
  if (count === 0) return succeed(SESSIONS, 'There were no other sessions')
  await recordEnd(user, count)
  return succeed(SESSIONS, `${pluralize(count, 'other session')} ended`)
}

async function recordEnd(user: User, count: number) {
  await recordAudit({ actor: user.id, action: 'sessions.ended', entity: 'profile', id: user.id, detail: { count } })
}
