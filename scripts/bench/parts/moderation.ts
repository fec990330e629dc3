import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '../../database/embedded-server'
import { signInPeople } from '../data/people'
import { measureEvenReaders } from '../load/even-readers'
import { measureReaders } from '../load/readers'
import { startSite } from '../load/site'
import type { Measurement } from '../report'

const SECONDS = 20
/** Milliseconds between two approvals. */
const PAUSE_MS = 500
/** Newer deals than the reviewed one: more than the first page shows. */
const ELSEWHERE = 500

type PendingReview = { id: string; version: string }

/**
 * Response times of readers while a moderator approves a review every half second: of other deals, which leaves the first
 * page of deals in the page cache, and of a deal on that page, which has to be rendered again each time.
 */
export async function measureModeration(databaseUrl: string): Promise<Measurement[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const port = await findFreePort()
  const app = await startSite({ port, databaseUrl })
  const site = new URL(`http://127.0.0.1:${port}/`)
  const deals = new URL('/deals', site)
  try {
    const [cookie] = await signInPeople(client, 1, 'MANAGER')
    await measureReaders(deals, 2)
    const idle = { even: await measureEvenReaders(deals, SECONDS), back: await measureReaders(deals, SECONDS) }
    const results: Measurement[] = []
    const measure = async (what: string, offset: number, how: 'even' | 'back') => {
      const pending = await addPendingReviews(client, (SECONDS * 1_000) / PAUSE_MS, offset)
      const read = how === 'even' ? measureEvenReaders : measureReaders
      const [busy, approved] = await Promise.all([read(deals, SECONDS), approveAll(site, cookie!, pending)])
      const ratio = busy.p99 / idle[how].p99
      const hits = 'hits' in busy ? `, ${Math.round(Number(busy.hits) * 1_000) / 10} % from the cache` : ''
      results.push({
        what: `/deals p99 while a moderator approves ${what} twice a second (${approved} of ${pending.length} taken${hits})`,
        ours: `${busy.p99.toFixed(1)} ms`,
        floor: `${idle[how].p99.toFixed(1)} ms idle`,
        ratio,
        goal: '<= 2, all taken',
        isMet: ratio <= 2 && approved === pending.length,
      })
    }
    await measure('reviews of other deals, readers at an even rate', ELSEWHERE, 'even')
    await measure('reviews of a deal on it, readers at an even rate', 0, 'even')
    await measure('reviews of other deals, two readers in turn', ELSEWHERE, 'back')
    return results
  } finally {
    await app.stop()
    await client.end()
  }
}

/**
 * Adds a pending review by each of as many new people.
 *
 * @param offset how many published deals are newer than the reviewed one
 * @returns the row versions, which the moderation form sends back
 */
async function addPendingReviews(client: pg.Client, count: number, offset: number): Promise<PendingReview[]> {
  const { rows } = await client.query(
    `with person as (
       insert into profiles (name, email, confirmed_at)
       select 'Person', 'bench-' || gen_random_uuid() || '@example.com', now() from generate_series(1, $1) returning id
     ), deal as (select id from deals where published order by created_at desc, id desc offset $2 limit 1)
     insert into reviews (deal_id, user_id, rating, title, body)
     select deal.id, person.id, 4, 'Good value', 'Paid once, used daily.' from person, deal returning id, xmin::text as version`,
    [count, offset],
  )
  return rows
}

async function approveAll(site: URL, cookie: string, reviews: PendingReview[]) {
  const start = performance.now()
  const posts: Promise<boolean>[] = []
  for (const [n, { id, version }] of reviews.entries()) {
    await sleep(Math.max(0, start + n * PAUSE_MS - performance.now()))
    const body = new URLSearchParams({ intent: 'approve', id, version })
    const headers = { Cookie: cookie }
    const answer = fetch(new URL('/admin/reviews', site), { method: 'POST', body, headers, redirect: 'manual' })
    posts.push(answer.then(({ status }) => status === 303))
  }
  return (await Promise.all(posts)).filter(Boolean).length
}
