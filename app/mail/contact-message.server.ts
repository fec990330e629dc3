import { env } from '~/env.server'
import { site } from '~/site.server'
import { letter } from './letter.server'
import type { Mail } from './transport.server'

type Message = { id: string; name: string; email: string; subject: string; body: string }

/** A message of the contact form for the staff. Answers go to the sender. */
export function contactMessageMail({ id, name, email, subject, body }: Message): Mail {
  const mail = letter({
    to: site.contact_email,
    subject: `Contact: ${subject}`,
    preview: `${name}: ${body.slice(0, 100)}`,
    blocks: [
      { kind: 'heading', text: subject },
      {
        kind: 'facts',
        rows: [
          ['From', name],
          ['Email', email, 'email'],
        ],
      },
      { kind: 'quote', text: body },
      { kind: 'button', link: { label: 'Open in the queue', url: `${env.SITE_URL}/admin/queue/contact/${id}` } },
    ],
    finePrint: [[{ text: 'Reply to this email to write to the sender.' }]],
  })
  return { ...mail, replyTo: { name, address: email } }
}

/** A copy for the sender, whose email is that of their account. */
export function contactCopy({ email, subject, body }: Message): Mail {
  return letter({
    to: email,
    subject: `Your message: ${subject}`,
    preview: 'We reply within 24 hours.',
    blocks: [
      { kind: 'heading', text: 'We have your message' },
      { kind: 'paragraph', text: 'Here is what you sent us. We reply within 24 hours.' },
      { kind: 'facts', rows: [['Subject', subject]] },
      { kind: 'quote', text: body },
    ],
    finePrint: [[{ text: "You're getting this because you used our contact form while you were signed in." }]],
  })
}
