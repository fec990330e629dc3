import { sql } from 'kysely'
import { db } from '~/db/database.server'

type Contribution = { total: number; pending: number; oldest_pending: Date | null }
export type Totals = Record<'reviews' | 'comments' | 'change_logs', Contribution> & {
  users: number
  /** Over approved reviews only, one decimal, 0 if there are none (spec §9). */
  average_rating: number
}

/** What there is in all, over all rows, from the ledger that triggers keep. */
export async function findTotals(): Promise<Totals> {
  const [tallies, oldest] = await Promise.all([listTallies(), findOldestPending()])
  const sum = (source: string, status?: string) =>
    tallies
      .filter((tally) => tally.source === source && (status === undefined || tally.status === status))
      .reduce((all, { entries }) => all + entries, 0)
  const of = (source: 'reviews' | 'comments' | 'change_logs') => ({
    total: sum(source),
    pending: sum(source, 'PENDING'),
    oldest_pending: oldest[source],
  })
  const approved = tallies.find(({ source, status }) => source === 'reviews' && status === 'APPROVED')
  return {
    reviews: of('reviews'),
    comments: of('comments'),
    change_logs: of('change_logs'),
    users: sum('profiles'),
    average_rating: approved?.entries ? Math.round((approved.rating_sum / approved.entries) * 10) / 10 : 0,
  }
}

async function listTallies() {
  return db
    .selectFrom('tallies')
    .select(({ fn }) => [
      'source',
      'status',
      sql<number>`sum(entries)::bigint`.as('entries'),
      sql<number>`sum(rating_sum)::bigint`.as('rating_sum'),
      fn.countAll<number>().as('lines'),
    ])
    .groupBy(['source', 'status'])
    .execute()
}

async function findOldestPending() {
  const oldest = (table: 'reviews' | 'comments' | 'change_logs') =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.min('created_at').as('created_at'))
      .where('status', '=', 'PENDING')
  return db
    .selectNoFrom([
      oldest('reviews').as('reviews'),
      oldest('comments').as('comments'),
      oldest('change_logs').as('change_logs'),
    ])
    .executeTakeFirstOrThrow()
}

/** Replaces the lines of the ledger by their sums, for readers in one step. */
export async function sumUpTallies() {
  await sql`
    with lines as (delete from tallies returning *)
    insert into tallies select source, status, sum(entries), sum(rating_sum) from lines group by source, status`.execute(
    db,
  )
}
