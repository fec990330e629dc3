import { sql } from 'kysely'
import { db } from '~/db/database.server'

export type SiteTotals = Awaited<ReturnType<typeof findTotals>>

/** All-time totals and what waits for moderators, counted when the page is opened. */
export async function findTotals() {
  const [reviews, comments, change_logs, users, average_rating] = await Promise.all([
    countReviews(),
    countContributions('comments'),
    countContributions('change_logs'),
    countUsers(),
    findAverageRating(),
  ])
  return { reviews, comments, change_logs, users, average_rating }
}

/** A review may have several texts, of which one can be pending. */
async function countReviews() {
  const [{ total }, pending] = await Promise.all([
    db
      .selectFrom('reviews')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
    countContributions('review_versions'),
  ])
  return { ...pending, total }
}

function countContributions(table: 'review_versions' | 'comments' | 'change_logs') {
  return db
    .selectFrom(table)
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('status', '=', 'PENDING').as('pending'),
      fn.min('created_at').filterWhere('status', '=', 'PENDING').as('oldest_pending'),
    ])
    .executeTakeFirstOrThrow()
}

async function countUsers() {
  const { count } = await db
    .selectFrom('profiles')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Of approved reviews, with one decimal; 0 without any (spec §9). */
async function findAverageRating() {
  const { average } = await db
    .selectFrom('reviews')
    .select(sql<number>`coalesce(round(avg(counted_rating), 1), 0)::float8`.as('average'))
    .where('published_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return average
}
