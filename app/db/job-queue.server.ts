import { sql } from 'kysely'
import type { Executor } from './executor'

declare global {
  namespace GraphileWorker {
    /** Every task with the payload of its jobs. jobs/worker.server.ts registers a function for each. */
    interface Tasks {
      /** Saves the source that a change report names. */
      save_source: { changeId: string }
      /** Plans and sends mails. `only`: added with each mail about an account, which is sent at once. */
      send_mails: { only?: 'account'; isWeekly?: boolean }
      check_import: { id: string }
      run_import: { id: string }
      // Added by the schedule, with no payload of ours.
      clean_up: unknown
      back_up: unknown
      count_clicks: unknown
      check_links: unknown
      refresh_products: unknown
      ask_owners: unknown
      remind_refunds: unknown
      note_dates: unknown
      // Added with each changed deal, and by the schedule.
      tell_changes: unknown
      // Added when a deal gets the address of a picture, and by the schedule.
      fetch_pictures: unknown
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
