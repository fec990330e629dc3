import { consumeRateLimit, findRetryAfter } from '~/features/people/limits/limits.server'
import { queueMail } from '~/features/people/mails/mails.server'

/** After a wrong code: emails the owner if the codes of the account are locked now, once for each lock. */
export async function reportLockedCodes({ id, email }: { id: string; email: string }) {
  if (!(await findRetryAfter('second factor of account', id))) return
  if ((await consumeRateLimit('lock mail to account', id)) === undefined) await queueMail('second-factor-locked', email)
}
