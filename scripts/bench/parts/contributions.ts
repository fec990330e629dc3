import { randomBytes } from 'node:crypto'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '../../database/embedded-server'
import { signInPeople } from '../data/people'
import { measureReaders } from '../load/readers'
import { startSite } from '../load/site'
import type { Measurement } from '../report'

const SECONDS = 5
const CONNECTIONS = 16
/** The limit for the 99th percentile of a redirect. */
const REDIRECT_GOAL_MS = 300
/** The daily limit of reviews per person. */
const REVIEWS_PER_PERSON = 5
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** Writes of visitors and members: click redirects, and readers' response times while reviews are posted. */
export async function measureContributions(
  databaseUrl: string,
  { reviewsPerSecond = 50, reviewSeconds = 60 } = {},
): Promise<Measurement[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const port = await findFreePort()
  const app = await startSite({ port, databaseUrl })
  const site = new URL(`http://127.0.0.1:${port}/`)
  try {
    return [
      ...(await measureRedirects(site, client)),
      await measureReviews(site, client, reviewsPerSecond, reviewSeconds),
    ]
  } finally {
    await app.stop()
    await client.end()
  }
}

async function measureRedirects(site: URL, client: pg.Client): Promise<Measurement[]> {
  const slugs = await listSlugs(client, 1_000)
  const redirect = () => redirectRepeatedly(site, slugs)
  await redirect()
  const before = await countRows(client, 'click_events')
  const free = await redirect()
  const clicks = (await countRows(client, 'click_events')) - before
  await client.query('begin; lock table click_events in access exclusive mode')
  const locked = await redirect().finally(() => client.query('rollback'))
  return [
    { what: '/go, redirects', ...toResult(free), floor: `${clicks} clicks counted in ${SECONDS} s` },
    { what: '/go, with the click table locked', ...toResult(locked) },
  ]
}

const toResult = ({ perSecond, p50, p99 }: Awaited<ReturnType<typeof redirectRepeatedly>>) => ({
  ours: `${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`,
  goal: `p99 < ${REDIRECT_GOAL_MS} ms`,
  isMet: p99 < REDIRECT_GOAL_MS,
})

/** Sends another User-Agent with each request, so that each click is counted. */
async function redirectRepeatedly(site: URL, slugs: string[]) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const taken: number[] = []
  const start = performance.now()
  const one = async () => {
    while (performance.now() - start < SECONDS * 1_000) {
      const begun = performance.now()
      const slug = slugs[taken.length % slugs.length]!
      const { status } = await send(site, `/go/${slug}`, {
        agent,
        headers: { 'User-Agent': `${BROWSER} ${randomBytes(4).toString('hex')}` },
      })
      if (status !== 302) throw new Error(`/go/${slug} responded with ${status}`)
      taken.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, one))
  agent.destroy()
  taken.sort((a, b) => a - b)
  const at = (share: number) => taken[Math.floor(taken.length * share)] ?? Number.NaN
  return { perSecond: taken.length / SECONDS, p50: at(0.5), p99: at(0.99) }
}

async function measureReviews(site: URL, client: pg.Client, perSecond: number, seconds: number): Promise<Measurement> {
  const [cookies, slugs] = await Promise.all([
    signInPeople(client, Math.ceil((perSecond * seconds) / REVIEWS_PER_PERSON)),
    listSlugs(client, REVIEWS_PER_PERSON),
  ])
  const read = (time: number) => measureReaders(new URL('/deals', site), time)
  await read(2)
  const idle = await read(Math.min(seconds, 10))
  const [busy, posted] = await Promise.all([read(seconds), postReviews(site, cookies, slugs, perSecond, seconds)])
  const ratio = busy.p99 / idle.p99
  return {
    what: `/deals p99 at ${perSecond} reviews/s for ${seconds} s (${posted} taken)`,
    ours: `${busy.p99.toFixed(1)} ms`,
    floor: `${idle.p99.toFixed(1)} ms idle`,
    ratio,
    goal: '<= 2, all taken',
    isMet: ratio <= 2 && posted === perSecond * seconds,
  }
}

async function postReviews(site: URL, cookies: string[], slugs: string[], perSecond: number, seconds: number) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const start = performance.now()
  const posts: Promise<boolean>[] = []
  for (let n = 0; n < perSecond * seconds; n++) {
    await sleep(Math.max(0, start + (n * 1_000) / perSecond - performance.now()))
    const [Cookie, slug] = [cookies[Math.floor(n / REVIEWS_PER_PERSON)]!, slugs[n % REVIEWS_PER_PERSON]!]
    const body = String(new URLSearchParams({ rating: '4', title: 'Good value', body: 'Paid once, used daily.' }))
    const headers = { Cookie, 'Content-Type': 'application/x-www-form-urlencoded' }
    posts.push(send(site, `/deals/${slug}?index`, { agent, headers, body }).then(({ status }) => status === 303))
  }
  const taken = (await Promise.all(posts)).filter(Boolean).length
  agent.destroy()
  return taken
}

async function listSlugs(client: pg.Client, count: number): Promise<string[]> {
  const { rows } = await client.query('select slug from deals where published order by created_at desc limit $1', [
    count,
  ])
  return rows.map(({ slug }) => slug)
}

async function countRows(client: pg.Client, table: string) {
  return Number((await client.query(`select count(*) from ${table}`)).rows[0].count)
}

type Sent = { agent: http.Agent; headers: http.OutgoingHttpHeaders; body?: string }

function send(site: URL, path: string, { agent, headers, body }: Sent) {
  return new Promise<{ status: number }>((resolve, reject) => {
    const request = http.request(new URL(path, site), { agent, headers, method: body === undefined ? 'GET' : 'POST' })
    request.once('error', reject)
    request.once('response', (response) => {
      response.once('error', reject).once('end', () => resolve({ status: response.statusCode! }))
      response.resume()
    })
    request.end(body)
  })
}
