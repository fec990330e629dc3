import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { lockAuthor } from '~/features/people/limits/lock-author.server'
import { addMail, type DueMail } from '~/features/people/mails/mails.server'
import { contactCopy, contactMessageMail } from '~/mail/contact-message.server'
import { site } from '~/site.server'
import type { ContactValues } from './contact-form.server'

type Sender = {
  /** The network address, for the limit. */
  network: string
  user: { id: string; email: string } | undefined
}

/** `hasCopy`: a copy goes to the sender. */
export type ContactOutcome = { id: string; hasCopy: boolean } | { retryAfter: number }

/**
 * Stores a message, which puts it into the queue, and mails it to the staff. A copy goes to signed-in senders who gave
 * the confirmed email of their account; other emails may belong to another person. The same message sent again
 * while it waits is not stored twice.
 */
export async function submitContactMessage(form: ContactValues, { network, user }: Sender): Promise<ContactOutcome> {
  const { name, email, subject, message: body } = form
  const hasCopy = user?.email.toLowerCase() === email
  return inTransaction(async (trx) => {
    await lockAuthor(trx, network)
    const duplicate = await trx
      .selectFrom('contact_messages')
      .select('id')
      .where(({ and }) => and({ name, email, subject, body, status: 'PENDING' }))
      .where('user_id', 'is not distinct from', user?.id ?? null)
      .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
      .executeTakeFirst()
    if (duplicate) return { id: duplicate.id, hasCopy }
    const retryAfter = await consumeRateLimit('message from address', network, trx)
    if (retryAfter) return { retryAfter }

    const { id } = await trx
      .insertInto('contact_messages')
      .values({ name, email, subject, body, user_id: user?.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const data = { message: id }
    await addMail(trx, { to: { address: site.contact_email }, kind: 'contact', data })
    if (hasCopy) await addMail(trx, { to: { user: user.id }, kind: 'contact-copy', data })
    return { id, hasCopy }
  })
}

export async function findContactMessage(id: string) {
  return db
    .selectFrom('contact_messages')
    .select(['id', 'name', 'email', 'subject', 'body'])
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

export const writeContactMails = (mails: DueMail<'contact'>[]) => writeMails(mails, contactMessageMail)
export const writeContactCopies = (mails: DueMail<'contact-copy'>[]) => writeMails(mails, contactCopy)

async function writeMails(mails: DueMail<'contact' | 'contact-copy'>[], write: typeof contactCopy) {
  const messages = await Promise.all(mails.map(({ data }) => findContactMessage(data.message)))
  return new Map(mails.flatMap(({ id }, at) => (messages[at] ? [[id, write(messages[at])] as const] : [])))
}
