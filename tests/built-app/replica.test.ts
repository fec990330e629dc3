import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type ScratchServer, startScratchServer } from '#scripts/database/scratch-database'
import { checkReplica } from '#scripts/deploy/replica'
import { SERVER_ENV } from '#scripts/testing/built-site'
import { fillDatabase } from '#scripts/testing/fill-database'
import { waitUntil } from '#scripts/testing/own-site'
import { type Replica, startReplica } from '#scripts/testing/replica'
import { signInPeople } from '#scripts/testing/sign-in-people'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'
import { type FaultyProxy, startFaultyProxy } from '../setup/faulty-proxy'

let server: ScratchServer
let url: string
let replica: Replica
let proxy: FaultyProxy
let app: BuiltApp
let client: pg.Client
let standby: pg.Client
let cookie: string
let slugs: string[]

beforeAll(async () => {
  server = await startScratchServer({ synchronous_commit: 'on' })
  url = await server.createMigrated('ledger_replicated')
  client = await connect(url)
  await fillDatabase(client, 200)
  cookie = (await signInPeople(client, 1))[0]!
  slugs = (await client.query('select slug from deals where published order by slug')).rows.map(({ slug }) => slug)
  replica = await startReplica(url)
  standby = await connect(replica.url)
  proxy = await startFaultyProxy(() => Number(new URL(url).port))
  const throughProxy = new URL(url)
  throughProxy.port = String(proxy.port)
  app = await startBuiltApp({
    DATABASE_URL: throughProxy.href,
    DATABASE_REPLICA_URL: replica.url,
    SESSION_SECRET: SERVER_ENV.SESSION_SECRET,
    RATE_LIMIT: '0',
  })
}, 240_000)

afterAll(async () => {
  await app?.stop()
  await proxy?.close()
  await standby?.end().catch(() => {})
  await client?.end()
  await replica?.remove()
  await server?.stop()
})

async function connect(url: string) {
  const connected = new pg.Client(url)
  connected.on('error', () => {})
  await connected.connect()
  return connected
}

async function hasCaughtUp() {
  const { rows } = await client.query('select pg_current_wal_insert_lsn()::text as position')
  const asked = standby.query('select pg_last_wal_replay_lsn() >= $1::pg_lsn as has', [rows[0].position])
  return (await asked).rows[0].has as boolean
}

async function readDeal(slug: string, headers: Record<string, string> = {}) {
  const page = await app.get(`/deals/${slug}`, { headers })
  expect(page.status).toBe(200)
  return page.text()
}

/** Changes a deal at the database while the replica stands still, then runs `look` with the slug. */
async function whileBehind<Result>(
  change: (slug: string) => Promise<unknown>,
  look: (slug: string) => Promise<Result>,
) {
  const slug = slugs.pop()!
  await waitUntil(hasCaughtUp, 30_000)
  // The site learns that the replica is up to date.
  await app.get(`/deals/${slugs.pop()}`)
  await standby.query('select pg_wal_replay_pause()')
  try {
    await change(slug)
    return await look(slug)
  } finally {
    await standby.query('select pg_wal_replay_resume()')
  }
}

/** The triggers announce nothing. */
async function changeSilently(slug: string) {
  await client.query('set session_replication_role = replica')
  await client.query(`update deals set summary = 'Silently changed ' || slug where slug = $1`, [slug])
  await client.query('set session_replication_role = origin')
}

/** Where the site reads a page that it does not have in memory, or a file that lists all deals. */
async function findSource(headers?: Record<string, string>, file?: string) {
  return whileBehind(changeSilently, async (slug) => {
    const page = await app.get(file ?? `/deals/${slug}`, { headers })
    expect(page.status).toBe(200)
    return (await page.text()).includes(`Silently changed ${slug}`) ? 'database' : 'replica'
  })
}

/** A process that has just started, or connected again, may hear of a change in between. */
const untilReadFromReplica = () => waitUntil(async () => (await findSource()) === 'replica', 20_000)

test('pages of visitors are read from the replica, and those of members from the database', async () => {
  await untilReadFromReplica()
  expect(await findSource({ Cookie: cookie })).toBe('database')
})

test('files for everybody are read from the replica, unless a member asks', async () => {
  await untilReadFromReplica()
  expect(await findSource({}, '/deals.csv?offers=all')).toBe('replica')
  expect(await findSource({ Cookie: cookie }, '/deals.csv?offers=all')).toBe('database')
})

test('no page for visitors writes to the replica', async () => {
  const [slug] = slugs
  const pages = [
    '/',
    '/deals',
    '/deals?view=list&q=a',
    '/deals?tag=a&priced=1',
    `/deals/${slug}`,
    `/deals/${slug}/changes`,
  ]
  const more = [
    `/deals/${slug}/comments`,
    '/categories',
    '/categories/category-1',
    '/platforms',
    '/platforms/platform-1',
  ]
  const rest = [
    '/vendors',
    '/changes',
    '/transparency',
    '/about',
    '/contact',
    '/faq',
    '/guidelines',
    '/privacy',
    '/terms',
  ]
  for (const page of [...pages, ...more, ...rest, `/compare?d=${slugs[0]}&d=${slugs[1]}`]) {
    expect((await app.get(page)).status, page).toBe(200)
  }
  expect(app.log().filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
})

test('a change that the replica does not have yet is shown at once, and is in memory', async () => {
  const change = (slug: string) => client.query(`update deals set summary = 'Newly told' where slug = $1`, [slug])
  await whileBehind(change, async (slug) => {
    await waitUntil(async () => (await readDeal(slug)).includes('Newly told'), 2_000)
    expect((await app.get(`/deals/${slug}`)).headers.get('X-Cache')).toBe('hit')
  })
  await untilReadFromReplica()
})

test('members see what they have just sent, however far the replica is behind', async () => {
  const send = (slug: string) =>
    app.get(`/deals/${slug}/comments`, {
      method: 'POST',
      body: new URLSearchParams({ body: 'Does it export to plain text?' }),
      headers: { Cookie: cookie, Origin: `http://localhost:${app.port}` },
    })
  await whileBehind(send, async (slug) => {
    const page = await app.get(`/deals/${slug}/comments`, { headers: { Cookie: cookie } })
    expect(await page.text()).toContain('Does it export to plain text?')
  })
})

test('an admin reads on the system page how the replica is doing', async () => {
  const [admin] = await signInPeople(client, 1, 'ADMIN')
  const look = async () => (await app.get('/admin/system', { headers: { Cookie: admin! } })).text()
  await waitUntil(hasCaughtUp, 30_000)
  expect(await look()).toContain('The replica is up to date.')
  await whileBehind(changeSilently, async () =>
    expect(await look()).toMatch(/The replica is (a|\d+) seconds? behind\./),
  )
})

test('check:deploy tells a replica of the database from one of another server', async () => {
  expect((await checkReplica(url, replica.url)).problem).toBeUndefined()
  expect((await checkReplica(inject('databaseServer'), replica.url)).problem).toMatch(/of another server/)
})

test('while the replica is away pages are read from the database, and afterwards from the replica again', async () => {
  await standby.end()
  await replica.stop()
  const change = `update deals set summary = 'Told meanwhile' where slug = $1`
  for (const slug of slugs.slice(0, 4)) {
    await client.query(change, [slug])
    await waitUntil(async () => (await readDeal(slug)).includes('Told meanwhile'), 2_000)
  }
  await replica.start()
  standby = await connect(replica.url)
  await untilReadFromReplica()
}, 60_000)

test('while the database is away, pages that are not in memory are read from the replica', async () => {
  await waitUntil(hasCaughtUp, 30_000)
  proxy.become('refuse')
  try {
    await waitUntil(async () => (await app.get(`/deals/${slugs[10]}`)).status === 200, 10_000)
    expect((await app.get(`/deals/${slugs[11]}`)).headers.get('X-Cache')).toBe('bypass')
    expect((await app.get(`/deals/${slugs[11]}`, { headers: { Cookie: cookie } })).status).toBe(503)
  } finally {
    proxy.become('pass')
  }
  await untilReadFromReplica()
}, 60_000)
