import { readdir, readFile, statfs } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { to } from 'pg-copy-streams'
import { directConnectionConfig } from '~/db/connection-config.server'
import { env } from '~/env.server'
import { type ArchiveEntry, writeArchive } from './archive-writer.server'
import { BACKUP_VERSION, type DumpedDatabase, isRestoredFile, MANIFEST, type Manifest } from './backup-format'

/**
 * Backs up the database and the files of DATA_DIR that a restored site needs, such as the session secret. Consistent while
 * the site runs.
 *
 * @throws an Error that says what is in the way; then there is no file, or the one that was there before
 */
export async function makeBackup(file: string, signal?: AbortSignal) {
  return withDump(async (dump) => {
    await assertRoomFor(dump.database.rowBytes, path.dirname(file))
    const bytes = await writeArchive(file, listEntries(dump), signal)
    return { bytes, tables: dump.database.tables.length }
  })
}

/** Compressed rows take less than they do in the database. The disk may be the one that the database needs. */
async function assertRoomFor(bytes: number, folder: string) {
  // Without such a folder, writing fails with the reason.
  const disk = await statfs(folder).catch(() => undefined)
  const free = disk ? disk.bavail * disk.bsize : Infinity
  if (free >= bytes) return
  const megabytes = (size: number) => `${Math.ceil(size / 1e6)} MB`
  throw new Error(
    `There is not enough disk space in ${folder}: the backup may need ${megabytes(bytes)}, ${megabytes(free)} are free.`,
  )
}

async function* listEntries({ database, rows }: Dump): AsyncGenerator<ArchiveEntry> {
  const madeAt = new Date().toISOString()
  const manifest: Manifest = { format: 'lifetime-ledger-backup', version: BACKUP_VERSION, madeAt, ...database }
  yield { name: MANIFEST, content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) }
  yield* readDataFolder()
  yield* rows()
}

async function* readDataFolder(): AsyncGenerator<ArchiveEntry> {
  const dir = path.resolve(env.DATA_DIR)
  const top = await readdir(dir, { withFileTypes: true }).catch(() => [])
  for (const entry of top.filter(({ name }) => isRestoredFile(name))) {
    const inside = entry.isDirectory()
      ? await readdir(path.join(dir, entry.name), { recursive: true, withFileTypes: true })
      : [entry]
    for (const found of inside.filter((place) => place.isFile())) {
      const file = path.join(found.parentPath, found.name)
      const name = path.relative(dir, file).split(path.sep).join('/')
      // A file that is deleted meanwhile is no longer needed.
      const content = isRestoredFile(name) ? await readFile(file).catch(unlessMissing) : undefined
      if (content) yield { name: `files/${name}`, content }
    }
  }
}

function unlessMissing(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
  return undefined
}

/** Rows are collected to parts of about this size. */
const PART_BYTES = 1 << 20
const LINE_BREAK = 10

export type Dump = { database: DumpedDatabase; rows(): AsyncGenerator<ArchiveEntry> }

/**
 * Opens the database as it is at this moment, whatever is written meanwhile, and hands it to `work`. Writers do not wait for
 * it, nor it for them; only a migration waits.
 *
 * @throws if the database has no tables
 */
export async function withDump<Result>(work: (dump: Dump) => Promise<Result>): Promise<Result> {
  const socket = new net.Socket()
  const client = new pg.Client({ ...directConnectionConfig('lifetime-ledger-backup'), stream: () => socket })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('begin isolation level repeatable read, read only')
    const database = await describeDatabase(client)
    const result = await work({ database, rows: () => dumpRows(client, database) })
    await client.query('commit')
    return result
  } finally {
    // Not client.end(), which would wait for the rest of an interrupted COPY.
    socket.destroy()
  }
}

async function describeDatabase(client: pg.Client): Promise<DumpedDatabase> {
  const { rows: found } = await client.query(`select to_regclass('public.kysely_migration') is not null as is_made`)
  if (!found[0].is_made) throw new Error('The database is empty: there is nothing to back up.')
  const { rows } = await client.query(`
    select
      (select json_agg(name order by name) from kysely_migration) as migrations,
      (select json_agg(json_build_object('name', name, 'columns', columns) order by name) from (${TABLES}) as t) as tables,
      (select coalesce(json_agg(json_build_object('name', sequencename, 'last', last_value::text) order by sequencename), '[]')
        from pg_sequences where schemaname = 'public' and last_value is not null) as sequences,
      pg_database_size(current_database())::float8 as "databaseBytes",
      (select sum(pg_table_size(c.oid)) from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r')::float8
        as "rowBytes"`)
  return rows[0]
}

// The migrations are named in the description, and extensions bring their own tables.
const TABLES = `
  select c.relname as name, array_agg(a.attname order by a.attnum) filter (where a.attgenerated = '') as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely\\_migration%'
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  group by c.relname`

// As arguments of add_job, because the queue's own tables belong to the version of its library. Jobs that have failed for
// good are left out, and so is the backup that is being made.
const JOBS = `
  select t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority
  from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  where t.identifier <> 'back_up' and (j.attempts < j.max_attempts or j.locked_at is not null)
  order by j.id`

async function* dumpRows(client: pg.Client, { tables }: DumpedDatabase) {
  for (const { name, columns } of tables) {
    const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
    yield* copyOut(client, `tables/${name}`, `copy public.${client.escapeIdentifier(name)} (${list}) to stdout`)
  }
  yield* copyOut(client, 'jobs', `copy (${JOBS}) to stdout`)
}

/** The rows of a query in COPY's text format, as files of whole lines that are numbered from 1. */
async function* copyOut(client: pg.Client, folder: string, statement: string): AsyncGenerator<ArchiveEntry> {
  let waiting: Buffer[] = []
  let size = 0
  let number = 0
  const take = (content: Buffer) => ({ name: `${folder}/${++number}.copy`, content })
  for await (const chunk of client.query(to(statement)) as AsyncIterable<Buffer>) {
    waiting.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    const all = Buffer.concat(waiting)
    const end = all.lastIndexOf(LINE_BREAK) + 1
    waiting = [all.subarray(end)]
    size = all.length - end
    if (end > 0) yield take(all.subarray(0, end))
  }
  if (size > 0) yield take(Buffer.concat(waiting))
}
