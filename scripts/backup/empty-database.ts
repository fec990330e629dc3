import type pg from 'pg'

/**
 * Drops everything in the schema `public`, and the waiting jobs. The schema itself stays, because the rights on it and on
 * what will be in it were granted by its owner; and so do extensions.
 */
export async function emptyDatabase(client: pg.PoolClient) {
  const { rows } = await client.query<{ statement: string }>(STATEMENTS)
  if (rows.length > 0) await client.query(rows.map(({ statement }) => statement).join('; '))
  await client.query('delete from graphile_worker._private_jobs')
}

const KINDS = `case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end`
const isOwn = (catalog: string) =>
  `not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = ${catalog}.oid and deptype = 'e')`

// Sequences last: most of them belong to a table.
const STATEMENTS = `
  select statement from (
    select format('drop %s if exists public.%I cascade', ${KINDS}, relname) as statement
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') and ${isOwn('pg_class')}
    union all
    select format('drop routine if exists public.%I(%s) cascade', proname, pg_get_function_identity_arguments(oid))
    from pg_proc where pronamespace = 'public'::regnamespace and ${isOwn('pg_proc')}
    union all
    select format('drop type if exists public.%I cascade', typname)
    from pg_type where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r') and ${isOwn('pg_type')}
  ) as own order by statement like 'drop sequence%'`
