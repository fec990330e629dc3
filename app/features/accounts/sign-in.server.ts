import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { db } from '~/db/database.server'
import { recordAudit } from '~/features/audit/audit.server'
import { countTry, forgiveTries } from '~/features/limits/limits.server'
import { signInForm } from './account-form.server'
import { queueMail } from './mails.server'
import { verifyPassword } from './passwords.server'

export type SignIn =
  | { outcome: 'signed-in'; userId: string }
  | { outcome: 'unconfirmed'; email: string }
  | { outcome: 'failed' }
  | { outcome: 'locked'; retryAfter: number }

// It only says who somebody is. The session is ours (sessions.server.ts).
const authenticator = new Authenticator<SignIn>()
authenticator.use(
  new FormStrategy(async ({ form }) => {
    const { email, password } = signInForm.parse(Object.fromEntries(form))
    return identify(email, password)
  }),
)

/** Checks the e-mail and password of a request whose form is known to be well-formed. */
export async function signIn(request: Request) {
  return authenticator.authenticate('form', request)
}

// Known and unknown addresses take the same steps: the same tries, the same hashing, the same entry in the log.
async function identify(email: string, password: string): Promise<SignIn> {
  const retryAfter = await countTry('sign-in of account', email)
  if (retryAfter) return { outcome: 'locked', retryAfter }

  const account = await db
    .selectFrom('profiles')
    .leftJoin('credentials', 'credentials.user_id', 'profiles.id')
    .select(['profiles.id', 'password_hash', 'confirmed_at'])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email))
    .executeTakeFirst()
  if (!(await verifyPassword(password, account?.password_hash)) || !account) {
    await recordAudit({ actor: null, action: 'sign-in.failed', entity: 'profile', id: account?.id ?? null })
    return { outcome: 'failed' }
  }

  await forgiveTries('sign-in of account', email)
  if (!account.confirmed_at) return { outcome: 'unconfirmed', email }
  await recordAudit({ actor: account.id, action: 'sign-in.succeeded', entity: 'profile', id: account.id })
  return { outcome: 'signed-in', userId: account.id }
}

/** Sends the confirmation once more, to somebody who has just shown the right password. */
export async function resendConfirmation(email: string) {
  if (await countTry('mail to account', email)) return
  await queueMail('confirm', email)
}
