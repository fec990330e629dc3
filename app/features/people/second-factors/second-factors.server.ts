import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { endSessionsOf } from '~/features/people/sessions/sessions.server'
import { recordFactorChange } from './factor-changes.server'
import { deleteRecoveryCodes, lockOwner, makeRecoveryCodes } from './recovery-codes.server'
import { endChallengesOf } from './sign-in-challenges.server'

type Owner = { id: string; email: string }

/** Whether a password alone does not sign in to this account. */
export async function hasSecondFactor(userId: string, executor: Executor = db) {
  const app = await executor
    .selectFrom('authenticators')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return app !== undefined
}

/** What protects an account, without secrets: for the pages about it and for the download of personal data. */
export async function findSecondFactors(userId: string) {
  const [authenticator, codes] = await Promise.all([
    db
      .selectFrom('authenticators')
      .select(['confirmed_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst(),
    db
      .selectFrom('recovery_codes')
      .select((eb) => [eb.fn.countAll<number>().as('left'), eb.fn.min('created_at').as('made_at')])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(),
  ])
  return { authenticator: authenticator ?? null, recoveryCodes: codes }
}

export async function removeAuthenticator(user: Owner) {
  await inTransaction(async (trx) => {
    const removed = await trx
      .deleteFrom('authenticators')
      .where('user_id', '=', user.id)
      .where('confirmed_at', 'is not', null)
      .returning('user_id')
      .executeTakeFirst()
    if (!removed) return
    await recordFactorChange(trx, { user, actor: user.id, change: 'authenticator-removed' })
    // They stand in for the app. The lock waits for codes that are made at the same time.
    await lockOwner(user.id, trx)
    await deleteRecoveryCodes(user.id, trx)
  })
}

/** Replaces the recovery codes of an account. Undefined when it has no second factor. */
export async function renewRecoveryCodes(user: Owner) {
  return inTransaction(async (trx) => {
    await lockOwner(user.id, trx)
    if (!(await hasSecondFactor(user.id, trx))) return undefined
    await recordFactorChange(trx, { user, actor: user.id, change: 'recovery-codes-made' })
    return makeRecoveryCodes(user.id, trx)
  })
}

/**
 * Turns off all second factors of a user who has lost them, and ends their sessions.
 *
 * @param actor null for the command line
 * @returns false when there was none
 */
export async function resetSecondFactors(actor: { id: string } | null, user: Owner) {
  return inTransaction(async (trx) => {
    const had = await hasSecondFactor(user.id, trx)
    if (!had) return false
    await trx.deleteFrom('authenticators').where('user_id', '=', user.id).execute()
    await deleteRecoveryCodes(user.id, trx)
    await endChallengesOf(user.id, trx)
    await endSessionsOf(user.id, trx)
    await recordFactorChange(trx, { user, actor: actor?.id ?? null, change: 'second-factors-reset' })
    return true
  })
}
