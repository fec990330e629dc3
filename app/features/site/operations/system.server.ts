import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import { pluralize } from '~/ui/pluralize'
import { version } from '../../../../package.json'
import { findLastBackup } from './backups.server'
import { countJobs, listFailedJobs } from './jobs.server'

const MAILS = 10
const BACKUP_MS = 2 * 86_400_000

export type SystemState = Awaited<ReturnType<typeof readSystem>>

/** What admins see of the running site. `backup` is undefined where none are made, and null until the first one. */
export async function readSystem() {
  const [counts, failed, lastMails, givenUp, backup] = await Promise.all([
    countJobs(),
    listFailedJobs(),
    listLastMails(),
    countMailsGivenUp(),
    env.BACKUPS ? findLastBackup().then((found) => found ?? null) : undefined,
  ])
  return {
    program: { version, node: process.version, startedAt: new Date(Date.now() - process.uptime() * 1_000) },
    jobs: { failed, failedCount: counts.reduce((sum, task) => sum + task.failed, 0) },
    mails: { last: lastMails, givenUp },
    backup,
  }
}

/** The newest mails of the outbox. The address is only hinted at; it is not stored for mails to strangers. */
async function listLastMails() {
  const { rows } = await sql<{ id: string; kind: string; status: string; created_at: Date; to: string | null }>`
    select mails.id::text as id, initcap(replace(kind, '-', ' ')) as kind, initcap(mails.status::text) as status, mails.created_at,
      regexp_replace(coalesce(email, address), '^(.).*(@.*)$', '\\1…\\2') as to
    from mails left join profiles on profiles.id = user_id
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
export function listNotices({ program, jobs, mails, backup }: SystemState, now: Date): string[] {
  const isBackupOld = backup !== undefined && +now - +(backup?.madeAt ?? program.startedAt) > BACKUP_MS
  const isMany = jobs.failedCount > 1
  return [
    jobs.failedCount > 0 &&
      `${pluralize(jobs.failedCount, 'job')} ${isMany ? 'have' : 'has'} failed and will not be tried again automatically.`,
    isBackupOld && 'There has been no backup for two days. The log says why.',
    mails.givenUp > 0 && `Emails given up in the last day: ${mails.givenUp}. The audit log lists them.`,
  ].filter((notice) => typeof notice === 'string')
}
