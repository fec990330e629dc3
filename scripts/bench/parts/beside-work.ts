import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import bcrypt from 'bcryptjs'
import pg from 'pg'
import { signInOne } from '../../testing/sign-in-people'
import { measureEvenReaders } from '../load/even-readers'
import type { Measurement } from '../report'

const SECONDS = 10
const PEOPLE = 20
const PASSWORD = 'correct horse'
const APPROVAL_INTERVAL_MS = 500

/** Response times of readers of `/deals` while a moderator approves reviews of a deal on it, and while people sign in. */
export async function measureBesideWork(site: URL, databaseUrl: string): Promise<Measurement[]> {
  const deals = new URL('/deals', site)
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await measureEvenReaders(deals, 2)
    const quiet = await measureEvenReaders(deals, SECONDS)
    const reviews = await addPendingReviews(client, (SECONDS * 1_000) / APPROVAL_INTERVAL_MS)
    const cookie = await signInOne(databaseUrl, 'MANAGER')
    const [besideApprovals] = await Promise.all([measureEvenReaders(deals, SECONDS), approveAll(site, cookie, reviews)])
    const emails = await addPeople(client)
    const [besideSignIns] = await Promise.all([measureEvenReaders(deals, SECONDS), signInRepeatedly(site, emails)])
    const row = (what: string, p99: number, goal?: number): Measurement => ({
      what: `/deals p99 while ${what}`,
      ours: `${p99.toFixed(1)} ms`,
      floor: `${quiet.toFixed(1)} ms quiet`,
      ratio: p99 / quiet,
      goal: goal === undefined ? undefined : `<= ${goal}`,
      isMet: goal === undefined ? undefined : p99 / quiet <= goal,
    })
    return [
      row('a moderator approves twice a second', besideApprovals),
      row(`${PEOPLE} people sign in again and again`, besideSignIns, 2),
    ]
  } finally {
    await client.end()
  }
}

type PendingReview = { id: string; version: string }

/** Adds a pending review of the newest deal by each of as many new people. */
async function addPendingReviews(client: pg.Client, count: number): Promise<PendingReview[]> {
  const { rows } = await client.query(
    `with person as (
       insert into profiles (name, email, confirmed_at)
       select 'Person', 'bench-' || gen_random_uuid() || '@example.com', now() from generate_series(1, $1) returning id
     ), deal as (select id from deals where published order by created_at desc, id desc limit 1)
     insert into reviews (deal_id, user_id, rating, title, body)
     select deal.id, person.id, 4, 'Good value', 'Paid once, used daily.' from person, deal returning id, xmin::text as version`,
    [count],
  )
  return rows
}

/** @throws when an approval is rejected */
async function approveAll(site: URL, cookie: string, reviews: PendingReview[]) {
  const start = performance.now()
  for (const [n, { id, version }] of reviews.entries()) {
    await sleep(Math.max(0, start + n * APPROVAL_INTERVAL_MS - performance.now()))
    await post(new URL('/admin/reviews', site), { intent: 'approve', id, version }, { Cookie: cookie })
  }
}

async function addPeople(client: pg.Client) {
  const prefix = randomBytes(4).toString('hex')
  const emails = Array.from({ length: PEOPLE }, (_, n) => `${prefix}-${n}@example.com`)
  await client.query(
    `with person as (
       insert into profiles (name, email, confirmed_at) select 'Person', email, now() from unnest($1::text[]) email
       returning id
     ) insert into credentials (user_id, password_hash) select id, $2 from person`,
    [emails, await bcrypt.hash(PASSWORD, 10)],
  )
  return emails
}

/** @throws when a sign-in fails; 503 is an answer that a busy site may give */
async function signInRepeatedly(site: URL, emails: string[]) {
  const end = performance.now() + SECONDS * 1_000
  const signIn = async (email: string) => {
    while (performance.now() < end) await post(new URL('/auth', site), { email, password: PASSWORD }, {}, [303, 503])
  }
  await Promise.all(emails.map(signIn))
}

async function post(url: URL, fields: Record<string, string>, headers: Record<string, string>, expected = [303]) {
  const body = new URLSearchParams(fields)
  const response = await fetch(url, { method: 'POST', body, headers, redirect: 'manual' })
  await response.arrayBuffer()
  if (!expected.includes(response.status)) throw new Error(`${url.pathname} responded with ${response.status}`)
}
