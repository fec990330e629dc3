import { env } from '~/env.server'
import type { Mail } from './transport.server'

type Message = { id: string; name: string; email: string; subject: string; body: string }

/** A message of the contact form for the staff. Plain text only; answers go to the sender. */
export function contactMessage({ id, name, email, subject, body }: Message): Mail {
  return {
    to: env.CONTACT_EMAIL,
    replyTo: { name, address: email },
    subject: `Contact: ${subject}`,
    text: `From: ${name} <${email}>\nSubject: ${subject}\n\n${body}\n\n-- \nIn the queue: ${env.SITE_URL}/admin/queue/contact/${id}\n`,
  }
}

/** A copy for the sender, whose email is that of their account. */
export function contactCopy({ email, subject, body }: Message): Mail {
  return {
    to: email,
    subject: `Your message: ${subject}`,
    text: `You sent us this message. We reply within 24 hours.\n\nSubject: ${subject}\n\n${body}\n\n-- \n${env.SITE_NAME}, ${env.SITE_URL}\n`,
  }
}
