import type { Role } from '~/db/schema'
import { ROLES } from '~/features/people/accounts/profile'

/** What the question says about each role. */
export const ROLE_QUESTIONS: Record<Role, { noun: string; label: string; rights: string }> = {
  USER: { noun: 'a user', label: 'Make user', rights: 'Users have no rights of staff.' },
  MANAGER: {
    noun: 'a manager',
    label: 'Make manager',
    rights:
      'Managers use all admin screens: they edit, import and publish deals, decide on contributions and suspend members.',
  },
  ADMIN: {
    noun: 'an admin',
    label: 'Make admin',
    rights:
      'Admins do everything managers do. They also delete deals, change roles, and export people and the audit log.',
  },
}

export function parseRole(text: string | null): Role | undefined {
  return ROLES.find((role) => role === text)
}
