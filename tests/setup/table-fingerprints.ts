import { sql } from 'kysely'
import { db } from '~/db/database.server'

/** Rate limits, last_seen_at and denied access are not content. */
const UNCOUNTED = ['rate_limits']

type Table = { name: string; table: string }
let tables: Table[] | undefined

/** Looked up once: no test makes a table. */
async function listTables() {
  tables ??= (
    await sql<Table>`
      select format('%I.%I', schemaname, tablename) as name, tablename as table from pg_tables
      where schemaname = 'public' union all select 'graphile_worker._private_jobs', '_private_jobs'`.execute(db)
  ).rows
  return tables
}

/** A fingerprint of the rows of every table, to compare two points in time. */
export async function fingerprintTables(leftOut: string[] = []): Promise<Record<string, string>> {
  const isCounted = ({ table }: Table) => ![...UNCOUNTED, ...leftOut].includes(table)
  const counted = (await listTables()).filter(isCounted)
  const fingerprints = counted.map(
    ({ name }) => sql`
      select ${sql.lit(name)} as name, count(*) || ' rows, ' || coalesce(md5(string_agg(row, '' order by row)), '') as fingerprint
      from (
        select md5((to_jsonb(t) - 'last_seen_at')::text) as row from ${sql.raw(name)} t
        where to_jsonb(t) ->> 'action' is distinct from 'access.denied'
      ) r`,
  )
  const { rows } = await sql<{
    name: string
    fingerprint: string
  }>`${sql.join(fingerprints, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, fingerprint }) => [name, fingerprint]))
}
