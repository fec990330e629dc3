import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { KINDS } from '~/features/contributions/kinds/kinds'

/** All deals, drafts included. */
export async function countDeals() {
  const { rows } = await sql<{ count: number }>`select count(*) as count from deals`.execute(db)
  return rows[0]!.count
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
