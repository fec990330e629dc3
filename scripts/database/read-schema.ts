import pg from 'pg'

export type Column = {
  table: string
  name: string
  type: string
  nullable: boolean
  default: string | null
  isGenerated: boolean
  comment: string | null
}
export type ForeignKey = {
  name: string
  table: string
  columns: string[]
  target: string
  definition: string
}
/** A constraint or unique index of a table. */
export type Part = { table: string; name: string; kind: string; definition: string }
export type Trigger = { table: string; name: string; definition: string; comment: string | null }
export type Schema = Awaited<ReturnType<typeof readSchema>>

// Tables of the migrator are no part of the schema, and the job queue has a schema of its own.
const IS_OURS = `c.relnamespace = 'public'::regnamespace and c.relname !~ '^kysely_'`

/** The tables, views, types, functions and triggers of a migrated database, by name, as its catalog describes them. */
export async function readSchema(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const list = async <Row extends pg.QueryResultRow>(query: string) => (await client.query<Row>(query)).rows
    return {
      relations: await list<{ name: string; isView: boolean; isUnlogged: boolean; comment: string | null }>(RELATIONS),
      columns: await list<Column>(COLUMNS),
      foreignKeys: await list<ForeignKey>(FOREIGN_KEYS),
      constraints: await list<Part>(CONSTRAINTS),
      indexes: await list<Part>(INDEXES),
      triggers: await list<Trigger>(TRIGGERS),
      functions: await list<{ name: string; signature: string; comment: string | null }>(FUNCTIONS),
      enums: await list<{ name: string; values: string[] }>(ENUMS),
    }
  } finally {
    await client.end()
  }
}

const RELATIONS = `
  select relname as name, relkind = 'v' as "isView", relpersistence = 'u' as "isUnlogged",
    obj_description(c.oid) as comment
  from pg_class c where relkind in ('r', 'v') and ${IS_OURS} order by relname`

const COLUMNS = `
  select relname as table, attname as name, not attnotnull as nullable,
    replace(format_type(atttypid, atttypmod), 'timestamp with time zone', 'timestamptz') as type,
    case
      when attidentity <> '' then 'identity'
      else pg_get_expr(adbin, adrelid, true)
    end as default,
    attgenerated <> '' as "isGenerated",
    col_description(c.oid, attnum) as comment
  from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relkind in ('r', 'v') and ${IS_OURS} and attnum > 0 and not attisdropped
  order by relname, attnum`

const FOREIGN_KEYS = `
  select conname as name, c.relname as table, target.relname as target, columns,
    pg_get_constraintdef(con.oid, true) as definition
  from pg_constraint con join pg_class c on c.oid = conrelid join pg_class target on target.oid = confrelid,
    lateral (select array_agg(attname::text order by ordinal) as columns
      from unnest(conkey) with ordinality as key (number, ordinal)
        join pg_attribute on attrelid = conrelid and attnum = number) as named
  where contype = 'f' and ${IS_OURS} order by c.relname, conname`

const CONSTRAINTS = `
  select relname as table, conname as name, contype as kind, pg_get_constraintdef(con.oid, true) as definition
  from pg_constraint con join pg_class c on c.oid = conrelid
  where contype in ('p', 'u', 'c') and ${IS_OURS} order by relname, contype = 'c', contype, conname`

const INDEXES = `
  select c.relname as table, i.relname as name, 'index' as kind,
    regexp_replace(pg_get_indexdef(i.oid, 0, true), '^CREATE (UNIQUE )?INDEX .* USING (btree )?', '\\1') as definition
  from pg_index join pg_class c on c.oid = indrelid join pg_class i on i.oid = indexrelid
  where indisunique and ${IS_OURS}
    and not exists (select from pg_constraint where conindid = i.oid and contype in ('p', 'u'))
  order by c.relname, i.relname`

const TRIGGERS = `
  select relname as table, tgname as name, pg_get_triggerdef(t.oid) as definition, obj_description(t.oid) as comment
  from pg_trigger t join pg_class c on c.oid = tgrelid
  where not tgisinternal and ${IS_OURS} order by relname, tgname`

const FUNCTIONS = `
  select proname as name, obj_description(p.oid) as comment,
    format('%s(%s) returns %s', proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid)) as signature
  from pg_proc p where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  order by proname`

const ENUMS = `
  select typname as name, array_agg(enumlabel::text order by enumsortorder) as values
  from pg_type join pg_enum on enumtypid = pg_type.oid group by typname order by typname`
