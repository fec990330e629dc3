import type { User } from '~/features/people/accounts/guards.server'
import { findProfile } from '~/features/people/accounts/profiles.server'
import { requireRecentPassword } from '~/features/people/accounts/reauthentication.server'
import { resetSecondFactors } from '~/features/people/second-factors/second-factors.server'
import { parseRowId } from '~/http/params'
import { forbidden, notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

export async function resetFactors(request: Request, admin: User, personId: string) {
  const id = parseRowId(personId)
  const person = id && (await findProfile(id))
  if (!person) throw notFound('User')
  if (person.id === admin.id) throw forbidden('Change your own second factors on the Security page of your account.')
  await requireRecentPassword(request, admin)
  const wasReset = await resetSecondFactors(admin, person)
  const title = wasReset ? 'Second factors reset' : 'This account has no second factor'
  return redirectWithToast(`/account?userId=${person.id}`, { tone: wasReset ? 'success' : 'error', title })
}
