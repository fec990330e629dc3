import type { Trx } from '~/db/executor'
import type { ProfileStatus, Role } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { endSessionsOf } from '~/features/people/sessions/sessions.server'
import { canChangeRole, canChangeStatus } from './profile'

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
  return changeRight(actor, id, { status }, { isAllowed: canChangeStatus, expected })
}

type Change = { role: Role } | { status: ProfileStatus }
type Conditions = { isAllowed: typeof canChangeRole; expected?: string }

/** Changes the right and ends the user's sessions. Setting the current value changes nothing. */
async function changeRight(
  actor: Actor,
  id: string,
  values: Change,
  { isAllowed, expected }: Conditions,
): Promise<RightsChange> {
  return inTransaction(async (trx) => {
    const admins = await lockActiveAdmins(trx)
    const target = await findForChange(trx, id)
    if (!target) return 'missing'
    const after = { ...target, ...values }
    const staysAdmin = after.role === 'ADMIN' && after.status === 'ACTIVE'
    const wouldBeNone = !staysAdmin && isLastOf(admins, id)
    if (actor) {
      // Read again under the lock: two admins isAllowed be demoting each other.
      const current = await findForChange(trx, actor.id)
      if (!current) return 'forbidden'
      if (!isAllowed(current, target)) return wouldBeNone && current.id === id ? 'last-admin' : 'forbidden'
    }

    const right = 'role' in values ? 'role' : 'status'
    if (after[right] === target[right]) return 'changed'
    if (expected && expected !== target[right]) return 'outdated'
    if (wouldBeNone) return 'last-admin'

    await trx.updateTable('profiles').set(values).where('id', '=', id).execute()
    await endSessionsOf(id, trx)
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
    .select(['id', 'role', 'status'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
