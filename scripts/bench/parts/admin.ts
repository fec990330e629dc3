import pg from 'pg'
import { measureInProcess, printTimingsOf, type TimedQuery } from '../measure/timing'
import { managedDealQueries } from './staff-deals'
import { managedListQueries } from './staff-lists'

/** Limits for the queries of a staff page, in milliseconds of the database's CPU. */
export const ADMIN_GOAL = { p95: 80, max: 400 }

/** Times the queries of all staff pages through the app's own functions, with `reviews` reviews and as many comments. */
export async function measureAdmin(url: string, reviews: number) {
  await fill(url, reviews)
  return measureInProcess(import.meta.filename, url)
}

async function fill(url: string, reviews: number) {
  console.log(`Adding ${reviews} reviews, as many comments and audit entries, a tenth as many people and reports ...`)
  const client = new pg.Client(url)
  await client.connect()
  try {
    // Without one trigger call per row.
    await client.query('set session_replication_role = replica; set synchronous_commit = off')
    await fillPeople(client, Math.ceil(reviews / 10))
    await fillContributions(client, reviews)
    await fillAuditLog(client, reviews)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

async function fillPeople(client: pg.Client, people: number) {
  await client.query(
    `insert into profiles (name, email, role, status, created_at)
     select case when n % 20 > 0 then (array['Ada', 'Bob', 'Priya', 'Jonas', 'Maya'])[1 + n % 5] || ' ' || md5(n::text) end,
       'member' || n || '@' || (array['first', 'second', 'third'])[1 + n % 3] || '.example',
       (case when n % 20000 = 0 then 'MANAGER' else 'USER' end)::role,
       (case when n % 500 = 0 then 'SUSPENDED' else 'ACTIVE' end)::profile_status, now() - n * interval '1 minute'
     from generate_series(1, $1::int) n`,
    [people],
  )
}

/** One in fifty is pending, one in ten rejected. Each person's contributions are spread over all deals. */
async function fillContributions(client: pg.Client, reviews: number) {
  await client.query(`
    create temporary table deal_numbers as select id, row_number() over (order by id) - 1 as n from deals;
    create temporary table person_numbers as select id, row_number() over (order by id) - 1 as n from profiles;
    create unique index on deal_numbers (n); create unique index on person_numbers (n);
    create temporary table written as
      select deal.id as deal_id, person.id as user_id, given.n, 'My opinion on number ' || given.n as body,
        (case when given.n % 50 = 0 then 'PENDING' when given.n % 10 = 1 then 'REJECTED' else 'APPROVED' end)::moderation_status as status,
        case when given.n % 50 <> 0 then now() - given.n * interval '1 minute' end as moderated_at,
        now() - given.n * interval '61 seconds' as created_at
      from generate_series(1, ${Number(reviews)}) given (n)
      join deal_numbers deal on deal.n = given.n % (select count(*) from deals)
      join person_numbers person on person.n = (given.n / 7) % (select count(*) from profiles);
    insert into reviews (deal_id, user_id, rating, title, body, status, moderated_at, created_at)
      select deal_id, user_id, 1 + n % 5, 'Review ' || n, body, status, moderated_at, created_at from written
      on conflict do nothing;
    insert into comments (deal_id, user_id, body, status, moderated_at, created_at)
      select deal_id, user_id, body, status, moderated_at, created_at from written;
    insert into change_logs (deal_id, reported_by_user_id, title, description, kind, new_value, status, moderated_at, created_at)
      select deal_id, user_id, 'Report ' || n, body, 'PRICE', '$49', status, moderated_at, created_at
      from written where n % 10 in (0, 1, 2) limit ${Math.ceil(reviews / 10)}`)
}

async function fillAuditLog(client: pg.Client, entries: number) {
  await client.query(
    `insert into audit_log (actor_id, action, entity_type, entity_id, created_at)
     select case when n % 3 > 0 then actors[1 + n % 50] end,
       (array['sign-in.succeeded', 'sign-in.failed', 'review.approved', 'deal.updated', 'role.changed'])
         [1 + case when n % 5000 = 0 then 4 else n % 4 end],
       (array['profile', 'profile', 'review', 'deal'])[1 + n % 4], gen_random_uuid()::text,
       now() - ($1::int - n) * interval '1 minute'
     from generate_series(1, $1::int) n,
       (select array_agg(id) as actors from (select id from profiles order by email limit 50) first) chosen`,
    [entries],
  )
  await client.query(
    `insert into seo_metadata (entity_type, entity_id, meta_title)
     select 'DEAL', id::text, 'T' from deals limit 10000 on conflict do nothing`,
  )
}

async function listCases(): Promise<TimedQuery[]> {
  return [...(await listModerationCases()), ...(await managedDealQueries()), ...(await managedListQueries())]
}

async function listModerationCases(): Promise<TimedQuery[]> {
  const { countByStatus, listIdsByStatus } = await import('~/features/moderation/items-by-status.server')
  const { listContexts } = await import('~/features/moderation/lines.server')
  const { findSubject, listSubjects } = await import('~/features/moderation/subjects.server')
  const { listHistory } = await import('~/features/moderation/history.server')
  const { countWaiting } = await import('~/features/moderation/waiting-counts.server')
  const { countDeals, listAttentionItems } = await import('~/features/moderation/dashboard.server')
  const { MODERATION_STATUSES } = await import('~/features/moderation/moderation')
  const { KINDS, specOf } = await import('~/features/moderation/kinds')

  const cases: TimedQuery[] = [
    ['dashboard', 'pending counts', countWaiting],
    ['dashboard', 'total deals', countDeals],
    ['dashboard', 'needs attention', listAttentionItems],
  ]
  for (const kind of KINDS.filter((kind) => specOf(kind).view)) {
    const items = (await listIdsByStatus(kind, 'PENDING', 1)).map((id) => ({ kind, id }))
    const rows = await listSubjects(items)
    cases.push(
      [kind, 'counts of the tabs', () => countByStatus(kind)],
      [kind, 'rows of a page', () => listSubjects(items)],
      [kind, 'context of a page', () => listContexts(rows)],
      [kind, 'one item', () => findSubject(items[0]!)],
      [kind, 'history of one item', () => listHistory(items[0]!)],
    )
    for (const status of MODERATION_STATUSES) {
      for (const page of [1, 500]) {
        cases.push([kind, `${status.toLowerCase()}, page ${page}`, () => listIdsByStatus(kind, status, page)])
      }
    }
  }
  return cases
}

if (import.meta.filename === process.argv[1]) await printTimingsOf(await listCases())
