import pg from 'pg'
import { measureInProcess, printTimingsOf, type TimedQuery } from '../measure/timing'
import { judgeTimings, type Measurement } from '../report'

/** Waiting items by kind, 100,000 together. */
const WAITING = { reviews: 30_000, comments: 50_000, change_logs: 15_000, contact_messages: 5_000 }
/** Milliseconds of the database's CPU. */
const GOALS = { 'first page': 50, counts: 20, 'one item': 30 }

/** Times the queue of the staff with 100,000 waiting items. */
export async function measureQueue(url: string): Promise<Measurement[]> {
  console.log('Adding 100,000 waiting items and as many decided ones ...')
  await fill(url)
  const timings = measureInProcess(import.meta.filename, url)
  return Object.entries(GOALS).map(([group, goal]) =>
    judgeTimings(
      `Queue with 100,000 waiting items: ${group}`,
      timings.filter((timing) => timing.group === group),
      { p95: goal, max: goal },
    ),
  )
}

async function fill(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    // Without one trigger call per row.
    await client.query('set session_replication_role = replica; set synchronous_commit = off')
    await fillPeople(client)
    for (const status of ['APPROVED', 'PENDING']) await fillContributions(client, status)
    await client.query(`
      insert into contact_messages (name, email, subject, body, created_at)
        select 'Visitor', 'visitor@mail.example', 'Question ' || n, 'What about number ' || n || '?', now() - n * interval '7 minutes'
        from generate_series(1, ${WAITING.contact_messages}) n;
      insert into queue_items (kind, subject_id, deal_id, author_id, rank, waiting_since)
        select kind, id, deal_id, author_id,
          case when affects_owners = 'YES' then 1 when kind = 'change_log' then 4 when kind = 'review' then 5 else 6 end, created_at
        from contributions where status = 'PENDING'
        union all
        select 'contact_message', id, null, user_id, 7, created_at from contact_messages where status = 'PENDING'`)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

async function fillPeople(client: pg.Client) {
  await client.query(`
    insert into profiles (name, email, confirmed_at, created_at)
    select 'Queue person ' || n, 'queue' || n || '@mail.example', now(), now() - n * interval '1 hour'
    from generate_series(1, 10000) n`)
}

/**
 * One in ten contributions goes to one deal, one in twenty is by one person, and all texts share most of their words:
 * the worst case for bursts, histories and similar texts.
 */
async function fillContributions(client: pg.Client, status: string) {
  const isPending = status === 'PENDING'
  const moderatedAt = isPending ? 'null::timestamptz' : 'now()'
  const written = (count: number) => `(
    select n, case when n % 10 = 0 then 1 else 1 + n % (select count(*) from queue_deals) end as deal_number,
      case when n % 20 = 1 then 1 else 1 + (n * 7 + n / 10000) % 10000 end as person_number,
      'My opinion on this product is number ' || n || ' and I would buy it again.' as body,
      now() - n * interval '1 minute' as created_at, ${moderatedAt} as moderated_at
    from generate_series(${isPending ? 1 : count + 1}, ${isPending ? count : 2 * count}) n
  ) written join queue_deals deal using (deal_number) join queue_people person using (person_number)`
  await client.query(`
    create temporary table if not exists queue_deals as
      select id as deal_id, row_number() over (order by id) as deal_number from deals;
    create temporary table if not exists queue_people as
      select id as user_id, row_number() over (order by created_at desc) as person_number
      from profiles where email like 'queue%@mail.example';
    insert into reviews (deal_id, user_id, rating, title, body, status, moderated_at, created_at)
      select deal_id, user_id, 1 + n % 5, 'Review ' || n, body, '${status}', moderated_at, created_at
      from ${written(WAITING.reviews)} on conflict do nothing;
    insert into comments (deal_id, user_id, body, status, moderated_at, created_at)
      select deal_id, user_id, body, '${status}', moderated_at, created_at from ${written(WAITING.comments)};
    insert into change_logs (deal_id, reported_by_user_id, title, description, kind, affects_owners, status, moderated_at, created_at)
      select deal_id, user_id, 'Report ' || n, body, 'PRICE', (case when n % 50 = 0 then 'YES' else 'NO' end)::affects_owners,
        '${status}', moderated_at, created_at
      from ${written(WAITING.change_logs)}`)
}

async function listCases(): Promise<TimedQuery[]> {
  const { loadQueueList } = await import('~/features/moderation/queue-list.server')
  const { countTabs } = await import('~/features/moderation/waiting-counts.server')
  const { findPosition, listPageOfKind } = await import('~/features/moderation/order.server')
  const { findSubject } = await import('~/features/moderation/subjects.server')
  const { listContexts } = await import('~/features/moderation/lines.server')
  const { KINDS, specOf } = await import('~/features/moderation/kinds')

  const staff = {
    id: crypto.randomUUID(),
    name: 'Mira',
    email: 'mira@mail.example',
    role: 'ADMIN',
    status: 'ACTIVE',
  } as const
  const open = (search: string) => () => loadQueueList(new Request(`http://localhost/admin/queue${search}`), staff)
  const cases: TimedQuery[] = [
    ['first page', 'all kinds', open('')],
    ['counts', 'of all tabs', countTabs],
  ]
  for (const kind of KINDS) {
    cases.push(['first page', specOf(kind).title, open(`?kind=${specOf(kind).segment}`)])
    for (const page of [1, 200]) {
      const [item] = await listPageOfKind(kind, page)
      const row = await findSubject(item!)
      cases.push(
        ['one item', `context of a ${specOf(kind).noun}, page ${page}`, () => listContexts([row!])],
        ['one item', `position of a ${specOf(kind).noun}, page ${page}`, () => findPosition(item!)],
      )
    }
  }
  return cases
}

if (import.meta.filename === process.argv[1]) await printTimingsOf(await listCases())
