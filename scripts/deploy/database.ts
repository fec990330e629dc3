import fs from 'node:fs'
import path from 'node:path'
import bcrypt from 'bcryptjs'
import pg from 'pg'
import type { Check } from './settings'

const COMMON = ['password', '123456', '12345678', 'changeme', 'admin', 'letmein']

/** Checks of the database, such as what the site's role is allowed to do. */
export async function checkDatabase(url: string): Promise<Check[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, statement_timeout: 10_000 })
  try {
    await client.connect()
    return [
      { name: 'Database role', problem: await findRoleProblem(client) },
      { name: 'Job queue', problem: await findQueueProblem(client) },
      { name: 'Migrations', problem: await findPending(client) },
      { name: 'Staff passwords', problem: await findCommonPassword(client) },
    ]
  } catch (error) {
    const reason = (error as Error).message || (error as NodeJS.ErrnoException).code
    return [{ name: 'Database', problem: `cannot be used: ${reason}` }]
  } finally {
    await client.end().catch(() => {})
  }
}

async function findRoleProblem(client: pg.Client) {
  const { rows } = await client.query<{ may: string | null }>(`
    select case
      when rolsuper then 'is a superuser'
      when rolcreaterole or rolcreatedb or rolreplication or rolbypassrls then 'can create roles or databases, or replicate'
      when has_database_privilege(current_database(), 'CREATE') then 'can create schemas'
      when exists (select from pg_namespace where nspname !~ '^pg_' and has_schema_privilege(oid, 'CREATE'))
        then 'can create tables'
      when exists (select from pg_class c join pg_namespace n on n.oid = relnamespace
                   where nspname !~ '^pg_' and nspname <> 'information_schema' and pg_has_role(relowner, 'MEMBER'))
        then 'owns tables and can alter them'
    end as may from pg_roles where rolname = current_user`)
  const may = rows[0]?.may
  if (may) return `${may}. Give the site its own role that can only read and write rows, see docs/security.md`
}

/** Sign-ups, mails and imports add jobs. */
async function findQueueProblem(client: pg.Client) {
  const { rows } = await client.query<{ may: boolean | null }>(`
    select bool_and(has_schema_privilege(relnamespace, 'USAGE') and has_table_privilege(oid, 'SELECT')
      and has_table_privilege(oid, 'INSERT') and has_table_privilege(oid, 'UPDATE')) as may
    from pg_class where relnamespace = to_regnamespace('graphile_worker') and relkind = 'r' and relname like '%jobs'`)
  if (!rows[0]?.may) return "cannot be used by the site's role. The rights that it needs are in docs/security.md"
}

async function findPending(client: pg.Client) {
  const known = fs.readdirSync(path.resolve(import.meta.dirname, '../../migrations'))
  const { rows } = await client
    .query<{ name: string }>('select name from kysely_migration')
    .catch(() => ({ rows: [] as { name: string }[] }))
  const applied = new Set(rows.map(({ name }) => name))
  const pending = known.map((file) => path.parse(file).name).filter((name) => !applied.has(name))
  if (pending.length > 0) return `${pending.length} are pending. Run: npm run migrate`
}

async function findCommonPassword(client: pg.Client) {
  const exists = await client.query<{ name: string | null }>(`select to_regclass('credentials')::text as name`)
  if (!exists.rows[0]?.name) return
  const { rows } = await client.query<{ id: string; password_hash: string }>(
    `select p.id, password_hash from credentials c join profiles p on p.id = c.user_id
     where p.role in ('ADMIN', 'MANAGER') limit 20`,
  )
  for (const { id, password_hash } of rows) {
    for (const password of COMMON) {
      if (await bcrypt.compare(password, password_hash)) return `the account ${id} has a common password`
    }
  }
}
