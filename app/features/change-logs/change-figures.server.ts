import { sql } from 'kysely'
import { db } from '~/db/database.server'

/** How many changes of a deal are verified, how many affect owners, and the latest one. */
export async function findChangeFigures(dealId: string) {
  const [{ rows }, latest] = await Promise.all([
    sql<{ all: number; affecting: number }>`
      select count(*)::int as all, (count(*) filter (where affects_owners = 'YES'))::int as affecting
      from change_logs where deal_id = ${dealId} and verified_at is not null`.execute(db),
    db
      .selectFrom('change_logs')
      .select(['id', 'title', 'verified_at'])
      .where('deal_id', '=', dealId)
      .where('verified_at', 'is not', null)
      .orderBy('verified_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  return { ...rows[0]!, latest: latest ? { ...latest, verified_at: latest.verified_at! } : null }
}
