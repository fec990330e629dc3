import { sql } from 'kysely'
import type { Executor } from './executor'

/** The mails about an account. */
type AccountMail =
  | 'confirm'
  | 'taken'
  | 'reset'
  | 'password-changed'
  | 'second-factor-locked'
  | 'suspended'
  | SecurityMail

/** The mails about what protects an account besides its password. */
export type SecurityMail =
  | 'authenticator-added'
  | 'authenticator-removed'
  | 'recovery-codes-made'
  | 'recovery-code-used'
  | 'second-factors-reset'

/** What the earlier attempts at a mail came to. */
export type MailAttempts = {
  /** Number of failed attempts. */
  failures?: number
  /** An attempt ended with an unknown outcome. Only one more follows, so that no mail is sent three times. */
  mayHaveArrived?: boolean
}

declare global {
  namespace GraphileWorker {
    /** Every task with the payload of its jobs. jobs/worker.server.ts registers a function for each. */
    interface Tasks {
      send_mail: {
        mail: AccountMail
        /** The recipient. Links and tokens are made when the mail is sent, so that none is ever stored in the queue. */
        email: string
        /** Path to return to after the link in the mail was used. */
        redirectTo?: string
        suspension?: { reason: string; note: string }
      } & MailAttempts
      /** Notifies an author of a decision, unless it was undone meanwhile. */
      send_decision_mail: { decisionId: string } & MailAttempts
      /** Asks the author of a review whether they still use what they bought. */
      send_follow_up_mail: { questionId: string } & MailAttempts
      /** Mails a message of the contact form. */
      send_contact_mail: { messageId: string; to: 'staff' | 'sender' | 'receipt' | 'decision' } & MailAttempts
      /** Saves the source that a change report names. */
      save_source: { changeId: string }
      check_import: { id: string }
      run_import: { id: string }
      publish_import: { id: string }
      // Added by the schedule, with no payload of ours.
      clean_up: unknown
      back_up: unknown
      count_clicks: unknown
      check_links: unknown
      refresh_products: unknown
      ask_owners: unknown
      mail_notifications: unknown
      plan_weekly_mails: unknown
      remind_refunds: unknown
      note_dates: unknown
      match_searches: unknown
      // Added with each event, and by the schedule.
      notify_followers: unknown
      // Added when a deal gets the address of a picture, and by the schedule.
      fetch_pictures: unknown
      // Added with each new product.
      compare_products: unknown
    }
  }
}

export type TaskName = keyof GraphileWorker.Tasks
export type JobPayload<Task extends TaskName> = GraphileWorker.Tasks[Task]

type Options = {
  runAt?: Date
  /** How often a job is started at most, counting errors and crashes. Tasks may have retries of their own. */
  attempts?: number
  /** A new job replaces a waiting one with the same key. */
  key?: string
  /** Jobs of one queue run one after the other. */
  queue?: string
}

/** Adds a job in the transaction of its cause: both happen or neither does. */
export async function addJob<Task extends TaskName>(
  executor: Executor,
  task: Task,
  payload: JobPayload<Task>,
  options: Options = {},
) {
  const { runAt = null, attempts = 5, key = null, queue = null } = options
  await sql`
    select from graphile_worker.add_job(
      ${task}, payload => ${JSON.stringify(payload)}::json, run_at => ${runAt}::timestamptz,
      max_attempts => ${attempts}::int, job_key => ${key}::text, queue_name => ${queue}::text
    )`.execute(executor)
}
