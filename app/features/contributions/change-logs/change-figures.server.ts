import { type NotNull, sql } from 'kysely'
import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'

/** How many changes of a deal are verified, how many affect owners, and the latest one. */
export async function findChangeFigures(dealId: string) {
  const [found] = await changeFigures({ dealId })
  if (!found) return { all: 0, affecting: 0, latest: null }
  const { all, affecting, ...latest } = found
  return { all, affecting, latest }
}

const changeFigures = prepare('change_figures', ({ dealId }: Placeholders<{ dealId: string }>) =>
  db
    .selectFrom('change_logs')
    .select(['id', 'title', 'verified_at'])
    .select((eb) => [
      eb.fn.countAll<number>().over().as('all'),
      eb.fn.countAll<number>().filterWhere('affects_owners', '=', 'YES').over().as('affecting'),
    ])
    .where('deal_id', '=', dealId)
    .where('verified_at', 'is not', null)
    .orderBy('verified_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .$narrowType<{ verified_at: NotNull }>(),
)

/** The verified changes of the last 12 months that affect owners, for several deals by their id. */
export async function countOwnerChanges(dealIds: string[]) {
  const rows = await db
    .selectFrom('change_logs')
    .select((eb) => ['deal_id', eb.fn.countAll<number>().as('count'), eb.fn.max<Date>('verified_at').as('latest')])
    .where('deal_id', '=', sql<string>`any(${dealIds}::uuid[])`)
    .where('affects_owners', '=', 'YES')
    .where('verified_at', '>=', sql<Date>`now() - interval '12 months'`)
    .groupBy('deal_id')
    .execute()
  return new Map(rows.map(({ deal_id, ...changes }) => [deal_id, changes]))
}
