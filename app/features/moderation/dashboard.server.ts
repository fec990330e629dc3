import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { estimateCount } from '~/features/deals/catalog-counts.server'
import { countUpTo, NO_FILTER } from '~/features/deals/deal-query.server'
import { selectManagedDeals } from '~/features/deals/manage-deals.server'
import { ATTENTION_LABELS, ATTENTIONS, DEFAULT_MANAGE_SEARCH, managePath } from '~/features/deals/manage-search'
import { COUNT_CAP } from '~/ui/pluralize'
import { countCapped } from './pending-counts.server'
import { KINDS, QUEUES, queuePath } from './queue'

export type AttentionItem = { label: string; count: number; to: string }

/** All deals, drafts included: exact up to 10,000, estimated above. */
export async function countDeals() {
  return estimateCount(sql`from deals`)
}

/** Rows that need attention, with counts above zero; `to` is the path of their list. */
export async function listAttentionItems(): Promise<AttentionItem[]> {
  const [deals, overdue] = await Promise.all([countDealsByAttention(), countOverdue()])
  const queues = KINDS.map((kind) => ({
    label: `${QUEUES[kind].title} pending longer than 24 hours`,
    count: overdue[kind],
    to: queuePath(kind),
  }))
  return [...deals, ...queues].filter(({ count }) => count > 0)
}

async function countDealsByAttention(): Promise<AttentionItem[]> {
  return Promise.all(
    ATTENTIONS.map(async (attention) => {
      const matches = selectManagedDeals({ ...DEFAULT_MANAGE_SEARCH, attention }, NO_FILTER)
      return {
        label: ATTENTION_LABELS[attention],
        count: await countUpTo(COUNT_CAP + 1, matches),
        to: managePath({ attention }),
      }
    }),
  )
}

async function countOverdue() {
  const columns = KINDS.map((kind) =>
    countCapped(sql`from contributions
      where kind = ${kind} and status = 'PENDING' and created_at < now() - interval '24 hours'`).as(kind),
  )
  return db.selectNoFrom(columns).executeTakeFirstOrThrow()
}
