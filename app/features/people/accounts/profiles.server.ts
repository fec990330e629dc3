import { db } from '~/db/database.server'
import type { Role } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { addMail } from '~/features/people/mails/mails.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'
import type { User } from './guards.server'
import { hashPassword } from './passwords.server'
import { isStaff } from './profile'
import { isLastOf, lockActiveAdmins } from './rights.server'

export async function findProfile(id: string) {
  return db
    .selectFrom('profiles')
    .select(['id', 'name', 'email', 'role', 'status', 'karma', 'created_at', 'has_public_profile'])
    .select(['suspension_reason', 'suspension_note'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function findProfileByEmail(email: string) {
  return db
    .selectFrom('profiles')
    .select(['id', 'name', 'email', 'role', 'status'])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email))
    .executeTakeFirst()
}

export async function listProfiles() {
  return db
    .selectFrom('profiles')
    .select(['id', 'name', 'email', 'role', 'status', 'created_at', 'confirmed_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** For the command line: creates a confirmed account. Returns undefined when the address is taken. */
export async function createProfile(given: { name: string; email: string; password: string; role: Role }) {
  const { password, ...values } = given
  const password_hash = await hashPassword(password)
  return inTransaction(async (trx) => {
    const profile = await trx
      .insertInto('profiles')
      .values({ ...values, confirmed_at: new Date() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!profile) return undefined
    await trx.insertInto('credentials').values({ user_id: profile.id, password_hash }).execute()
    const detail = { role: given.role }
    await recordAudit({ actor: null, action: 'profile.created', entity: 'profile', id: profile.id, detail }, trx)
    return profile
  })
}

export async function changeName(id: string, name: string) {
  await db.updateTable('profiles').set({ name }).where('id', '=', id).execute()
}

export async function setPublicProfile(id: string, isPublic: boolean) {
  await db.updateTable('profiles').set({ has_public_profile: isPublic }).where('id', '=', id).execute()
}

/**
 * Deletes an account, and mails a last time to its address. Approved contributions stay without a name; all others, and
 * messages to the staff, are deleted. Returns false for the last active admin.
 *
 * @param actor the owner of the account, or the admin who deletes it on request; null for the command line
 */
export async function deleteProfile(id: string, actor: string | null = id) {
  return inTransaction(async (trx) => {
    if (isLastOf(await lockActiveAdmins(trx), id)) return false
    await trx.deleteFrom('follow_ups').where('user_id', '=', id).where('status', '<>', 'APPROVED').execute()
    await trx.deleteFrom('review_versions').where('user_id', '=', id).where('status', '<>', 'APPROVED').execute()
    await trx.deleteFrom('reviews').where('user_id', '=', id).where('published_id', 'is', null).execute()
    await trx
      .deleteFrom('change_logs')
      .where('reported_by_user_id', '=', id)
      .where('status', '<>', 'APPROVED')
      .execute()
    await trx.deleteFrom('comments').where('user_id', '=', id).where('status', '<>', 'APPROVED').execute()
    await trx.deleteFrom('deal_suggestions').where('user_id', '=', id).where('status', '<>', 'APPROVED').execute()
    await trx.deleteFrom('contact_messages').where('user_id', '=', id).execute()
    // Recorded first: deleting the profile replaces its id by a pseudonym in all entries, including this one.
    await recordAudit({ actor, action: 'profile.deleted', entity: 'profile', id }, trx)
    const { email, confirmed_at } = await trx
      .deleteFrom('profiles')
      .where('id', '=', id)
      .returning(['email', 'confirmed_at'])
      .executeTakeFirstOrThrow()
    const address = email.toLowerCase()
    await trx.deleteFrom('mails').where('address', '=', address).execute()
    // An address that was never confirmed may be another person's.
    if (confirmed_at) await addMail(trx, { to: { address }, kind: 'deleted' })
    return true
  })
}

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
