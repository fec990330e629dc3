import { env } from '~/env.server'
import { letter } from './letter.server'

/** The mail by which an admin sees that mails arrive. */
export function testMail(to: string) {
  return letter({
    to,
    subject: 'Test email',
    preview: 'Emails from the site reach you.',
    blocks: [
      { kind: 'heading', text: 'Test email' },
      {
        kind: 'paragraph',
        text: 'Emails from the site reach you. If this one is in your spam folder, check SPF, DKIM and DMARC.',
      },
      { kind: 'button', link: { label: 'Open System', url: `${env.SITE_URL}/admin/system` } },
    ],
    finePrint: [[{ text: "You're getting this because you asked for it at Admin, System." }]],
  })
}
