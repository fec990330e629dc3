import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { addJob, type JobPayload } from '~/db/job-queue.server'
import { inTransaction } from '~/db/transaction.server'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { lockAuthor } from '~/features/people/limits/lock-author.server'
import { deliverOrRetry } from '~/features/people/mails/mail-retries.server'
import { contactCopy, contactMessageMail, noticeDecision, noticeReceipt } from '~/mail/contact-message.server'
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
    await addJob(trx, 'send_contact_mail', { messageId: id, to: 'staff' })
    if (hasCopy) await addJob(trx, 'send_contact_mail', { messageId: id, to: 'sender' })
    if (reported) await addJob(trx, 'send_contact_mail', { messageId: id, to: 'receipt' })
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
  const { numUpdatedRows } = await trx
    .updateTable('contact_messages')
    .set({ answer })
    .where('id', '=', id)
    .where('about_kind', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  const options = { key: `notice:${id}`, runAt: new Date(Date.now() + DECISION_DELAY_MS) }
  await addJob(trx, 'send_contact_mail', { messageId: id, to: 'decision' }, options)
}

type Message = NonNullable<Awaited<ReturnType<typeof findContactMessage>>>

/** Undefined for a mail that is no longer due. */
async function compose(message: Message, to: JobPayload<'send_contact_mail'>['to'], isFirst: boolean) {
  if (to === 'staff') return contactMessageMail(message)
  if (to === 'sender') return contactCopy(message)
  if (to === 'receipt') {
    // Anyone can enter any email.
    const wait = isFirst && (await consumeRateLimit('receipt to address', message.email))
    return wait ? undefined : noticeReceipt(message)
  }
  return message.status === 'PENDING' ? undefined : noticeDecision(message)
}

const MAIL_NAMES = {
  staff: 'contact message',
  sender: 'copy of a contact message',
  receipt: 'receipt of a notice',
  decision: 'decision on a notice',
}

/** Mails a message of the contact form to the staff, or a copy, a receipt or the decision to its sender. */
export async function sendContactMail(job: JobPayload<'send_contact_mail'>) {
  const message = await findContactMessage(job.messageId)
  if (!message) return
  const mail = await compose(message, job.to, job.failures === undefined)
  if (!mail) return
  await deliverOrRetry(mail, job, {
    name: MAIL_NAMES[job.to],
    about: { entity: 'contact_message', id: message.id },
    retry: (attempts, runAt) => addJob(db, 'send_contact_mail', { ...job, ...attempts }, { runAt }),
  })
}
