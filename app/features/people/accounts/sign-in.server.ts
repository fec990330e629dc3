import { sql } from 'kysely'
import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { db } from '~/db/database.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { consumeRateLimit, resetRateLimit } from '~/features/people/limits/limits.server'
import { addMail } from '~/features/people/mails/mails.server'
import { hasSecondFactor } from '~/features/people/second-factors/second-factors.server'
import { signInForm } from './account-form.server'
import { verifyPassword } from './passwords.server'
import type { Unconfirmed } from './unconfirmed-cookie.server'

type SignIn =
  | { outcome: 'signed-in'; userId: string }
  /** The password was right; the account has a second factor. */
  | { outcome: 'second-factor'; userId: string }
  | { outcome: 'unconfirmed'; account: Unconfirmed }
  | { outcome: 'failed' }
  | { outcome: 'malformed' }
  | { outcome: 'locked'; retryAfter: number }

// remix-auth only identifies the user; sessions.server.ts stores the session.
const authenticator = new Authenticator<SignIn>()
authenticator.use(
  new FormStrategy(async ({ form }) => {
    // Reads only these two fields, so that locked-out requests do not cost a full parse.
    const sent = signInForm.safeParse({ email: form.get('email'), password: form.get('password') })
    return sent.success ? identify(sent.data.email, sent.data.password) : { outcome: 'malformed' }
  }),
)

/** Checks the e-mail and password of a request whose form `readForm` lets through. */
export async function signIn(request: Request) {
  return authenticator.authenticate('form', request)
}

// Known and unknown addresses take the same steps: rate limit, hashing and audit entry.
async function identify(email: string, password: string): Promise<SignIn> {
  const retryAfter = await consumeRateLimit('sign-in of account', email)
  if (retryAfter) return { outcome: 'locked', retryAfter }

  const account = await db
    .selectFrom('profiles')
    .leftJoin('credentials', 'credentials.user_id', 'profiles.id')
    .select(['profiles.id', 'password_hash', 'confirmed_at', sql<string>`changed_at::text`.as('changed_at')])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email))
    .executeTakeFirst()
  if (!(await verifyPassword(password, account?.password_hash)) || !account) {
    await recordAudit({ actor: null, action: 'sign-in.failed', entity: 'profile', id: account?.id ?? null })
    return { outcome: 'failed' }
  }

  await resetRateLimit('sign-in of account', email)
  if (!account.confirmed_at) return { outcome: 'unconfirmed', account: { email, passwordSince: account.changed_at } }
  return { outcome: (await hasSecondFactor(account.id)) ? 'second-factor' : 'signed-in', userId: account.id }
}

/**
 * Sends the email of a sign-up again: after a correct password, or in the browser that signed up. Not when another sign-up
 * replaced the password, because the link would confirm that one. The owner of a confirmed account is notified of the
 * attempt, as after the sign-up itself.
 */
export async function resendConfirmation({ email, passwordSince }: Unconfirmed, redirectTo?: string) {
  const account = await db
    .selectFrom('profiles')
    .leftJoin('credentials', 'credentials.user_id', 'profiles.id')
    .select(['confirmed_at', sql<string>`changed_at::text`.as('changed_at')])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email))
    .executeTakeFirst()
  const to = { address: email }
  if (account?.confirmed_at) await addMail(db, { to, kind: 'taken' })
  else if (account?.changed_at === passwordSince) {
    await addMail(db, { to, kind: 'confirm', data: { redirectTo } })
  }
}
