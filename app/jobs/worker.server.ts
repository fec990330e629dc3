import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type JobHelpers, Logger, run, type Task, type TaskList, type WorkerEvents } from 'graphile-worker'
import pg from 'pg'
import { directConnectionConfig } from '~/db/connection-config.server'
import type { TaskName } from '~/db/job-queue.server'
import { refreshSiteSettings } from '~/db/site-settings.server'
import { tellChanges } from '~/features/audience/notifications/tell-changes.server'
import { fetchPictures } from '~/features/catalog/pictures/fetch-pictures.server'
import { refreshProducts } from '~/features/catalog/products/product-tasks.server'
import { noteDates } from '~/features/catalog/record/changed-deals.server'
import { remindOfRefunds } from '~/features/contributions/purchases/remind-refunds-task.server'
import { askOwners } from '~/features/contributions/reviews/ask-owners-task.server'
import { saveSource } from '~/features/contributions/sources/sources.server'
import { backUp } from '~/features/site/operations/backups.server'
import { cleanUp } from '~/features/site/operations/clean-up-task.server'
import { countClicksOfDays } from '~/features/staff/analytics/count-clicks-task.server'
import { checkImport, runImport } from '~/features/staff/csv-import/run-import.server'
import { checkLinks } from '~/features/staff/freshness/run-link-checks.server'
import { hideSecrets, log } from '~/log.server'
import { watchOverWorkers } from './live-workers.server'
import { sendMails } from './mails.server'

type Tasks = { [Name in TaskName]: Task<Name> }

export const TASKS: Tasks = {
  send_mails: async (payload, helpers) => void (await sendMails(payload, helpers)),
  ask_owners: askOwners,
  remind_refunds: remindOfRefunds,
  note_dates: noteDates,
  tell_changes: tellChanges,
  clean_up: cleanUp,
  back_up: backUp,
  save_source: saveSource,
  check_import: checkImport,
  run_import: runImport,
  count_clicks: countClicksOfDays,
  check_links: checkLinks,
  fetch_pictures: fetchPictures,
  refresh_products: refreshProducts,
}

/**
 * Notes which deals end or ended and refreshes products at 00:01 UTC, backs up at 02:47, cleans up at 03:17, checks links
 * at 04:23, fetches pictures at 04:53, reminds of refund deadlines at 05:35, asks owners at 06:05 and sends weekly
 * digests on Monday at 08:00, or at the next start if that was missed; its queue prevents two checks at a time. Sends mails
 * every minute. Changed deals are told by a job of their own; the schedule catches up when changes do not stop, and after
 * errors.
 */
export const CRONTAB = [
  '1 0 * * * note_dates ?fill=1d',
  '1 0 * * * count_clicks ?fill=1d',
  '1 0 * * * refresh_products ?fill=1d&jobKey=refresh_products',
  '17 3 * * * clean_up ?fill=1d',
  '47 2 * * * back_up ?fill=1d&max=5&queue=back_up&jobKey=back_up',
  '5 6 * * * ask_owners ?fill=1d',
  '35 5 * * * remind_refunds ?fill=1d',
  '23 4 * * * check_links ?fill=1d&queue=check_links&priority=10',
  '53 4 * * * fetch_pictures ?fill=1d&queue=fetch_pictures&jobKey=fetch_pictures&priority=10',
  '0 8 * * 1 send_mails ?id=send_weekly_mails&fill=1d&queue=send_mails {"isWeekly":true}',
  '* * * * * tell_changes ?max=3&queue=tell_changes&jobKey=tell_changes',
  '* * * * * send_mails ?max=3&queue=send_mails&jobKey=send_mails',
].join('\n')

/** How long running jobs may take when the worker stops. */
const FINISH_MS = 2_000
/** Maximum delay between attempts to reach the database. */
const MAX_BACKOFF_MS = 3_000

export type RunningWorker = {
  /** Waits up to two seconds for running jobs. Interrupted ones run again later. */
  stop(): Promise<void>
}

/** Runs jobs until it is stopped. Reconnects after restarts of the database. */
export function startWorker(tasks: Partial<Tasks> = TASKS): RunningWorker {
  const stopping = new AbortController()
  const ended = workOn(tasks, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

async function workOn(tasks: TaskList, signal: AbortSignal) {
  for (let failures = 0; !signal.aborted; failures++) {
    const startedAt = Date.now()
    try {
      await work(tasks, signal)
    } catch (error) {
      if (signal.aborted) return
      log.error({ err: error }, 'The job worker stopped and starts again')
    }
    if (Date.now() - startedAt > 60_000) failures = 0
    await sleep(Math.min(200 * 2 ** failures, MAX_BACKOFF_MS), undefined, { signal }).catch(() => {})
  }
}

async function work(tasks: TaskList, signal: AbortSignal) {
  const pool = new pg.Pool({ ...directConnectionConfig('lifetime-ledger-worker'), max: 5 })
  // Lost connections are replaced. Without these listeners, their errors would end the process.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  const events: WorkerEvents = new EventEmitter()
  const watch = watchOverWorkers(pool, events)
  try {
    const runner = await run({
      pgPool: pool,
      taskList: withSiteSettings(tasks),
      crontab: tasks === TASKS ? CRONTAB : undefined,
      events,
      // Two of them may check links and fetch pictures for hours.
      concurrency: 4,
      pollInterval: 2_000,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: FINISH_MS,
      logger: LOGGER,
    })
    const stop = () => {
      void runner.stop().catch(() => {})
      setTimeout(() => void watch.releaseOwnJobs().catch(() => {}), FINISH_MS).unref()
    }
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    await watch.look()
    await runner.promise
    signal.removeEventListener('abort', stop)
  } finally {
    watch.stop()
    await pool.end()
  }
}

/** Mails name the site, so its settings are renewed before each job. */
function withSiteSettings(tasks: TaskList): TaskList {
  const renewing = Object.entries(tasks).map(([name, task]) => [
    name,
    async (payload: unknown, helpers: JobHelpers) => {
      await refreshSiteSettings()
      return task?.(payload, helpers)
    },
  ])
  return Object.fromEntries(renewing)
}

const LOGGER = new Logger(() => (level, message) => {
  if (level === 'error' || level === 'warning') log.error(`Job worker: ${hideSecrets(message)}`)
})
