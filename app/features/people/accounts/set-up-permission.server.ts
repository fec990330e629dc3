import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import type { User } from '~/features/people/accounts/guards.server'
import { findSessionHash } from '~/features/people/sessions/sessions.server'
import { findTokenOwner, redeemToken } from '~/features/people/sessions/tokens.server'
import { forbidden } from '~/http/responses.server'

/**
 * Whether this session may set up a second factor. The first one that a role requires also needs an emailed link, so that
 * a stolen password alone does not get the rights of staff.
 */
export async function maySetUp(request: Request, user: User) {
  if (!user.needsSecondFactor) return true
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('id_hash', '=', (await findSessionHash(request)) ?? null)
    .where('set_up_allowed_until', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return session !== undefined
}

/** @throws 403 when the emailed link is needed first */
export async function requireSetUpPermission(request: Request, user: User) {
  if (!(await maySetUp(request, user))) throw forbidden('Confirm the setup by email first.')
}

/** Lets the session of the request set up a second factor. False for a link that no longer works or of another account. */
export async function allowSetUp(request: Request, user: User, token: string) {
  const hash = await findSessionHash(request)
  if (!hash || (await findTokenOwner(token, 'SET_UP'))?.id !== user.id) return false
  return inTransaction(async (trx) => {
    if (!(await redeemToken(token, 'SET_UP', trx))) return false
    await trx
      .updateTable('sessions')
      .set({ set_up_allowed_until: sql`now() + interval '30 minutes'` })
      .where('id_hash', '=', hash)
      .execute()
    return true
  })
}
