import { env } from '~/env.server'
import { formatWait } from '~/features/people/limits/daily-limit.server'
import { consumeRateLimit, LIMITS } from '~/features/people/limits/limits.server'
import type { Toast } from '~/http/toast.server'
import { hideSecrets } from '~/log.server'
import { testMail } from '~/mail/test-mail.server'
import { deliver, MailError, senderAddress } from '~/mail/transport.server'

const LIMIT = 'test mail of account'
const DETAILS_LENGTH = 300

/** Mails an admin at once instead of by a job, and says what came of it. */
export async function sendTestMail({ id, email }: { id: string; email: string }): Promise<Toast> {
  const wait = await consumeRateLimit(LIMIT, id)
  if (wait) {
    const text = `You can send ${LIMITS[LIMIT].points} an hour. Try again in ${formatWait(wait)}.`
    return { tone: 'error', title: 'Not sent', text }
  }
  try {
    await deliver(testMail(email))
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    return { tone: 'error', title: 'Not sent', text: explainMailError(error), stays: true }
  }
  return env.SMTP_URL
    ? { tone: 'success', title: 'Sent', text: `The mail server accepted the email to ${email}.` }
    : { tone: 'success', title: 'Written to a file', text: 'SMTP_URL is not set, so the email is in DATA_DIR/mail.' }
}

const REASONS: Record<string, string> = {
  EDNS: 'The host of SMTP_URL was not found.',
  ESOCKET: 'The connection to the mail server in SMTP_URL failed.',
  ECONNECTION: 'The mail server closed the connection.',
  ETIMEDOUT: 'The mail server did not answer in time. Check the host and port of SMTP_URL, and the firewall.',
  ETLS: 'The mail server offers no encrypted connection. Check the port of SMTP_URL.',
  EAUTH: 'The mail server rejected the username or password in SMTP_URL.',
  EMESSAGE: 'The mail server rejected the content.',
}

/** What failed in a sentence, and the words of the mail server or the system. */
export function explainMailError({ cause: { code = '', command, message } }: MailError) {
  const rejected = {
    'MAIL FROM': `The mail server does not accept the sender ${senderAddress()}.`,
    'RCPT TO': 'The mail server does not accept your address.',
  }[code === 'EENVELOPE' && command ? command : '']
  const reason = rejected ?? REASONS[code] ?? 'The mail server did not accept the email.'
  return `${reason} Details: ${hideSecrets(message).slice(0, DETAILS_LENGTH)}`
}
