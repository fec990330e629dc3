import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import bcrypt from 'bcryptjs'
import pg from 'pg'
import { findFreePort } from '../../database/embedded-server'
import { startBuiltSite } from '../../testing/built-site'
import { TERMS } from '../../testing/fill-database'
import { signInOne } from '../../testing/sign-in-people'
import { readBody, startBareServer } from '../bare-server'
import { hasWrk, type Load, measureEvenReaders, measureLoad } from '../load'
import type { Measurement } from '../report'

const ROUNDS = 3
const SECONDS = 2
/** Of pages that query the database, which end few requests in two seconds. */
const SECONDS_RENDERED = 6
const SECONDS_BESIDE_WORK = 10
const PEOPLE = 20
const PASSWORD = 'correct horse'
const APPROVAL_INTERVAL_MS = 500

const PAGES = [
  '/',
  '/deals',
  '/deals?category=category-1&platform=platform-1',
  `/deals?q=${TERMS.common}`,
  `/deals?q=${TERMS.rare}`,
  `/deals?q=${TERMS.absent}`,
  `/deals?q=${TERMS.twoAbsent}`,
]

/**
 * The built app under remix-serve, compared with a bare server in one process that sends the same bytes. Pages are requested
 * as browsers do, compressed.
 */
export async function measureHttp(databaseUrl: string, slug: string): Promise<Measurement[]> {
  if (!hasWrk()) return [{ what: 'requests per second', ours: 'not measured: install wrk' }]
  return withSite(databaseUrl, async (at) => {
    const measurements: Measurement[] = []
    for (const page of [...PAGES, `/deals/${slug}`]) {
      measurements.push(await measurePage(at(page), { encoding: 'br', goal: 0.55 }))
    }
    measurements.push(await measurePage(at('/deals'), { note: ', not compressed' }))
    const etag = (await fetch(at('/deals'), { headers: { 'Accept-Encoding': 'identity' } })).headers.get('ETag')
    const headers = { 'If-None-Match': etag! }
    measurements.push(await measurePage(at('/deals'), { note: ', not modified', headers, goal: 0.75 }))
    const script = /\/assets\/main-[\w-]+\.js/.exec((await readBody(at('/'), 'identity')).toString())![0]
    measurements.push(await measurePage(at(script), { note: ', brotli', encoding: 'br', goal: 0.5 }))
    // A request with credentials is never answered from the cache.
    const uncached = { headers: { Authorization: 'none' }, seconds: SECONDS_RENDERED }
    measurements.push(await measurePage(at('/deals'), { ...uncached, note: ', rendered' }))
    const signedIn = {
      headers: { Cookie: await signInOne(databaseUrl) },
      seconds: SECONDS_RENDERED,
      note: ', signed in',
    }
    for (const page of ['/deals', `/deals/${slug}`]) measurements.push(await measurePage(at(page), signedIn))
    return [...measurements, ...(await measureBesideWork(at('/'), databaseUrl))]
  })
}

async function withSite<Result>(databaseUrl: string, measure: (at: (page: string) => URL) => Promise<Result>) {
  const port = await findFreePort()
  const app = await startBuiltSite({ port, databaseUrl })
  try {
    return await measure((page) => new URL(page, `http://127.0.0.1:${port}`))
  } finally {
    await app.stop()
  }
}

type PageCase = {
  encoding?: string
  headers?: Record<string, string>
  note?: string
  goal?: number
  seconds?: number
}

async function measurePage(
  url: URL,
  { encoding = 'identity', headers, note = '', goal, seconds = SECONDS }: PageCase,
): Promise<Measurement> {
  const what = `${url.pathname}${decodeURIComponent(url.search)}${note}`
  const other = await startBareServer(url, encoding)
  try {
    const [ours, theirs]: [Load[], Load[]] = [[], []]
    // Alternating, so that other load on the machine affects both.
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await measureLoad(url, seconds, { encoding, headers }))
      theirs.push(await measureLoad(other.url, seconds, { encoding }))
    }
    const [our, their] = [median(ours), median(theirs)]
    const ratio = our.perSecond / their.perSecond
    return {
      what,
      ours: `${our.perSecond.toFixed(0)}/s, p50 ${our.p50.toFixed(1)}, p99 ${our.p99.toFixed(1)} ms`,
      floor: `${their.perSecond.toFixed(0)}/s, p99 ${their.p99.toFixed(1)} ms`,
      ratio,
      goal: goal === undefined ? undefined : `>= ${goal}`,
      isMet: goal ? ratio >= goal : undefined,
    }
  } catch (error) {
    return { what, ours: `failed: ${(error as Error).message.split('\r\n')[0]}`, isMet: false }
  } finally {
    await other.stop()
  }
}

const median = (loads: Load[]) => loads.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(loads.length / 2)]!

/** Response times of readers of `/deals` while a moderator approves reviews of a deal on it, and while people sign in. */
async function measureBesideWork(site: URL, databaseUrl: string): Promise<Measurement[]> {
  const deals = new URL('/deals', site)
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await measureEvenReaders(deals, 2)
    const quiet = await measureEvenReaders(deals, SECONDS_BESIDE_WORK)
    const reviews = await addPendingReviews(client, (SECONDS_BESIDE_WORK * 1_000) / APPROVAL_INTERVAL_MS)
    const cookie = await signInOne(databaseUrl, 'MANAGER')
    const [besideApprovals] = await Promise.all([
      measureEvenReaders(deals, SECONDS_BESIDE_WORK),
      approveAll(site, cookie, reviews),
    ])
    const emails = await addPeople(client)
    const [besideSignIns] = await Promise.all([
      measureEvenReaders(deals, SECONDS_BESIDE_WORK),
      signInRepeatedly(site, emails),
    ])
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
     ), deal as (select id from deals where published order by created_at desc, id desc limit 1
     ), review as (insert into reviews (deal_id, user_id) select deal.id, person.id from person, deal returning *)
     insert into review_versions (id, review_id, deal_id, user_id, rating, title, body)
     select id, id, deal_id, user_id, 4, 'Good value', 'Paid once, used daily.' from review returning id, version::text`,
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
  const end = performance.now() + SECONDS_BESIDE_WORK * 1_000
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
