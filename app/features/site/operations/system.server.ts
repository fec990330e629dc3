import fs from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { listPendingMigrations } from '~/db/pending-migrations.server'
import { env } from '~/env.server'
import { countLinksInOutage } from '~/features/staff/freshness/link-outage.server'
import { pluralize } from '~/ui/pluralize'
import { version } from '../../../../package.json'
import { findLastBackup } from './backups.server'
import { countJobs, listFailedJobs } from './jobs.server'

const MAILS = 10
const LATE_MS = 10 * 60_000
const BACKUP_MS = 2 * 86_400_000
const LITTLE_SPACE = { share: 0.1, bytes: 2 * 1024 ** 3 }

export type SystemState = Awaited<ReturnType<typeof readSystem>>

/** What admins see of the running site. `backup` is undefined where none are made, and null until the first one. */
export async function readSystem() {
  const [database, pending, counts, failed, lastMails, givenUp, linksInOutage, disk, backup] = await Promise.all([
    describeDatabase(),
    listPendingMigrations(),
    countJobs(),
    listFailedJobs(),
    listLastMails(),
    countMailsGivenUp(),
    countLinksInOutage(),
    fs.statfs(path.resolve(env.DATA_DIR)),
    env.BACKUPS ? findLastBackup().then((found) => found ?? null) : undefined,
  ])
  const failedCount = counts.reduce((sum, task) => sum + task.failed, 0)
  return {
    program: { version, node: process.version, startedAt: new Date(Date.now() - process.uptime() * 1_000) },
    database: { ...database, pending },
    jobs: { counts, failed, failedCount },
    mails: { last: lastMails, givenUp },
    backup,
    linksInOutage,
    disk: { free: disk.bavail * disk.bsize, all: disk.blocks * disk.bsize },
  }
}

async function describeDatabase() {
  const { rows } = await sql<{
    version: string
    bytes: number
    connections: number
    most: number
    migration: string | null
  }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as most,
      (select max(name) from kysely_migration) as migration`.execute(db)
  return rows[0]!
}

/** The newest mails of the outbox. The address is only hinted at. */
async function listLastMails() {
  const { rows } = await sql<{ id: string; kind: string; status: string; created_at: Date; to: string }>`
    select mails.id::text as id, initcap(mails.kind::text) as kind, initcap(mails.status::text) as status, mails.created_at,
      regexp_replace(email, '^(.).*(@.*)$', '\\1…\\2') as to
    from mails join profiles on profiles.id = user_id
    order by mails.created_at desc, mails.id desc limit ${MAILS}`.execute(db)
  return rows
}

/** Also counts mails about accounts, which are not in the outbox. */
async function countMailsGivenUp() {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_log
    where action = 'mail.failed' and created_at > now() - interval '1 day'`.execute(db)
  return rows[0]!.count
}

/** What needs attention, in sentences. */
export function listNotices(state: SystemState, now: Date): string[] {
  const { program, database, jobs, mails, backup, linksInOutage, disk } = state
  const isDiskFull = disk.free < LITTLE_SPACE.bytes || disk.free < LITTLE_SPACE.share * disk.all
  const isLate = ({ overdue_since: since }: { overdue_since: Date | null }) => since && +now - +since > LATE_MS
  const late = jobs.counts.filter(isLate).map(({ task }) => task)
  const isBackupOld = backup !== undefined && +now - +(backup?.madeAt ?? program.startedAt) > BACKUP_MS
  const pending = pluralize(database.pending.length, 'migration')
  const isMany = jobs.failedCount > 1
  return [
    isDiskFull && 'The disk is almost full. When it is full, nothing more can be saved.',
    database.pending.length > 0 && `The database lacks ${pending}. Start this version once to apply them.`,
    jobs.failedCount > 0 &&
      `${pluralize(jobs.failedCount, 'job')} ${isMany ? 'have' : 'has'} failed and will not be tried again automatically.`,
    late.length > 0 && `Jobs have waited for more than 10 minutes: ${late.join(', ')}. Is a job worker running?`,
    isBackupOld && 'There has been no backup for two days. The log says why.',
    mails.givenUp > 0 && `Emails given up in the last day: ${mails.givenUp}. The audit log lists them.`,
    linksInOutage > 0 &&
      `The last link check did not reach ${pluralize(linksInOutage, 'link')} because of an outage here. None of them counts as failed. Check the network.`,
  ].filter((notice) => typeof notice === 'string')
}
