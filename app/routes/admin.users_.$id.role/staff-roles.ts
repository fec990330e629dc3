import type { Role } from '~/db/schema'

type StaffRole = Exclude<Role, 'USER'>

/** What the question says about each role that has rights. */
export const STAFF_ROLES: Record<StaffRole, { noun: string; label: string; rights: string }> = {
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

export function parseStaffRole(text: string | null): StaffRole | undefined {
  return text === 'MANAGER' || text === 'ADMIN' ? text : undefined
}
