import { sql } from 'kysely'
import { hasNew, isOfClosedVendor, isSame, rowOutcomes } from './compare-deals.server'
import { inLongTransaction } from './long-transaction.server'
import { findProductMatches } from './product-matches.server'
import type { StagingBatch } from './write-deals.server'

/**
 * The dry run: records the expected outcome of each staged row, the totals and what was found out about products. The
 * import then waits for a decision.
 *
 * @returns false if the import was canceled meanwhile
 */
export async function dryRun({ importId, present, publish }: StagingBatch) {
  return inLongTransaction(async (trx) => {
    const matches = await findProductMatches(trx, importId)
    const { rows } = await sql`
      with incoming as materialized (select * from import_staging where import_id = ${importId}),
      former as materialized (
        select deals.slug, deals.published, deals.status,
          deals.status = 'EXPIRED' and ${isOfClosedVendor} as stays_expired, ${isSame(present, publish)} as is_same
        from incoming join deals using (slug) cross join lateral ${hasNew}
        where deals.slug = any(array(select slug from incoming))
      ),
      outcomes as (
        select incoming."row", incoming."rows", incoming.differs, slug,
          case when is_same then 'unchanged' when is_same is null then 'created' else 'updated' end as outcome
        from incoming left join former using (slug)
      ),
      by_row as materialized (${rowOutcomes}),
      noted as (
        insert into import_rows (import_id, "row", slug, outcome) select ${importId}, "row", slug, outcome from by_row
      ),
      changed as (select published, case when not stays_expired then status end as status from former where not is_same)
      update imports set
        status = 'CHECKED', progress = 100, product_matches = ${JSON.stringify(matches)}::jsonb,
        created_count = (select count(*) from by_row where outcome = 'created'),
        updated_count = (select count(*) from by_row where outcome = 'updated'),
        unchanged_count = (select count(*) from by_row where outcome = 'unchanged'),
        unpublished_count = (select count(*) from changed where published and not ${publish}::boolean),
        ending_soon_count = (select count(*) from changed where status = 'ENDING_SOON'),
        expired_count = (select count(*) from changed where status = 'EXPIRED'),
        upcoming_count = (select count(*) from changed where status = 'UPCOMING')
      where id = ${importId} and status = 'CHECKING'
      returning id`.execute(trx)
    return rows.length === 1
  })
}
