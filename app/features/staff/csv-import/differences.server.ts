import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import { DEAL_FIELDS } from '~/features/catalog/deals/deal-fields'
import { hasNew, storedPlans, writtenColumns } from './compare-deals.server'
import type { ImportColumn } from './csv-import'

type Difference = { column: string; before: string; after: string }

/** In characters; longer texts are cut. */
const TEXT_LENGTH = 160

/** The changes that staged rows would make to existing deals, by row number. Texts are cut to 160 characters. */
export async function listDifferences(importId: string, rows: number[], present: ReadonlySet<ImportColumn>) {
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
    {
      name: 'plans',
      before: plansAsText(storedPlans),
      after: plansAsText(sql.ref('incoming.plans')),
      differs: sql`has_new.plans`,
    },
  ]
  const lines = fields.map(
    ({ name, before, after, differs }, index) => sql`(${sql.lit(index)}, ${sql.lit(name)},
      left(${before}, ${sql.lit(TEXT_LENGTH)}), left(${after}, ${sql.lit(TEXT_LENGTH)}), ${differs})`,
  )
  const { rows: found } = await sql<Difference & { row: number }>`
    select incoming."row", field.name as "column", coalesce(field.before, '') as before, coalesce(field.after, '') as after
    from import_staging incoming join deals using (slug) cross join lateral ${hasNew}
      cross join lateral (values ${sql.join(lines)}) as field (ordinal, name, before, after, differs)
    where import_id = ${importId} and "row" = any(${rows}::int4[]) and field.differs
    order by "row", field.ordinal`.execute(db)
  return Map.groupBy(found, ({ row }) => row)
}

function asText(table: string, column: ReturnType<typeof writtenColumns>[number]) {
  const value = sql.ref(`${table}.${column}`)
  if (column === 'category_id') return sql`(select name from categories where id = ${value})`
  if (column === 'platform_id') return sql`(select name from platforms where id = ${value})`
  if (DEAL_FIELDS[column].kind === 'answer') return sql`case ${value} when true then 'yes' when false then 'no' end`
  if (column === 'tags') return sql`array_to_string(${value}, ' | ')`
  return sql`${value}::text`
}

/** "Tier 1 59.00 | Tier 2 118.00" */
function plansAsText(plans: RawBuilder<unknown>) {
  return sql`(
    select string_agg(concat_ws(' ', plan ->> 'name', plan ->> 'price'), ' | ' order by index)
    from jsonb_array_elements(${plans}) with ordinality as _(plan, index))`
}
