import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import pg from 'pg'
import type { Measurement } from '../report'
import { SERVER_ENV } from '../server-env'

const REVIEWS = 10_000
const CLICKS = 1_000_000
const GOAL_SECONDS = 5

/** Merges a deal with 10,000 reviews and 1,000,000 clicks into one with as many reviews, half of them by the same people. */
export async function measureMerge(url: string): Promise<Measurement[]> {
  const client = new pg.Client(url)
  await client.connect()
  const ids = await fill(client).finally(() => client.end())
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', import.meta.filename, ...ids], {
    env: { ...process.env, ...SERVER_ENV, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error('Measuring the merge failed, see above.')
  const seconds = JSON.parse(stdout)
  return [
    {
      what: `merge of two deals with ${REVIEWS} reviews each and ${CLICKS} clicks`,
      ours: `${seconds.toFixed(2)} s`,
      goal: `<= ${GOAL_SECONDS} s`,
      isMet: seconds <= GOAL_SECONDS,
    },
  ]
}

async function merge([actor, from, into]: string[]) {
  const { mergeDeals } = await import('~/features/deals/manage-merge.server')
  const start = performance.now()
  const { outcome } = await mergeDeals(actor!, from!, into!)
  const seconds = (performance.now() - start) / 1_000
  assert.equal(outcome, 'merged')
  await globalThis.database?.destroy()
  console.log(JSON.stringify(seconds))
}

async function fill(client: pg.Client) {
  console.log(`Adding two deals with ${REVIEWS} reviews each and ${CLICKS} clicks ...`)
  const { rows } = await client.query<{ id: string }>(`
    insert into deals (title, slug, vendor_name, category_id, platform_id, start_date, cta_url, published)
    select 'Merged ' || n, 'merged-' || n, 'Vendor of merged deals', (select id from categories limit 1),
      (select id from platforms limit 1), '2026-01-01', 'https://vendor.example/merged', true
    from generate_series(1, 2) n returning id`)
  const [from, into] = rows.map(({ id }) => id)
  const people = await client.query<{ id: string }>(`
    insert into profiles (name, email)
    select 'Merging person ' || n, 'merging' || n || '@example.com' from generate_series(1, ${1.5 * REVIEWS}) n
    returning id`)
  const ofPeople = people.rows.map(({ id }) => id)
  for (const [deal, first] of [
    [from, 0],
    [into, REVIEWS / 2],
  ] as const) {
    await client.query(
      `insert into reviews (deal_id, user_id, rating, title, body, status, created_at)
      select $1, id, 1 + n % 5, 'Good value', 'Paid once, used daily.', 'APPROVED', now() - random() * interval '1 year'
      from unnest($2::uuid[]) with ordinality as people (id, n)`,
      [deal, ofPeople.slice(first, first + REVIEWS)],
    )
  }
  // Without triggers and foreign key checks per row.
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into click_events (deal_id, visitor_key, created_at, rolled_up)
    select $1::uuid, decode(md5(n::text), 'hex'), now() - n * interval '1 second', true
    from generate_series(1, ${CLICKS}) n`,
    [from],
  )
  await client.query('set session_replication_role = origin')
  await client.query('vacuum analyze')
  return [ofPeople[0]!, from!, into!]
}

if (import.meta.main) await merge(process.argv.slice(2))
