import type { Submission } from '@conform-to/react'
import { redirect } from '@remix-run/node'
import type { User } from '~/features/people/accounts/guards.server'
import { checkPassword } from '~/features/people/accounts/new-password.server'
import { canChangeRole, canDeleteAccounts, isStaffRole } from '~/features/people/accounts/profile'
import { deleteProfile, findProfile } from '~/features/people/accounts/profiles.server'
import { hasRecentPassword, requireRecentPassword } from '~/features/people/accounts/reauthentication.server'
import { changeRole, changeStatus, type RightsChange, suspend } from '~/features/people/accounts/rights.server'
import { type RightsValues, respondToRights, rightsForm } from '~/features/people/accounts/rights-form.server'
import { managePersonPath, parseUserSearch, rolePath, usersPath } from '~/features/people/accounts/user-search'
import { recordDenial } from '~/features/people/audit/audit.server'
import { invalid, parseForm } from '~/http/forms.server'
import { forbidden, notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

/** Changes a role or status and returns to the list with its filters; who becomes staff is asked about first. */
export async function changeRights(request: Request, user: User) {
  const submission = await parseForm(request, rightsForm)
  if (submission.status !== 'success') return invalid(submission)
  const change = submission.value
  const search = parseUserSearch(new URL(request.url).searchParams)
  const answer = { actor: user, list: usersPath(search) }
  if (change.intent === 'delete-account') return deleteAccount(user, submission, change, usersPath(search))
  if (change.intent === 'suspend') {
    await requireRecentPassword(request, user)
    const outcome = await suspend(user, change.id, change)
    return respondToRights(submission, { ...answer, right: 'status', outcome })
  }
  if (change.intent === 'change-status') {
    // The row below the person asks for the reason.
    if (change.status === 'SUSPENDED') return redirect(managePersonPath(search, change.id), { status: 303 })
    const outcome = await changeStatus(user, change.id, change.status, change.expected)
    return respondToRights(submission, { ...answer, right: 'status', outcome })
  }
  // The page of the question asks for the password too.
  const outcome =
    isStaffRole(change.role) || !(await hasRecentPassword(request))
      ? await checkQuestion(user, change)
      : await changeRole(user, change.id, change.role, change.expected)
  if (outcome === 'ask') return redirect(rolePath(search, change), { status: 303 })
  return respondToRights(submission, { ...answer, right: 'role', outcome })
}

type Deletion = RightsValues & { intent: 'delete-account' }

/** Deletes an account as its owner could, who asked for it. */
async function deleteAccount(
  admin: User,
  submission: Submission<RightsValues>,
  { id, currentPassword }: Deletion,
  list: string,
) {
  if (!canDeleteAccounts(admin)) {
    await recordDenial(admin.id)
    throw forbidden('You cannot delete accounts.')
  }
  if (!(await findProfile(id))) throw notFound('User')
  const check = await checkPassword(admin.id, currentPassword)
  if (check === 'locked') {
    const formErrors = ['Too many attempts. Try again in 15 minutes.']
    return invalid(submission, { status: 429, retryAfter: 15 * 60, formErrors })
  }
  if (check === 'wrong')
    return invalid(submission, { fieldErrors: { currentPassword: ['This is not your password.'] } })
  if (!(await deleteProfile(id, admin.id))) {
    return invalid(submission, { status: 409, formErrors: ['The last administrator cannot be deleted.'] })
  }
  return redirectWithToast(id === admin.id ? '/' : list, { tone: 'success', title: 'Account deleted' })
}

/** Whether there is something to ask about: the person exists, may be changed, and has the role that the list shows. */
async function checkQuestion(
  user: User,
  { id, role, expected }: RightsValues & { intent: 'change-role' },
): Promise<RightsChange | 'ask'> {
  const person = await findProfile(id)
  if (!person) return 'missing'
  if (!canChangeRole(user, person)) return 'forbidden'
  if (person.role === role) return 'changed'
  return person.role === expected ? 'ask' : 'outdated'
}
