import { db } from '~/db/database.server'
import type { ProfileStatus, Role } from '~/db/schema'
import { recordAudit } from '~/features/audit/audit.server'
import { canChangeRole, canChangeStatus } from './profile'
import { endSessionsOf } from './sessions.server'

/** `last-admin`: it would leave nobody who can manage the site. `forbidden`: not by this person. */
export type RightsChange = 'changed' | 'missing' | 'forbidden' | 'last-admin'

/** Who asks; null is the command line. */
type Actor = { id: string } | null

export async function changeRole(actor: Actor, id: string, role: Role) {
  return change(actor, id, { role }, canChangeRole)
}

export async function changeStatus(actor: Actor, id: string, status: ProfileStatus) {
  return change(actor, id, { status }, canChangeStatus)
}

type Change = { role: Role } | { status: ProfileStatus }
type May = typeof canChangeRole

/** Changes the right and ends the person's sessions. Asking for what is so already changes nothing. */
async function change(actor: Actor, id: string, wanted: Change, may: May): Promise<RightsChange> {
  return db.transaction().execute(async (trx) => {
    const admins = await lockActiveAdmins(trx)
    const target = await findForChange(trx, id)
    if (!target) return 'missing'
    if (actor) {
      // Read again under the lock: two admins may be demoting each other.
      const asker = await findForChange(trx, actor.id)
      if (!asker || !may(asker, target)) return 'forbidden'
    }

    const after = { ...target, ...wanted }
    if (after.role === target.role && after.status === target.status) return 'changed'
    const staysAdmin = after.role === 'ADMIN' && after.status === 'ACTIVE'
    if (!staysAdmin && isLastOf(admins, id)) return 'last-admin'

    await trx.updateTable('profiles').set(wanted).where('id', '=', id).execute()
    await endSessionsOf(id, trx)
    const what = 'role' in wanted ? 'role' : 'status'
    const detail = { from: target[what], to: after[what] }
    await recordAudit({ actor: actor?.id ?? null, action: `${what}.changed`, entity: 'profile', id, detail }, trx)
    return 'changed'
  })
}

/** Everybody who takes an admin away waits here for the others, so that one always stays. */
export async function lockActiveAdmins(trx: typeof db) {
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

async function findForChange(trx: typeof db, id: string) {
  return trx
    .selectFrom('profiles')
    .select(['id', 'role', 'status'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
