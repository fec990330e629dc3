import type { Trx } from '~/db/executor'
import type { ProfileStatus, Role, SuspensionReason } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { addMail } from '~/features/people/mails/mails.server'
import { endSessionsOf } from '~/features/people/sessions/sessions.server'
import { canChangeRole, canChangeStatus, SUSPENSION_REASON_LABELS, type Suspension } from './profile'

/**
 * `last-admin`: no active admin would remain. `forbidden`: the actor may not change it. `outdated`: the value is no longer
 * the expected one.
 */
export type RightsChange = 'changed' | 'missing' | 'forbidden' | 'last-admin' | 'outdated'

/** Null for the command line. */
type Actor = { id: string } | null

/** Without `expected`, the role is replaced whatever it is. */
export async function changeRole(actor: Actor, id: string, role: Role, expected?: Role) {
  return changeRight(actor, id, { role }, { isAllowed: canChangeRole, expected })
}

export async function changeStatus(actor: Actor, id: string, status: ProfileStatus, expected?: ProfileStatus) {
  const change = { status, suspension_reason: null, suspension_note: null }
  return changeRight(actor, id, change, { isAllowed: canChangeStatus, expected })
}

/** Suspends someone, who is mailed the reason and the note. */
export async function suspend(actor: Actor, id: string, { reason, note }: Suspension) {
  const change = { status: 'SUSPENDED', suspension_reason: reason, suspension_note: note } as const
  const mail = { reason: SUSPENSION_REASON_LABELS[reason], note }
  return changeRight(actor, id, change, { isAllowed: canChangeStatus, expected: 'ACTIVE', mail })
}

type Change =
  | { role: Role }
  | { status: ProfileStatus; suspension_reason: SuspensionReason | null; suspension_note: string | null }
type Conditions = { isAllowed: typeof canChangeRole; expected?: string; mail?: { reason: string; note: string } }

/** Changes the right and ends the user's sessions. Setting the current value changes nothing. */
async function changeRight(
  actor: Actor,
  id: string,
  values: Change,
  { isAllowed, expected, mail }: Conditions,
): Promise<RightsChange> {
  return inTransaction(async (trx) => {
    const admins = await lockActiveAdmins(trx)
    const target = await findForChange(trx, id)
    if (!target) return 'missing'
    const after = { ...target, ...values }
    const staysAdmin = after.role === 'ADMIN' && after.status === 'ACTIVE'
    const wouldBeNone = !staysAdmin && isLastOf(admins, id)
    if (actor) {
      // Read again under the lock: two admins may be demoting each other.
      const current = await findForChange(trx, actor.id)
      if (!current) return 'forbidden'
      if (!isAllowed(current, target)) return wouldBeNone && current.id === id ? 'last-admin' : 'forbidden'
    }

    const right = 'role' in values ? 'role' : 'status'
    // The person would not see the reason of a second suspension.
    if (after[right] === target[right]) return mail ? 'outdated' : 'changed'
    if (expected && expected !== target[right]) return 'outdated'
    if (wouldBeNone) return 'last-admin'

    await trx.updateTable('profiles').set(values).where('id', '=', id).execute()
    await endSessionsOf(id, trx)
    if (mail) await addMail(trx, { to: { user: id }, kind: 'suspended', data: mail })
    const detail = { from: target[right], to: after[right] }
    await recordAudit({ actor: actor?.id ?? null, action: `${right}.changed`, entity: 'profile', id, detail }, trx)
    return 'changed'
  })
}

/** Locks the active admins, so that concurrent changes cannot remove the last one. */
export async function lockActiveAdmins(trx: Trx) {
  const admins = await trx
    .selectFrom('profiles')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'ACTIVE')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return admins.map(({ id }) => id)
}

export const isLastOf = (admins: string[], id: string) => admins.length === 1 && admins[0] === id

async function findForChange(trx: Trx, id: string) {
  return trx
    .selectFrom('profiles')
    .select(['id', 'email', 'role', 'status'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
