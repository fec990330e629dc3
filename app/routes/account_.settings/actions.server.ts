import { redirect } from '@remix-run/node'
import { changeNameForm, changePasswordForm, deleteAccountForm } from '~/features/people/accounts/account-form.server'
import type { User } from '~/features/people/accounts/guards.server'
import { changePassword, checkPassword, PASSWORD_LOCKED } from '~/features/people/accounts/new-password.server'
import { changeName, deleteProfile, setPublicProfile } from '~/features/people/accounts/profiles.server'
import { findRetryAfter } from '~/features/people/limits/limits.server'
import { endSessionsOf, startSession } from '~/features/people/sessions/sessions.server'
import { invalid, parseForm, readForm, rejectUnparsed } from '~/http/forms.server'
import { clearSessionId } from '~/http/session-cookie.server'
import { redirectWithToast } from '~/http/toast.server'

type AccountRequest = { request: Request; user: User }

export async function nameAction({ request, user }: AccountRequest) {
  const submission = await parseForm(request, changeNameForm)
  if (submission.status !== 'success') return invalid(submission)
  await changeName(user.id, submission.value.name)
  return redirectWithToast('/account/settings', { tone: 'success', title: 'Name changed' })
}

export async function passwordAction({ request, user }: AccountRequest) {
  if (await findRetryAfter('password of account', user.id)) return rejectUnparsed(request, PASSWORD_LOCKED)
  const submission = await parseForm(request, changePasswordForm(user))
  if (submission.status !== 'success') return invalid(submission)
  const check = await changePassword(user, submission.value)
  if (check !== 'right') return invalid(submission, errorOf(check))

  // All sessions have ended; start a new one for this browser.
  const headers = new Headers({ 'Set-Cookie': await startSession(request, user.id) })
  const toast = { tone: 'success', title: 'Password changed', text: 'You were signed out everywhere else.' } as const
  return redirectWithToast('/account/settings', toast, headers)
}

export async function publicProfileAction({ request, user }: AccountRequest) {
  const isPublic = (await readForm(request)).get('intent') === 'show-profile'
  await setPublicProfile(user.id, isPublic)
  const title = isPublic ? 'Your public profile is on' : 'Your public profile is off'
  return redirectWithToast('/account/settings#public-profile', { tone: 'success', title })
}

export async function signOutEverywhereAction({ user }: AccountRequest) {
  await endSessionsOf(user.id)
  const headers = new Headers({ 'Set-Cookie': await clearSessionId() })
  const toast = { tone: 'success', title: 'Signed out successfully', text: 'On this device and all others.' } as const
  return redirectWithToast('/', toast, headers)
}

export async function deleteAction({ request, user }: AccountRequest) {
  if (await findRetryAfter('password of account', user.id)) return rejectUnparsed(request, PASSWORD_LOCKED)
  const submission = await parseForm(request, deleteAccountForm)
  if (submission.status !== 'success') return invalid(submission)
  const check = await checkPassword(user.id, submission.value.currentPassword)
  if (check !== 'right') return invalid(submission, errorOf(check))
  if (!(await deleteProfile(user.id))) {
    const formErrors = ['You are the last active admin. Make someone else an admin first.']
    return invalid(submission, { status: 409, formErrors })
  }
  return redirect('/account/deleted', { status: 303, headers: { 'Set-Cookie': await clearSessionId() } })
}

function errorOf(check: 'wrong' | 'locked') {
  if (check === 'wrong') return { fieldErrors: { currentPassword: ['This is not your current password.'] } }
  return PASSWORD_LOCKED
}
