import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { lockAuthor } from '~/features/people/limits/lock-author.server'
import { addMail, type DueMail } from '~/features/people/mails/mails.server'
import { contactCopy, contactMessageMail, noticeDecision, noticeReceipt } from '~/mail/contact-message.server'
import type { Mail } from '~/mail/transport.server'
import { site } from '~/site.server'
import type { ContactValues } from './contact-form.server'
import { findReported, noticeSubject } from './notice-subject.server'

/** Long enough for the moderator to undo a mistake. */
const DECISION_DELAY_MS = 60_000

type Sender = {
  /** The network address, for the limit. */
  network: string
  user: { id: string; email: string } | undefined
}

/** `hasCopy`: a copy goes to the sender. `gone`: what a notice reports is not public any more. */
export type ContactOutcome = { id: string; hasCopy: boolean } | { retryAfter: number } | 'gone'

/**
 * Stores a message, which puts it into the queue, and mails it to the staff. A copy goes to signed-in senders who gave
 * the confirmed email of their account; other emails may belong to another person. The same message sent again
 * while it waits is not stored twice. A notice gets a receipt instead, at any email: it has no words of the sender.
 */
export async function submitContactMessage(form: ContactValues, { network, user }: Sender): Promise<ContactOutcome> {
  const { name, email, subject, message: body, about } = form
  const reported = about === '' ? undefined : await findReported(about)
  if (about !== '' && !reported) return 'gone'
  const hasCopy = user?.email.toLowerCase() === email && !reported
  const notice = { about_kind: reported?.kind ?? null, about_id: reported?.id ?? null }
  return inTransaction(async (trx) => {
    await lockAuthor(trx, network)
    const duplicate = await trx
      .selectFrom('contact_messages')
      .select('id')
      .where(({ and }) => and({ name, email, subject, body, status: 'PENDING' }))
      .where('user_id', 'is not distinct from', user?.id ?? null)
      .where('about_id', 'is not distinct from', notice.about_id)
      .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
      .executeTakeFirst()
    if (duplicate) return { id: duplicate.id, hasCopy }
    const retryAfter = await consumeRateLimit('message from address', network, trx)
    if (retryAfter) return { retryAfter }

    const { id } = await trx
      .insertInto('contact_messages')
      .values({ name, email, subject, body, user_id: user?.id, ...notice })
      .returning('id')
      .executeTakeFirstOrThrow()
    const data = { message: id }
    await addMail(trx, { to: { address: site.contact_email }, kind: 'contact', data })
    if (hasCopy) await addMail(trx, { to: { user: user.id }, kind: 'contact-copy', data })
    if (reported) await addMail(trx, { to: { address: email }, kind: 'notice-receipt', data })
    return { id, hasCopy }
  })
}

export async function findContactMessage(id: string) {
  return db
    .selectFrom('contact_messages')
    .select(['id', 'name', 'email', 'subject', 'body', 'status', 'number', 'answer', 'about_kind'])
    .select(
      sql<
        string | null
      >`(select label from (${noticeSubject(sql`about_kind`, sql`about_id`)}) subject where is_public)`.as('about'),
    )
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Messages are deleted this long after they were decided. */
const RETENTION_MONTHS = 12

/** Daily clean-up. */
export async function deleteOldContactMessages() {
  await db
    .deleteFrom('contact_messages')
    .where('moderated_at', '<', sql<Date>`now() - make_interval(months => ${RETENTION_MONTHS})`)
    .execute()
}

/** Stores what staff answer to the sender of a notice and mails it; the decision may still be undone. */
export async function answerNotice(trx: Trx, id: string, answer: string | null) {
  const notice = await trx
    .updateTable('contact_messages')
    .set({ answer })
    .where('id', '=', id)
    .where('about_kind', 'is not', null)
    .returning('email')
    .executeTakeFirst()
  if (!notice) return
  const after = new Date(Date.now() + DECISION_DELAY_MS)
  const to = { address: notice.email }
  await addMail(trx, { to, kind: 'notice-decision', cause: `notice:${id}`, data: { message: id }, after })
}

type Message = NonNullable<Awaited<ReturnType<typeof findContactMessage>>>
type ContactMail = DueMail<'contact' | 'contact-copy' | 'notice-receipt' | 'notice-decision'>

/** Mails a message of the contact form to the staff, or a copy, a receipt or the decision to its sender. */
export const CONTACT_WRITERS = {
  contact: writing(contactMessageMail),
  'contact-copy': writing(contactCopy),
  'notice-receipt': writing(async (message, { failures }) => {
    // Anyone can enter any email.
    const wait = failures === 0 && (await consumeRateLimit('receipt to address', message.email))
    return wait ? undefined : noticeReceipt(message)
  }),
  'notice-decision': writing((message) => (message.status === 'PENDING' ? undefined : noticeDecision(message))),
}

type Write = (message: Message, mail: ContactMail) => Mail | undefined | Promise<Mail | undefined>

function writing(write: Write) {
  return async (mails: ContactMail[]) => {
    const written = new Map<string, Mail>()
    for (const mail of mails) {
      const message = await findContactMessage(mail.data.message)
      const text = message && (await write(message, mail))
      if (text) written.set(mail.id, text)
    }
    return written
  }
}
