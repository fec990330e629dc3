import { redirect } from '@remix-run/node'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { hashSecretId } from '~/features/people/sessions/secret-id.server'
import { returnedForm } from '~/http/forms'
import { RejectedForm, readForm } from '~/http/forms.server'
import { readSessionId } from '~/http/session-cookie.server'
import { checkPassword } from './new-password.server'

/** How long a password counts, so that an unlocked computer or a stolen cookie is not enough. */
const MINUTES = 15

const REJECTIONS = {
  missing: { status: 403, text: `Enter your password again. You last entered it over ${MINUTES} minutes ago.` },
  wrong: { status: 403, text: 'This is not your current password.' },
  locked: { status: 429, text: 'Too many attempts. Try again in 15 minutes.', retryAfter: 15 * 60 },
}

/**
 * For forms that change money, mail, law, rights or many things at once; docs/security.md lists them. Lets the form pass
 * if the password was entered in this session within the last minutes, or comes with the form.
 *
 * @param more what else the page needs of its action
 * @throws the form with all entered values, where `passwordAgain` shows a field for the password
 */
export async function requireRecentPassword(request: Request, user: { id: string }, more: object = {}) {
  const form = await readForm(request)
  if (await hasRecentPassword(request)) return
  const password = form.get('currentPassword')
  const check = password ? await verifySession(request, user, password) : 'missing'
  if (check === 'right') return
  const { text, ...reply } = REJECTIONS[check]
  const result = returnedForm(form, { currentPassword: [text] })
  throw new RejectedForm({ ...more, ...result, asksPassword: true }, reply)
}

/**
 * The same for a download, which has no form.
 *
 * @param page the page that links it
 * @throws a redirect to /auth/verify, which returns to the page
 */
export async function verifyBeforeDownload(request: Request, page: string) {
  if (await hasRecentPassword(request)) return
  throw redirect(`/auth/verify?${new URLSearchParams({ redirectTo: page })}`, { status: 303 })
}

export async function hasRecentPassword(request: Request) {
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
