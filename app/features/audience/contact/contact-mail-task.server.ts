import { db } from '~/db/database.server'
import { addJob, type JobPayload } from '~/db/job-queue.server'
import { deliverOrRetry } from '~/features/people/mails/mail-retries.server'
import { contactCopy, contactMessageMail } from '~/mail/contact-message.server'
import { findContactMessage } from './contact-messages.server'

/** Mails a message of the contact form to the staff, or a copy of it to its sender. */
export async function sendContactMail(job: JobPayload<'send_contact_mail'>) {
  const message = await findContactMessage(job.messageId)
  if (!message) return
  await deliverOrRetry(job.to === 'staff' ? contactMessageMail(message) : contactCopy(message), job, {
    name: job.to === 'staff' ? 'contact message' : 'copy of a contact message',
    about: { entity: 'contact_message', id: message.id },
    retry: (attempts, runAt) => addJob(db, 'send_contact_mail', { ...job, ...attempts }, { runAt }),
  })
}
