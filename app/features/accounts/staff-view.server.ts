import { recordAudit } from '~/features/audit/audit.server'
import { notFound } from '~/http/responses.server'
import { parseRowId } from '~/http/row-id'
import type { User } from './guards.server'
import { isStaff } from './profile'
import { findProfile } from './profiles.server'

/**
 * Whose account page is asked for: one's own, or for staff the person in `?userId=`, which is put on record.
 * For everybody else the parameter means nothing.
 *
 * @throws a 404 for an id that is none of ours
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
