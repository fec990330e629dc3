import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import { pluralize } from '~/ui/pluralize'
import { version } from '../../../../package.json'
import { findLastBackup } from './backups.server'
import { mailProblem, type recentChecks } from './deploy-checks.server'
import { countJobs, listFailedJobs } from './jobs.server'

const MAILS = 10
const BACKUP_MS = 2 * 86_400_000

export type SystemState = Awaited<ReturnType<typeof readSystem>>

/**
 * What admins see of the running site. `backup` is the newest one, by the site or by the command: undefined where the site
 * makes none and the command made none, and null until the first one.
 */
export async function readSystem() {
  const [counts, failed, lastMails, givenUp, daily, byCommand] = await Promise.all([
    countJobs(),
    listFailedJobs(),
    listLastMails(),
    countMailsGivenUp(),
    env.BACKUPS ? findLastBackup() : undefined,
    findBackupByCommand(),
  ])
  const [newest] = [daily, byCommand].filter((one) => one !== undefined).sort((a, b) => +b.madeAt - +a.madeAt)
  return {
    program: { version, node: process.version, startedAt: new Date(Date.now() - process.uptime() * 1_000) },
    jobs: { failed, failedCount: counts.reduce((sum, task) => sum + task.failed, 0) },
    mails: { last: lastMails, givenUp },
    backup: newest ?? (env.BACKUPS ? null : undefined),
  }
}

export const BACKUP_ACTION = 'backup.made'

/** The last backup that `npm run backup` made, which the audit log knows. */
async function findBackupByCommand() {
  const entry = await db
    .selectFrom('audit_log')
    .select(['created_at', sql<string>`detail ->> 'bytes'`.as('bytes')])
    .where('action', '=', BACKUP_ACTION)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return entry && { madeAt: entry.created_at, bytes: Number(entry.bytes) }
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
export function listNotices(
  { program, jobs, mails, backup }: SystemState,
  checks: Awaited<ReturnType<typeof recentChecks>>,
  now: Date,
): string[] {
  const isBackupOld = backup !== undefined && +now - +(backup?.madeAt ?? program.startedAt) > BACKUP_MS
  const isMany = jobs.failedCount > 1
  return [
    mailProblem(checks),
    jobs.failedCount > 0 &&
      `${pluralize(jobs.failedCount, 'job')} ${isMany ? 'have' : 'has'} failed and will not be tried again automatically.`,
    isBackupOld && 'There has been no backup for two days. The log says why.',
    mails.givenUp > 0 && `Emails given up in the last day: ${mails.givenUp}. The audit log lists them.`,
  ].filter((notice) => typeof notice === 'string')
}
