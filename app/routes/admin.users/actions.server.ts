import { redirect } from '@remix-run/node'
import type { User } from '~/features/people/accounts/guards.server'
import { canChangeRole, isStaffRole } from '~/features/people/accounts/profile'
import { findProfile } from '~/features/people/accounts/profiles.server'
import { requireRecentPassword } from '~/features/people/accounts/reauthentication.server'
import { changeRole, changeStatus, type RightsChange } from '~/features/people/accounts/rights.server'
import { type RightsValues, respondToRights, rightsForm } from '~/features/people/accounts/rights-form.server'
import { parseUserSearch, rolePath, usersPath } from '~/features/people/accounts/user-search'
import { invalid, parseForm } from '~/http/forms.server'

/** Changes a role or status and returns to the list with its filters; who becomes staff is asked about first. */
export async function changeRights(request: Request, user: User) {
  const submission = await parseForm(request, rightsForm)
  if (submission.status !== 'success') return invalid(submission)
  const change = submission.value
  const search = parseUserSearch(new URL(request.url).searchParams)
  const answer = { actor: user, list: usersPath(search) }
  if (change.intent === 'change-status') {
    const outcome = await changeStatus(user, change.id, change.status, change.expected)
    return respondToRights(submission, { ...answer, right: 'status', outcome })
  }
  // The page of the question holds the chosen role while the password is asked for.
  const question = rolePath(search, change)
  if (!isStaffRole(change.role)) await requireRecentPassword(request, question)
  const outcome = isStaffRole(change.role)
    ? await checkQuestion(user, change)
    : await changeRole(user, change.id, change.role, change.expected)
  if (outcome === 'ask') return redirect(question, { status: 303 })
  return respondToRights(submission, { ...answer, right: 'role', outcome })
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
