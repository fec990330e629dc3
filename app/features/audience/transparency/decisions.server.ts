import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Kind } from '~/features/contributions/kinds/kinds'
import { PUBLIC_KINDS } from './transparency'

export type PublicDecision = Awaited<ReturnType<typeof listNewestDecisions>>[number]

const IS_PUBLIC = sql<boolean>`undone_at is null
  and decisions.kind in (${sql.join(PUBLIC_KINDS.map((kind) => sql.lit(kind)))})`

/** The newest decisions that were not undone, without people, notes and texts. */
export async function listNewestDecisions(limit: number) {
  return db
    .selectFrom('decisions')
    .leftJoin('deals', (join) => join.onRef('deals.id', '=', 'decisions.deal_id').on('deals.published', '=', true))
    .select(['decisions.id', 'decided_at', 'kind', 'decision', 'reason', 'decisions.affects_owners'])
    .select(['deals.title', 'deals.slug'])
    .where(IS_PUBLIC)
    .orderBy('decided_at', 'desc')
    .orderBy('decisions.id', 'desc')
    .limit(limit)
    .$narrowType<{ kind: Kind }>()
    .execute()
}
