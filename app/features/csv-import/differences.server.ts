import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { hasNew, writtenColumns } from './compare-deals.server'
import type { TemplateColumn } from './csv-import'

export type Difference = { column: string; before: string; after: string }

/** So much of a text is shown. */
const SHOWN = 160

/** What these rows of the stage would change in the deals that exist, field by field. */
export async function listDifferences(importId: string, rows: number[], present: ReadonlySet<TemplateColumn>) {
  if (rows.length === 0) return new Map<number, Difference[]>()
  const fields = [
    ...writtenColumns(present).map((column) => ({
      name: column.replace(/_id$/, ''),
      before: asText('deals', column),
      after: asText('incoming', column),
      differs: sql`${sql.ref(`deals.${column}`)} is distinct from ${sql.ref(`incoming.${column}`)}`,
    })),
    ...(['PRO', 'CON'] as const).map((type) => ({
      name: `${type.toLowerCase()}s`,
      before: sql`(select string_agg(text, ' | ' order by position) from deal_pros_cons
        where deal_id = deals.id and type = ${sql.lit(type)})`,
      after: sql`array_to_string(${sql.ref(`incoming.${type.toLowerCase()}s`)}, ' | ')`,
      differs: sql.ref(`has_new.${type.toLowerCase()}s`),
    })),
  ]
  const lines = fields.map(
    ({ name, before, after, differs }, place) => sql`(${sql.lit(place)}, ${sql.lit(name)},
      left(${before}, ${sql.lit(SHOWN)}), left(${after}, ${sql.lit(SHOWN)}), ${differs})`,
  )
  const { rows: found } = await sql<Difference & { row: number }>`
    select incoming."row", field.name as "column", coalesce(field.before, '') as before, coalesce(field.after, '') as after
    from import_staging incoming join deals using (slug) cross join lateral ${hasNew}
      cross join lateral (values ${sql.join(lines)}) as field (place, name, before, after, differs)
    where import_id = ${importId} and "row" = any(${rows}::int4[]) and field.differs
    order by "row", field.place`.execute(db)
  return Map.groupBy(found, ({ row }) => row)
}

function asText(table: string, column: string) {
  const value = sql.ref(`${table}.${column}`)
  if (column === 'category_id') return sql`(select name from categories where id = ${value})`
  if (column === 'platform_id') return sql`(select name from platforms where id = ${value})`
  if (column === 'tags') return sql`array_to_string(${value}, ' | ')`
  return sql`${value}::text`
}
