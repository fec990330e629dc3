import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '../database/embedded-server'
import { startWebServer } from '../serve/web-server'
import { signInPeople } from './people'
import { QUIET } from './quiet'
import { measureReaders } from './readers'
import type { Measurement } from './report'

const SECONDS = 20
/** Milliseconds between two approvals. */
const PAUSE = 500

type Waiting = { id: string; version: string }

/** Visitors who read while a moderator approves a review every half second, which drops every kept page. */
export async function measureModeration(databaseUrl: string): Promise<Measurement[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const port = await findFreePort()
  const app = await startWebServer({ port, databaseUrl, env: { ...QUIET }, output: 'ignore' })
  const site = new URL(`http://127.0.0.1:${port}/`)
  try {
    const [cookie] = await signInPeople(client, 1, 'MANAGER')
    const waiting = await addPendingReviews(client, (SECONDS * 1_000) / PAUSE)
    const read = (seconds: number) => measureReaders(new URL('/deals', site), seconds)
    await read(2)
    const quiet = await read(SECONDS)
    const [busy, approved] = await Promise.all([read(SECONDS), approveAll(site, cookie!, waiting)])
    const ratio = busy.p99 / quiet.p99
    return [
      {
        what: `/deals p99 while a moderator approves twice a second (${approved} of ${waiting.length} taken)`,
        ours: `${busy.p99.toFixed(1)} ms`,
        floor: `${quiet.p99.toFixed(1)} ms quiet`,
        ratio,
        goal: '<= 2, all taken',
        isMet: ratio <= 2 && approved === waiting.length,
      },
    ]
  } finally {
    await app.stop()
    await client.end()
  }
}

/** The version that a moderator has seen is that of the row. */
async function addPendingReviews(client: pg.Client, count: number): Promise<Waiting[]> {
  const { rows } = await client.query(
    `with person as (
       insert into profiles (name, email, confirmed_at)
       select 'Person', 'bench-' || gen_random_uuid() || '@example.com', now() from generate_series(1, $1) returning id
     ), deal as (select id from deals where published order by created_at desc limit 1)
     insert into reviews (deal_id, user_id, rating, title, body)
     select deal.id, person.id, 4, 'Good value', 'Paid once, used daily.' from person, deal returning id, xmin::text as version`,
    [count],
  )
  return rows
}

async function approveAll(site: URL, cookie: string, reviews: Waiting[]) {
  const start = performance.now()
  const posts: Promise<boolean>[] = []
  for (const [n, { id, version }] of reviews.entries()) {
    await sleep(Math.max(0, start + n * PAUSE - performance.now()))
    const body = new URLSearchParams({ intent: 'approve', id, version })
    const headers = { Cookie: cookie }
    const answer = fetch(new URL('/admin/reviews', site), { method: 'POST', body, headers, redirect: 'manual' })
    posts.push(answer.then(({ status }) => status === 303))
  }
  return (await Promise.all(posts)).filter(Boolean).length
}
