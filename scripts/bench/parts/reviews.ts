import pg from 'pg'
import { measureInProcess, printTimingsOf, type TimedQuery } from '../measure/timing'
import { judgeTimings, type Measurement } from '../report'

const REVIEWS = 1_000_000
/** Of the deal whose page is measured. */
const OF_ONE_DEAL = 10_000
const PEOPLE = 100_000
/** Limits for each query of the reviews of a deal, in milliseconds of the database's CPU. */
const GOAL = { p95: 50, max: 50 }

/** Times every order and filter of the reviews of a deal with 10,000 reviews, among a million. */
export async function measureReviewQueries(url: string): Promise<Measurement> {
  await fill(url)
  const what = `Reviews of a deal with ${OF_ONE_DEAL} among ${REVIEWS}`
  return judgeTimings(what, measureInProcess(import.meta.filename, url), GOAL)
}

async function fill(url: string) {
  console.log(`Adding ${REVIEWS} reviews, a purchase to every second and answers to every tenth ...`)
  const client = new pg.Client(url)
  await client.connect()
  try {
    // Without one trigger call per row, and without indexes that only find near copies.
    await client.query('drop index reviews_by_minhash_1, reviews_by_minhash_2, reviews_by_minhash_3')
    await client.query('set session_replication_role = replica; set synchronous_commit = off')
    await client.query(`
      insert into profiles (name, email, created_at, confirmed_at)
        select 'Reviewer ' || n, 'reviewer' || n || '@example.com', now(), now() from generate_series(1, ${PEOPLE}) n;
      create temporary table readers as
        select id, row_number() over (order by id) - 1 as n from profiles where email like 'reviewer%';
      create unique index on readers (n);
      create temporary table reviewed as
        select id, row_number() over (order by created_at desc, id) - 1 as n from deals where published;
      create unique index on reviewed (n);
      create temporary table written as
        select given.n, deal.id as deal_id, reader.id as user_id, now() - given.n % 900 * interval '1 day' as created_at
        from generate_series(0, ${REVIEWS - 1}) given (n)
        join reviewed deal on deal.n = case when given.n < ${OF_ONE_DEAL} then 0
          else 1 + given.n % ((select count(*) from reviewed) - 1) end
        join readers reader on reader.n = (given.n + given.n / (select count(*) from reviewed)) % ${PEOPLE};
      insert into reviews (deal_id, user_id, rating, counted_rating, title, body, status, created_at, helpful_count, last_answer)
        select deal_id, user_id, 1 + n % 5, 1 + n % 5, 'Review ' || n, 'Paid once, used daily.', 'APPROVED',
          created_at, n % 40, case when n % 10 = 0 then 'YES'::follow_up_answer end
        from written on conflict do nothing;
      insert into purchases (deal_id, user_id, bought_on, proof_status, proof_decided_at)
        select deal_id, user_id, created_at::date - (n % 700)::int,
          (case when n % 6 = 0 then 'CHECKED' else 'NONE' end)::proof_status, case when n % 6 = 0 then now() end
        from written where n % 2 = 0 on conflict do nothing;
      insert into follow_ups (review_id, deal_id, user_id, months, answer, rating, body, status)
        select reviews.id, reviews.deal_id, reviews.user_id, months, 'YES', counted_rating, 'Every day.', 'APPROVED'
        from reviews, unnest(array[6, 12]) months where last_answer is not null`)
    await client.query('vacuum analyze profiles, reviews, purchases, follow_ups')
  } finally {
    await client.end()
  }
}

async function reviewQueries(): Promise<TimedQuery[]> {
  const { db } = await import('~/db/database.server')
  const { listApprovedReviews } = await import('~/features/reviews/reviews.server')
  const { countReviews } = await import('~/features/reviews/review-counts.server')
  const { findOverTime } = await import('~/features/reviews/over-time.server')
  const { REVIEW_SORT_LABELS } = await import('~/features/reviews/review-search')
  const { REVIEWS_PER_PAGE } = await import('~/features/reviews/review')
  const { id } = await db
    .selectFrom('deals')
    .select('id')
    .where('published', '=', true)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const cases: TimedQuery[] = [
    ['counts', 'by stars and filter', () => countReviews(id)],
    ['counts', 'over time', () => findOverTime(id)],
  ]
  const last = OF_ONE_DEAL / REVIEWS_PER_PAGE
  for (const sort of Object.keys(REVIEW_SORT_LABELS) as (keyof typeof REVIEW_SORT_LABELS)[]) {
    for (const only of ['', 'checked', 'owned'] as const) {
      for (const stars of ['', '5', '1'] as const) {
        for (const page of only || stars ? [1] : [1, last]) {
          const name = [sort || 'newest', only, stars && `${stars} stars`, `page ${page}`].filter(Boolean).join(', ')
          cases.push(['lists', name, () => listApprovedReviews(id, { sort, only, stars, page })])
        }
      }
    }
  }
  return cases
}

if (import.meta.filename === process.argv[1]) await printTimingsOf(await reviewQueries())
