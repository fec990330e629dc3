import type { ProfileStatus, Role, SuspensionReason } from '~/db/schema'

export const ROLES = ['USER', 'MANAGER', 'ADMIN'] as const satisfies Role[]
export const ROLE_LABELS: Record<Role, string> = { USER: 'User', MANAGER: 'Manager', ADMIN: 'Admin' }
export const PROFILE_STATUSES = ['ACTIVE', 'SUSPENDED'] as const satisfies ProfileStatus[]
export const PROFILE_STATUS_LABELS: Record<ProfileStatus, string> = { ACTIVE: 'Active', SUSPENDED: 'Suspended' }

export const NAME_MAX = 100
export const EMAIL_MAX = 254

export const SUSPENDED_TEXT = 'Your account is suspended'

export const SUSPENSION_REASONS = ['SPAM', 'CONFLICT_OF_INTEREST', 'ABUSIVE', 'SEVERAL_ACCOUNTS', 'OTHER'] as const
export const SUSPENSION_REASON_LABELS: Record<SuspensionReason, string> = {
  SPAM: 'Spam or advertising',
  CONFLICT_OF_INTEREST: 'Conflict of interest',
  ABUSIVE: 'Abusive',
  SEVERAL_ACCOUNTS: 'More than one account',
  OTHER: 'Other',
}
export const SUSPENSION_NOTE_MAX = 500
export type Suspension = { reason: SuspensionReason; note: string }

/** `needsSecondFactor`: the role has no rights before one is set up (REQUIRE_2FA). */
type Rights = { role: Role; status: ProfileStatus; needsSecondFactor?: boolean }
type Person = Rights & { id: string }

// The same predicates hide a control and guard the write behind it.
export const isActive = ({ status }: Rights) => status === 'ACTIVE'
export const isStaff = (person: Rights) => isActive(person) && person.role !== 'USER' && !person.needsSecondFactor
export const isAdmin = (person: Rights) => isStaff(person) && person.role === 'ADMIN'
export const canDeleteDeals = isAdmin
/** A merge deletes a record and moves its reviews. */
export const canMerge = isAdmin
export const canDeleteAccounts = isAdmin
export const canChangeRole = (actor: Person, target: Person) => isAdmin(actor) && actor.id !== target.id
/** Becoming a manager or an admin is asked about first. */
export const isStaffRole = (role: Role) => role !== 'USER'
export const canChangeStatus = (actor: Person, target: Person) =>
  isStaff(actor) && actor.id !== target.id && (isAdmin(actor) || target.role !== 'ADMIN')
/** Managers cannot decide on their own contributions, admins can. */
export const canModerate = (actor: Person, authorId: string | null) =>
  isStaff(actor) && (isAdmin(actor) || actor.id !== authorId)

export const PASSWORD_MIN = 6
/** The first admin can do everything, so a longer one is asked for. */
export const FIRST_ADMIN_PASSWORD_MIN = 12
/** bcrypt ignores further bytes, so longer passwords are rejected. */
export const PASSWORD_MAX_BYTES = 72
export const PASSWORD_HINT = 'At least 6 characters.'
