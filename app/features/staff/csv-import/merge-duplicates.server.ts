import { sql } from 'kysely'
import { inLongTransaction } from './long-transaction.server'
import { IMPORTED_COLUMNS } from './staged-columns'

/**
 * Merges staged rows that share a slug into one: the last row, with the pros, cons and plans of the last row that has any.
 * Written one by one, the earlier row would change the deal again each time the same file is imported. The merged row
 * keeps the numbers of all rows in `rows`, and in `differs` whether each changed anything.
 */
export async function mergeDuplicates(importId: string) {
  const content = sql.join([
    ...IMPORTED_COLUMNS.map((column) => sql.ref(`carried.${column}`)),
    sql`has_pros.pros`,
    sql`has_cons.cons`,
    sql`has_plans.plans`,
  ])
  await inLongTransaction(async (trx) => {
    await sql`
      with repeated as materialized (
        select * from import_staging where import_id = ${importId} and slug in (
          select slug from import_staging where import_id = ${importId} group by slug having count(*) > 1)
      ),
      carried as (
        select *, max("row") filter (where cardinality(pros) > 0) over so_far as pros_row,
          max("row") filter (where cardinality(cons) > 0) over so_far as cons_row,
          max("row") filter (where jsonb_array_length(plans) > 0) over so_far as plans_row
        from repeated window so_far as (partition by slug order by "row")
      ),
      sums as (
        select carried.slug, carried."row", coalesce(has_pros.pros, '{}') as pros, coalesce(has_cons.cons, '{}') as cons,
          coalesce(has_plans.plans, '[]') as plans,
          row(${content})::text as content
        from carried
          left join repeated has_pros on has_pros."row" = pros_row
          left join repeated has_cons on has_cons."row" = cons_row
          left join repeated has_plans on has_plans."row" = plans_row
      ),
      compared as materialized (
        select *, content is distinct from lag(content) over by_row as differs, lead("row") over by_row is null as is_last
        from sums window by_row as (partition by slug order by "row")
      ),
      lists as (
        select slug, array_agg("row" order by "row") as "rows", array_agg(differs order by "row") as differs
        from compared group by slug
      ),
      dropped as (
        delete from import_staging using compared
        where import_id = ${importId} and import_staging."row" = compared."row" and not is_last
      )
      update import_staging
      set pros = compared.pros, cons = compared.cons, plans = compared.plans, "rows" = lists."rows", differs = lists.differs
      from compared join lists using (slug)
      where import_id = ${importId} and import_staging."row" = compared."row" and is_last`.execute(trx)
  })
}
