import type { User } from '~/features/accounts/guards.server'
import { changeRole, changeStatus, type RightsChange } from '~/features/accounts/rights.server'
import { rightsForm } from '~/features/accounts/rights-form.server'
import { parseUserSearch, usersPath } from '~/features/accounts/user-search'
import { recordDenial } from '~/features/audit/audit.server'
import { invalid, parseForm } from '~/http/forms.server'
import { forbidden, notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

const CONFLICTS: Partial<Record<RightsChange, string>> = {
  'last-admin': 'This is the last active admin. Make someone else an admin first.',
  outdated: 'Someone else has just changed it. The list shows the current value.',
}

/** Changes a role or status and returns to the list with its filters. */
export async function changeRights(request: Request, user: User) {
  const submission = await parseForm(request, rightsForm)
  if (submission.status !== 'success') return invalid(submission)
  const change = submission.value
  const isRole = change.intent === 'change-role'
  const outcome = isRole
    ? await changeRole(user, change.id, change.role, change.expected)
    : await changeStatus(user, change.id, change.status, change.expected)

  if (outcome === 'missing') throw notFound('User')
  if (outcome === 'forbidden') {
    await recordDenial(user.id)
    throw forbidden(`You cannot change this ${isRole ? 'role' : 'status'}.`)
  }
  const conflict = CONFLICTS[outcome]
  if (conflict) return invalid(submission, { status: 409, formErrors: [conflict] })
  const back = usersPath(parseUserSearch(new URL(request.url).searchParams))
  return redirectWithToast(back, { tone: 'success', title: `User ${isRole ? 'role' : 'status'} updated` })
}
