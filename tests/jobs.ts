import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { sendMail } from '~/features/people/mails/mail-task.server'
import type { MailJob } from '~/features/people/mails/mails.server'

/** The emails in the queue, oldest first. */
export const listQueuedMails = () => listJobs<MailJob>('send_mail')

/** The queued jobs of a task, oldest first. */
export async function listJobs<Payload>(task: string) {
  const { rows } = await sql<{ payload: Payload; run_at: Date }>`
    select payload, run_at from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where tasks.identifier = ${task} order by jobs.id`.execute(db)
  return rows
}

/** Sends every queued email once. */
export async function sendQueuedMails() {
  const mails = await listQueuedMails()
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  for (const { payload } of mails) await sendMail(payload)
}
