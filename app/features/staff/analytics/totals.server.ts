import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'

type Contribution = { total: number; pending: number; oldest_pending: Date | null }
export type Totals = Record<'reviews' | 'comments' | 'change_logs', Contribution> & {
  users: number
  /** Of approved reviews, one decimal; 0 without any (spec §9). */
  average_rating: number
}

const CONTRIBUTIONS = ['reviews', 'comments', 'change_logs'] as const

/** All-time totals. Pending ones are counted live, because moderators look at them while they work. */
export async function findTotals(): Promise<Totals> {
  const [rolledUp, queues] = await Promise.all([listRolledUp(), findQueues()])
  const count = (metric: string, status = '') =>
    rolledUp.find((row) => row.metric === metric && row.key === status)?.all_time ?? 0
  const of = (table: (typeof CONTRIBUTIONS)[number]) => ({
    ...queues[table],
    total: queues[table].pending + count(table, 'APPROVED') + count(table, 'REJECTED'),
  })
  const approved = count('reviews', 'APPROVED')
  return {
    reviews: of('reviews'),
    comments: of('comments'),
    change_logs: of('change_logs'),
    users: count('profiles'),
    average_rating: approved ? Math.round((count('ratings', 'APPROVED') / approved) * 10) / 10 : 0,
  }
}

async function listRolledUp() {
  return db
    .selectFrom('metric_totals')
    .select(['metric', 'key', 'all_time'])
    .where('metric', 'in', [...CONTRIBUTIONS, 'profiles', 'ratings'])
    .execute()
}

async function findQueues() {
  const [reviews, comments, change_logs] = await Promise.all(
    CONTRIBUTIONS.map((table) =>
      db
        .selectFrom(table)
        .select(({ fn }) => [fn.countAll<number>().as('pending'), fn.min('created_at').as('oldest_pending')])
        .where('status', '=', 'PENDING')
        .executeTakeFirstOrThrow(),
    ),
  )
  return { reviews: reviews!, comments: comments!, change_logs: change_logs! }
}

/** Replaces the counts by status, in the transaction of a roll-up. */
export async function rollUpContributions(trx: Trx) {
  await trx
    .deleteFrom('metric_totals')
    .where('metric', 'in', [...CONTRIBUTIONS, 'profiles', 'ratings'])
    .execute()
  await sql`
    insert into metric_totals (metric, key, all_time)
    select metric, status, amount from (
      select status::text, count(*) as reviews, sum(counted_rating) as ratings from reviews group by status
    ) counted, lateral (values ('reviews', reviews), ('ratings', ratings)) as amounts (metric, amount)
    union all select 'comments', status::text, count(*) from comments group by status
    union all select 'change_logs', status::text, count(*) from change_logs group by status
    union all select 'profiles', '', count(*) from profiles`.execute(trx)
}
