import { env } from '~/env.server'
import { countLinksInOutage } from '~/features/freshness/link-outage.server'
import { findLastBackup } from '~/features/operations/backups.server'
import { countJobs, listTroubledJobs } from '~/features/operations/jobs.server'
import {
  describeDatabase,
  describeProgram,
  listLastMails,
  listProcesses,
  measureDisk,
} from '~/features/operations/system.server'
import { findWarnings } from '~/features/operations/warnings'
import { log } from '~/log.server'
import { formatAge, formatAgo } from '~/ui/relative-time'

/** All that the page shows. A part that cannot be read is null, so that it does not hide the others. */
export async function readState(page: number) {
  const now = new Date()
  const program = describeProgram()
  const [jobs, troubled, processes, database, mails, disk, backup, linksInOutage] = await Promise.all([
    orNull(countJobs()),
    orNull(listTroubledJobs(page)),
    orNull(listProcesses()),
    orNull(describeDatabase()),
    orNull(listLastMails()),
    orNull(measureDisk()),
    env.BACKUPS ? orNull(findLastBackup().then((found) => found ?? null)) : undefined,
    orNull(countLinksInOutage()),
  ])
  const warnings = findWarnings({
    now,
    jobs,
    processes,
    pending: database?.pending ?? null,
    mailsFailed: mails?.failed ?? null,
    linksInOutage,
    disk,
    backup,
    startedAt: program.since,
  })
  return {
    warnings,
    program: { ...program, since: formatAge(program.since, now) },
    processes: processes?.map(({ since, ...place }) => ({ ...place, since: formatAge(since, now) })) ?? null,
    database,
    disk,
    backup: backup && { bytes: backup.bytes, made: formatAgo(backup.madeAt, now) },
    hasBackups: env.BACKUPS,
    jobs:
      jobs?.map((job) => ({
        ...job,
        overdue_since: job.overdue_since && formatAge(job.overdue_since, now),
        next_run: describeNext(job.next_run, now),
        scheduled_at: job.scheduled_at && formatAgo(job.scheduled_at, now),
      })) ?? null,
    troubled: troubled && {
      count: troubled.count,
      jobs: troubled.jobs.map(({ updated_at, run_at, ...job }) => ({
        ...job,
        failed: formatAgo(updated_at, now),
        next: job.attempts < job.max_attempts ? describeNext(run_at, now) : null,
      })),
    },
    mails: mails && {
      failed: mails.failed,
      mails: mails.mails.map(({ created_at, finished_at, ...mail }) => ({ ...mail, at: formatAgo(created_at, now) })),
    },
  }
}

/** "now", or "in 5 minutes". */
function describeNext(moment: Date | null, now: Date) {
  if (!moment) return null
  return moment <= now ? 'now' : `in ${formatAge(now, moment)}`
}

async function orNull<Value>(read: Promise<Value>) {
  try {
    return await read
  } catch (error) {
    log.error({ err: error }, 'A part of the system page cannot be read')
    return null
  }
}
