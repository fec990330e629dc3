import { redirect } from '@remix-run/node'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { hashSecretId } from '~/features/people/sessions/secret-id.server'
import { pagePath } from '~/http/responses.server'
import { readSessionId } from '~/http/session-cookie.server'
import { checkPassword } from './new-password.server'

/** How long a password counts, so that an unlocked computer or a stolen cookie is not enough. */
const MINUTES = 15

/**
 * For what does harm in the wrong hands: rights, deletions and exports. Lets the request of a signed-in user pass if the
 * password was entered in this session within the last minutes. Otherwise asks for it and returns.
 *
 * @param page where to return to; otherwise the page of the form. For a download: the page that links it
 * @throws a redirect to /auth/verify
 */
export async function requireRecentPassword(request: Request, page = pagePath(request)) {
  if (await isVerified(request)) return
  throw redirect(verifyPath(page), { status: 303 })
}

const verifyPath = (page: string) => `/auth/verify?${new URLSearchParams({ redirectTo: page })}`

async function isVerified(request: Request) {
  const id = await readSessionId(request)
  if (!id) return false
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('id_hash', '=', hashSecretId(id))
    .where('verified_at', '>', sql<Date>`now() - ${MINUTES} * interval '1 minute'`)
    .executeTakeFirst()
  return session !== undefined
}

/** Checks the password of a signed-in user. If it is right, the session of the request counts as verified. */
export async function verifySession(request: Request, user: { id: string }, password: string) {
  const check = await checkPassword(user.id, password)
  await verifySessionBy(request, user, check === 'right')
  return check
}

/** The same for a code of the authenticator app, which was checked and is right or not. */
export async function verifySessionBy(request: Request, user: { id: string }, isRight: boolean) {
  if (isRight) await markVerified(request)
  const action = isRight ? 'session.verified' : 'session.verification-failed'
  await recordAudit({ actor: user.id, action, entity: 'profile', id: user.id })
}

async function markVerified(request: Request) {
  const id = await readSessionId(request)
  if (!id) return
  await db.updateTable('sessions').set({ verified_at: sql`now()` }).where('id_hash', '=', hashSecretId(id)).execute()
}
