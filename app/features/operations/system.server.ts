import fs from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { listPendingMigrations } from '~/db/pending-migrations.server'
import { env } from '~/env.server'
import { version } from '../../../package.json'

/** This program, as the process that answers knows it. */
export function describeProgram() {
  return { version, node: process.version, since: new Date(Date.now() - process.uptime() * 1_000) }
}

export type Place = { place: string; web: number; workers: number; since: Date }

/**
 * Web processes and job workers of all machines by the address from which they are connected to the database. A web process
 * has one connection that listens for changes, and a worker holds one lock.
 */
export async function listProcesses(): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select coalesce(host(client_addr), 'this machine') as place,
      count(distinct pid) filter (where application_name = 'lifetime-ledger-listener')::int as web,
      count(distinct pid) filter (where application_name = 'lifetime-ledger-worker' and holds_lock)::int as workers,
      min(backend_start) as since
    from pg_stat_activity
    cross join lateral (select exists (
      select from pg_locks where pg_locks.pid = pg_stat_activity.pid and locktype = 'advisory' and granted) as holds_lock) as held
    where datname = current_database() and application_name in ('lifetime-ledger-listener', 'lifetime-ledger-worker')
    group by 1 order by 1`.execute(db)
  return rows
}

const LARGEST_TABLES = 5

/** The database: its version, size in bytes, connections in use, largest tables and migrations. */
export async function describeDatabase() {
  const [about, tables, newest, pending] = await Promise.all([
    sql<{ version: string; bytes: number; connections: number; most: number }>`
      select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
        (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
        current_setting('max_connections')::int as most`.execute(db),
    sql<{ name: string; bytes: number }>`
      select relname as name, pg_total_relation_size(oid) as bytes from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace
      order by 2 desc limit ${LARGEST_TABLES}`.execute(db),
    sql<{ name: string }>`select name from kysely_migration order by name desc limit 1`.execute(db),
    listPendingMigrations(),
  ])
  return { ...about.rows[0]!, tables: tables.rows, migration: newest.rows[0]?.name ?? null, pending }
}

export type OutgoingMail = {
  id: string
  kind: string
  status: string
  failures: number
  created_at: Date
  finished_at: Date | null
  to: string
}

const MAILS = 10

/** The newest mails of the outbox, and how many of a day were given up. The address is only hinted at. */
export async function listLastMails() {
  const [mails, failed] = await Promise.all([
    sql<OutgoingMail>`
      select mails.id::text as id, mails.kind::text as kind, mails.status::text as status, failures, mails.created_at, finished_at,
        regexp_replace(email, '^(.).*(@.*)$', '\\1…\\2') as to
      from mails join profiles on profiles.id = user_id
      order by mails.created_at desc, mails.id desc limit ${MAILS}`.execute(db),
    // Also of mails about accounts, which have no outbox.
    sql<{ count: number }>`
      select count(*)::int as count from audit_log
      where action = 'mail.failed' and created_at > now() - interval '1 day'`.execute(db),
  ])
  return { mails: mails.rows, failed: failed.rows[0]!.count }
}

/** The file system of DATA_DIR in bytes. */
export async function measureDisk() {
  const { bsize, bavail, blocks } = await fs.statfs(path.resolve(env.DATA_DIR))
  return { free: bavail * bsize, all: blocks * bsize }
}
