import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import { MIN_FOR_SHARES, type RefundFigures } from './refund'

/** Fewer askers could be recognized. */
const MIN_ASKERS = 3

type Subject = 'deal_id' | 'vendor_id' | 'platform_id'

/**
 * How requests for a refund ended, for each deal, vendor or platform with enough askers. A member counts once for each,
 * with the newest request. Drafts and new or suspended accounts do not count.
 */
export function selectRefunds(of: Subject, ids: RawBuilder<string[]>) {
  const subject = of === 'deal_id' ? sql`deals.id` : sql.ref(`deals.${of}`)
  return sql<RefundFigures & { id: string }>`
    select id, count(*) as asked, count(*) filter (where outcome = 'PAID') as paid,
      count(*) filter (where outcome = 'REFUSED') as refused,
      count(*) filter (where outcome = 'NO_ANSWER') as unanswered,
      case when count(*) >= ${sql.lit(MIN_FOR_SHARES)} then
        percentile_disc(0.5) within group (order by days) filter (where outcome = 'PAID') end as days
    from (
      select distinct on (${subject}, user_id) ${subject} as id, refund_outcome as outcome,
        greatest(refunded_on - refund_asked_on, 0) as days
      from purchases
      join deals on deals.id = deal_id
      join profiles on profiles.id = user_id
      where refund_asked_on is not null and deals.published and ${subject} = any(${ids})
        and profiles.status = 'ACTIVE' and profiles.created_at < now() - interval '7 days'
      order by ${subject}, user_id, refund_asked_on desc, purchases.id
    ) askers
    group by id having count(*) >= ${sql.lit(MIN_ASKERS)}`
}

/** Null while too few have asked. */
export async function findRefunds(of: Subject, id: string): Promise<RefundFigures | null> {
  const { rows } = await selectRefunds(of, sql`${[id]}::uuid[]`).execute(db)
  return rows[0] ?? null
}
