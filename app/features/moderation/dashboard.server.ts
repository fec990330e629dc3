import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { estimateCount } from '~/features/deals/catalog-counts.server'
import { countUpTo, NO_FILTER } from '~/features/deals/deal-query.server'
import { selectManagedDeals } from '~/features/deals/manage-deals.server'
import { ATTENTION_LABELS, ATTENTIONS, DEFAULT_MANAGE_SEARCH, managePath } from '~/features/deals/manage-search'
import { COUNT_CAP } from '~/ui/pluralize'
import { countCapped } from './pending-counts.server'
import { KINDS, QUEUES, queuePath } from './queue'

export type Concern = { label: string; count: number; to: string }

/** How many deals there are, drafts included: exact up to 10,000, about so many above. */
export async function countDeals() {
  return estimateCount(sql`from deals`)
}

/** What asks for somebody's attention and how often, without what does not; each leads to the list of it. */
export async function listConcerns(): Promise<Concern[]> {
  const [deals, late] = await Promise.all([countDealConcerns(), countLate()])
  const queues = KINDS.map((kind) => ({
    label: `${QUEUES[kind].title} pending longer than 24 hours`,
    count: late[kind],
    to: queuePath(kind),
  }))
  return [...deals, ...queues].filter(({ count }) => count > 0)
}

async function countDealConcerns(): Promise<Concern[]> {
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

async function countLate() {
  const columns = KINDS.map((kind) =>
    countCapped(sql`from contributions
      where kind = ${kind} and status = 'PENDING' and created_at < now() - interval '24 hours'`).as(kind),
  )
  return db.selectNoFrom(columns).executeTakeFirstOrThrow()
}
