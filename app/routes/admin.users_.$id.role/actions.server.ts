import { z } from 'zod'
import type { User } from '~/features/people/accounts/guards.server'
import { ROLES } from '~/features/people/accounts/profile'
import { requireRecentPassword } from '~/features/people/accounts/reauthentication.server'
import { changeRole } from '~/features/people/accounts/rights.server'
import { respondToRights } from '~/features/people/accounts/rights-form.server'
import { parseUserSearch, usersPath } from '~/features/people/accounts/user-search'
import { invalid, parseForm } from '~/http/forms.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'

const form = z.object({ role: z.enum(ROLES), expected: z.enum(ROLES) })

export async function confirmRole(request: Request, admin: User, personId: string) {
  const id = parseRowId(personId)
  if (!id) throw notFound('User')
  const submission = await parseForm(request, form)
  if (submission.status !== 'success') return invalid(submission)
  await requireRecentPassword(request, admin)
  const { role, expected } = submission.value
  const outcome = await changeRole(admin, id, role, expected)
  const list = usersPath(parseUserSearch(new URL(request.url).searchParams))
  return respondToRights(submission, { actor: admin, right: 'role', outcome, list })
}
