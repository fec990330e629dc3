import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { countMatches } from '~/features/catalog/deals/list/find-deals.server'
import { matchingManaged } from '~/features/catalog/deals/list/managed-deals.server'
import { ATTENTION_LABELS, DEFAULT_MANAGE_SEARCH, managePath } from '~/features/catalog/deals/list/managed-search'
import { KINDS } from '~/features/contributions/kinds/kinds'
import { COUNT_CAP } from '~/ui/pluralize'

export type AttentionItem = { label: string; count: number; to: string }

/** All deals, drafts included. */
export async function countDeals() {
  const { rows } = await sql<{ count: number }>`select count(*) as count from deals`.execute(db)
  return rows[0]!.count
}

/** Deals with a gap in their record; `to` is the path of their list. */
export async function listAttentionItems(): Promise<AttentionItem[]> {
  return Promise.all(
    (['priceless', 'imageless'] as const).map(async (attention) => ({
      label: ATTENTION_LABELS[attention],
      count: await countMatches(await matchingManaged({ ...DEFAULT_MANAGE_SEARCH, attention }), COUNT_CAP + 1),
      to: managePath({ attention }),
    })),
  )
}

/** What waits for a decision by kind, in the order of the queue; kinds without items are absent. */
export async function listWaiting() {
  const rows = await db
    .selectFrom('moderation_items')
    .select(({ fn }) => [
      'kind',
      fn.countAll<number>().as('waiting'),
      fn.countAll<number>().filterWhere('rank', '=', 1).as('affecting_owners'),
      fn.min('waiting_since').$notNull().as('oldest'),
      sql<boolean>`min(waiting_since) < now() - interval '24 hours'`.as('isOverdue'),
    ])
    .where('status', '=', 'PENDING')
    .groupBy('kind')
    .execute()
  return KINDS.flatMap((kind) => rows.filter((row) => row.kind === kind).map((row) => ({ ...row, kind })))
}
