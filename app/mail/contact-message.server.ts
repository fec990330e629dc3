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

type Notice = { email: string; number: number; about: string | null; status: string; answer: string | null }

const subjectOf = ({ about }: Notice) => about ?? 'a page of this site'
const WHY = "You're getting this because this address was used to report something to us."

/** For the sender of a notice. It repeats none of their words, because the email may belong to another person. */
export function noticeReceipt(notice: Notice): Mail {
  return letter({
    to: notice.email,
    subject: `We have your report no. ${notice.number}`,
    preview: 'We look at it and tell you what we decide.',
    blocks: [
      { kind: 'heading', text: `We have your report no. ${notice.number}` },
      { kind: 'paragraph', text: `You reported ${subjectOf(notice)}. We look at it and tell you what we decide.` },
    ],
    finePrint: [[{ text: WHY }]],
  })
}

export function noticeDecision(notice: Notice): Mail {
  const { number, answer, status } = notice
  const done = status === 'APPROVED' ? 'We looked at it and have dealt with it.' : 'We looked at it and took no action.'
  return letter({
    to: notice.email,
    subject: `Our decision on your report no. ${number}`,
    preview: done,
    blocks: [
      { kind: 'heading', text: `Our decision on your report no. ${number}` },
      { kind: 'paragraph', text: `You reported ${subjectOf(notice)}.` },
      { kind: 'paragraph', text: answer ?? done },
    ],
    finePrint: [[{ text: WHY }], [{ text: 'Reply to this email if you disagree.' }]],
  })
}
