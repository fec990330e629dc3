import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { sendMails } from '~/jobs/mails.server'

/** The mails that wait, oldest first, with the address that they would go to. */
export async function listQueuedMails() {
  return db
    .selectFrom('mails')
    .leftJoin('profiles', 'profiles.id', 'user_id')
    .select(['mails.id', 'kind', 'data', 'failures', 'send_after', sql<string>`coalesce(address, email)`.as('email')])
    .where('mails.status', '=', 'WAITING')
    .orderBy('mails.created_at')
    .execute()
}

/** The queued jobs of a task, oldest first. */
export async function listJobs<Payload>(task: string) {
  const { rows } = await sql<{ payload: Payload; run_at: Date }>`
    select payload, run_at from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where tasks.identifier = ${task} order by jobs.id`.execute(db)
  return rows
}

/** Tries to send every waiting mail once, as if its time had come. */
export async function sendQueuedMails() {
  await db
    .updateTable('mails')
    .set({ send_after: sql<Date>`now() - interval '1 second'` })
    .where('status', '=', 'WAITING')
    .execute()
  await sendMails()
}
