import { consumeRateLimit } from '~/features/limits/limits.server'
import type { Mail } from '~/mail/transport.server'

/**
 * Counts a mail towards MAIL_PER_MINUTE, which holds for all processes and machines together. Mails about accounts count
 * and go at once: nobody waits for a confirmation because a thousand digests are under way.
 *
 * @returns when to try again, if the mail has to wait
 */
export async function findWait(mail: Mail): Promise<Date | undefined> {
  const seconds = await consumeRateLimit('mails of site', 'all')
  return seconds && mail.unsubscribe ? new Date(Date.now() + seconds * 1_000) : undefined
}
