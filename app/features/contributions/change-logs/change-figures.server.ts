import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'

/** How many changes of a deal are verified, how many affect owners, and the latest one. */
export async function findChangeFigures(dealId: string) {
  const [[counts], [latest]] = await Promise.all([changeCounts({ dealId }), latestChange({ dealId })])
  return { ...counts!, latest: latest ? { ...latest, verified_at: latest.verified_at! } : null }
}

type OfDeal = Placeholders<{ dealId: string }>

const changeCounts = prepare(
  'change_counts',
  ({ dealId }: OfDeal) => sql<{ all: number; affecting: number }>`
    select count(*)::int as all, (count(*) filter (where affects_owners = 'YES'))::int as affecting
    from change_logs where deal_id = ${dealId} and verified_at is not null`,
)

const latestChange = prepare('latest_change', ({ dealId }: OfDeal) =>
  db
    .selectFrom('change_logs')
    .select(['id', 'title', 'verified_at'])
    .where('deal_id', '=', dealId)
    .where('verified_at', 'is not', null)
    .orderBy('verified_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
)

/** The verified changes of the last 12 months that affect owners, for several deals by their id. */
export async function countOwnerChanges(dealIds: string[]) {
  const { rows } = await sql<{ deal_id: string; count: number; latest: Date }>`
    select deal_id, count(*)::int as count, max(verified_at) as latest
    from change_logs
    where deal_id = any(${dealIds}) and affects_owners = 'YES' and verified_at >= now() - interval '12 months'
    group by deal_id`.execute(db)
  return new Map(rows.map(({ deal_id, ...changes }) => [deal_id, changes]))
}
