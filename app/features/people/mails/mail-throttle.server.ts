import { consumeRateLimit, consumeUpTo } from '~/features/people/limits/limits.server'
import type { Mail } from '~/mail/transport.server'

/**
 * Counts a mail towards MAIL_PER_MINUTE, the limit of all processes and machines together. Mails about accounts count too
 * but are sent at once, so that a thousand digests do not delay a confirmation.
 *
 * @returns when to try again, if the mail has to wait
 */
export async function findWait(mail: Mail): Promise<Date | undefined> {
  const seconds = await consumeRateLimit('mails of site', 'all')
  return seconds && mail.unsubscribe ? new Date(Date.now() + seconds * 1_000) : undefined
}

/**
 * Counts mails that are sent together. They can wait.
 *
 * @returns how many may go now, and when to try the others again
 */
export async function reserveMails(wanted: number): Promise<{ allowed: number; waitsUntil: Date }> {
  const { allowed, wait = 0 } = await consumeUpTo(wanted, 'mails of site', 'all')
  return { allowed, waitsUntil: new Date(Date.now() + wait * 1_000) }
}
