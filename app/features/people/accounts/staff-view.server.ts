import { recordAudit } from '~/features/people/audit/audit.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'
import type { User } from './guards.server'
import { isStaff } from './profile'
import { findProfile } from './profiles.server'

/**
 * The profile of the account page: the user's own, or for staff the one in `?userId=`, which is recorded in the audit log.
 * For everyone else the parameter is ignored.
 *
 * @throws a 404 for an unknown id
 */
export async function findProfileForStaff(request: Request, user: User) {
  const id = new URL(request.url).searchParams.get('userId')
  const isOther = id !== null && id !== user.id && isStaff(user)
  const shown = isOther ? parseRowId(id) : user.id

  const profile = shown && (await findProfile(shown))
  if (!profile) throw notFound('User')
  if (isOther) await recordAudit({ actor: user.id, action: 'profile.viewed', entity: 'profile', id: profile.id })
  return { profile, isOwn: !isOther }
}
