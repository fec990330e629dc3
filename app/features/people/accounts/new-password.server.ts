import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { consumeRateLimit, resetRateLimit } from '~/features/people/limits/limits.server'
import { addMail } from '~/features/people/mails/mails.server'
import { endChallengesOf } from '~/features/people/second-factors/sign-in-challenges.server'
import { endSessionsOf } from '~/features/people/sessions/sessions.server'
import { endTokensOf, redeemToken } from '~/features/people/sessions/tokens.server'
import { hashPassword, savePassword, verifyPassword } from './passwords.server'

/** Queues the email with the link. The address is looked up when it is sent, so that the response does not reveal it. */
export async function requestReset(email: string, redirectTo?: string) {
  await addMail(db, { to: { address: email }, kind: 'reset', data: { redirectTo } })
}

/**
 * Sets the password of the token's owner, signs them out everywhere and notifies them by email. The link also confirms the
 * address. Returns undefined when the token is used, expired or unknown.
 */
export async function resetPassword(token: string, password: string) {
  const hash = await hashPassword(password)
  const reset = await inTransaction(async (trx) => {
    const redeemed = await redeemToken(token, 'RESET', trx)
    return redeemed && { email: await setPassword(redeemed.userId, hash, trx), redirectTo: redeemed.redirectTo }
  })
  if (reset) await resetRateLimit('sign-in of account', reset.email)
  return reset
}

/** Changes the password of a signed-in user. All sessions end, including the current one. */
export async function changePassword(user: { id: string }, { currentPassword, password }: Change) {
  const check = await checkPassword(user.id, currentPassword)
  if (check !== 'right') return check
  const hash = await hashPassword(password)
  await inTransaction(async (trx) => setPassword(user.id, hash, trx))
  return 'right'
}
type Change = { currentPassword: string; password: string }

/** The answer to a form with a password while the check is locked. */
export const PASSWORD_LOCKED = {
  status: 429,
  retryAfter: 15 * 60,
  formErrors: ['Too many attempts. Try again in 15 minutes.'],
}

/** Checks the current password before an irreversible change. Ten wrong attempts lock the check for 15 minutes. */
export async function checkPassword(userId: string, password: string): Promise<'right' | 'wrong' | 'locked'> {
  if (await consumeRateLimit('password of account', userId)) return 'locked'
  const credential = await db
    .selectFrom('credentials')
    .select('password_hash')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!(await verifyPassword(password, credential?.password_hash))) return 'wrong'
  await resetRateLimit('password of account', userId)
  return 'right'
}

async function setPassword(id: string, password_hash: string, trx: Trx) {
  const { email } = await trx
    .updateTable('profiles')
    .set({ confirmed_at: sql`coalesce(confirmed_at, now())` })
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirstOrThrow()
  await savePassword(id, password_hash, trx)
  await endSessionsOf(id, trx)
  await endTokensOf(id, trx)
  await endChallengesOf(id, trx)
  await addMail(trx, { to: { user: id }, kind: 'password-changed' })
  await recordAudit({ actor: id, action: 'password.changed', entity: 'profile', id }, trx)
  return email
}
