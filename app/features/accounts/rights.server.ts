import type { Trx } from '~/db/executor'
import type { ProfileStatus, Role } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/audit/audit.server'
import { canChangeRole, canChangeStatus } from './profile'
import { endSessionsOf } from './sessions.server'

/**
 * `last-admin`: it would leave nobody who can manage the site. `forbidden`: not by this person. `outdated`: somebody
 * else has changed it since the asker saw it.
 */
export type RightsChange = 'changed' | 'missing' | 'forbidden' | 'last-admin' | 'outdated'

/** Who asks; null is the command line. */
type Actor = { id: string } | null

/** `seen` is the role that the asker decided upon; without one whatever it is gets replaced. */
export async function changeRole(actor: Actor, id: string, role: Role, seen?: Role) {
  return change(actor, id, { role }, { may: canChangeRole, seen })
}

export async function changeStatus(actor: Actor, id: string, status: ProfileStatus, seen?: ProfileStatus) {
  return change(actor, id, { status }, { may: canChangeStatus, seen })
}

type Change = { role: Role } | { status: ProfileStatus }
type Conditions = { may: typeof canChangeRole; seen?: string }

/** Changes the right and ends the person's sessions. Asking for what is so already changes nothing. */
async function change(actor: Actor, id: string, wanted: Change, { may, seen }: Conditions): Promise<RightsChange> {
  return inTransaction(async (trx) => {
    const admins = await lockActiveAdmins(trx)
    const target = await findForChange(trx, id)
    if (!target) return 'missing'
    const after = { ...target, ...wanted }
    const staysAdmin = after.role === 'ADMIN' && after.status === 'ACTIVE'
    const wouldBeNone = !staysAdmin && isLastOf(admins, id)
    if (actor) {
      // Read again under the lock: two admins may be demoting each other.
      const asker = await findForChange(trx, actor.id)
      if (!asker) return 'forbidden'
      if (!may(asker, target)) return wouldBeNone && asker.id === id ? 'last-admin' : 'forbidden'
    }

    const what = 'role' in wanted ? 'role' : 'status'
    if (after[what] === target[what]) return 'changed'
    if (seen && seen !== target[what]) return 'outdated'
    if (wouldBeNone) return 'last-admin'

    await trx.updateTable('profiles').set(wanted).where('id', '=', id).execute()
    await endSessionsOf(id, trx)
    const detail = { from: target[what], to: after[what] }
    await recordAudit({ actor: actor?.id ?? null, action: `${what}.changed`, entity: 'profile', id, detail }, trx)
    return 'changed'
  })
}

/** Everybody who takes an admin away waits here for the others, so that one always stays. */
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
