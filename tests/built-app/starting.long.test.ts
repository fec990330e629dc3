import { execFile } from 'node:child_process'
import fs from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureBuild } from '#scripts/build'
import { makeDataDir, type OwnSite, runOwnSite, startOwnSite } from '#scripts/testing/own-site'
import { waitUntil } from '#scripts/testing/wait-until'
import { startFaultyProxy } from '../setup/faulty-proxy'

const dir = makeDataDir()
let site: OwnSite

beforeAll(async () => {
  await ensureBuild()
  site = await startOwnSite({ dir })
})
afterAll(async () => {
  await site?.stop()
  fs.rmSync(dir, { recursive: true, force: true })
})

/** Runs `npm start` with settings that make it fail. */
async function failToStart(env: Record<string, string>) {
  const attempt = await runOwnSite({ dir, env })
  return { code: await attempt.ended, said: attempt.said() }
}

test('npm start prints its own lines, the address of the site and the one that makes the first admin', async () => {
  const lines = site
    .said()
    .split('\n')
    .filter((line) => !line.startsWith('{'))
  expect(lines.join('\n')).toContain(`is running at http://localhost:${site.port}`)
  expect(lines.filter((line) => /remix-serve|Warning/.test(line))).toEqual([])
  const origin = `http://localhost:${site.port}`
  const addresses = lines.flatMap((line) => line.match(/http:\S+/) ?? [])
  expect(addresses).toEqual([origin, expect.stringMatching(`^${origin}/auth/first-admin\\?token=[\\w-]{43}$`)])
  const opened = await fetch(addresses[1]!, { redirect: 'manual' })
  const cookie = opened.headers.get('Set-Cookie')!.split(';')[0]!
  expect((await fetch(`${origin}/auth/first-admin`, { headers: { Cookie: cookie } })).status).toBe(200)
})

test('a second npm start on the same DATA_DIR exits with 3 and says where the site runs', async () => {
  const [other, same] = await Promise.all([failToStart({}), failToStart({ PORT: String(site.port) })])
  for (const { code, said } of [other, same]) {
    expect(code).toBe(3)
    expect(said).toContain(`The site is already running at http://localhost:${site.port} (process `)
  }
  expect(await site.isReady()).toBe(true)
})

/** Runs an npm command on a data folder. */
function run(dataDir: string, ...words: string[]) {
  const settings = { VITEST: undefined, NODE_ENV: 'development' as const, DATABASE_URL: '', DATA_DIR: dataDir }
  return new Promise<{ code: number; said: string }>((resolve) =>
    execFile('node', ['scripts/run.js', ...words], { env: { ...process.env, ...settings } }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    ),
  )
}

const createUser = (dataDir: string, email: string) =>
  run(dataDir, 'user', 'create', '--email', email, '--password', 'long enough for one', '--name', 'Ada')

test('commands run beside npm start use the same database', async () => {
  expect(await createUser(dir, 'beside@example.com')).toMatchObject({ code: 0 })
  expect((await run(dir, 'user', 'list')).said).toContain('beside@example.com')
  expect(await site.isReady()).toBe(true)
})

test('a job worker beside npm start exits with 3, because the site runs the jobs of its database', async () => {
  const { code, said } = await run(dir, 'worker')
  expect(code).toBe(3)
  expect(said).toContain(`The site is already running at http://localhost:${site.port} (process `)
})

test('of two commands at once on one new DATA_DIR, the second is asked to come back', async () => {
  const own = makeDataDir()
  try {
    const runs = await Promise.all([createUser(own, 'one@example.com'), run(own, 'user', 'list')])
    expect(runs.map(({ code }) => code).sort()).toEqual([0, 3])
    const { said } = runs.find(({ code }) => code === 3)!
    expect(said).toMatch(
      /^\s*(Another command is running|Another process is starting or stopping).*Run this one again/s,
    )
  } finally {
    fs.rmSync(own, { recursive: true, force: true })
  }
})

test('npm start on a data folder whose processes were all killed finds a stale postmaster.pid, and keeps the data', async () => {
  const own = makeDataDir()
  try {
    await createUser(own, 'kept@example.com')
    fs.writeFileSync(`${own}/postgres/postmaster.pid`, `999999\n${own}/postgres\n1\n20000\n\n127.0.0.1\n\nready   \n`)
    expect((await run(own, 'user', 'list')).said).toContain('kept@example.com')
  } finally {
    fs.rmSync(own, { recursive: true, force: true })
  }
})

describe('a rejected start', () => {
  test('npm start on https without SESSION_SECRET exits before it creates a database', async () => {
    const { code, said } = await failToStart({
      SITE_URL: 'https://deals.example.com',
      SESSION_SECRET: '',
      DATA_DIR: `${dir}/new`,
    })
    expect(code).toBe(1)
    expect(said).toContain('SESSION_SECRET must be set, because SITE_URL (https://deals.example.com) is public.')
    expect(fs.existsSync(`${dir}/new/postgres`)).toBe(false)
  })

  test('npm start exits with an explanation when DATA_DIR is not writable', async () => {
    const { code, said } = await failToStart({ DATA_DIR: '/dev/null/data' })
    expect(code).toBe(1)
    expect(said).toContain('/dev/null/data cannot be written. Set DATA_DIR to a folder that this user may')
  })
})

test('npm start exits with the reason when a migration fails, and serves no page', async () => {
  const database = new URL(process.env.DATABASE_URL!)
  const client = new pg.Client(database.href)
  await client.connect()
  const name = `ledger_unmigratable_${process.env.VITEST_POOL_ID}`
  database.pathname = name
  await client.query(`drop database if exists ${name} with (force)`)
  await client.query(`create database ${name}`)
  const other = new pg.Client(database.href)
  await other.connect()
  try {
    // In the way of a table that a migration creates.
    await other.query('create table imports (id int)')
    const { code, said } = await failToStart({ DATABASE_URL: database.href })
    expect(code).toBe(1)
    expect(said).toMatch(/The migration \S*imports\S* failed, nothing was changed: relation "imports" already exists/)
    expect(said).not.toContain('is running at')
    const { rows } = await other.query(`select to_regclass('profiles') as profiles`)
    expect(rows).toEqual([{ profiles: null }])
  } finally {
    await other.end()
    await client.query(`drop database ${name} with (force)`)
    await client.end()
  }
})

test('npm start without a reachable database waits for it and then becomes ready', async () => {
  const database = new URL(process.env.DATABASE_URL!)
  const port = Number(database.port)
  const proxy = await startFaultyProxy(() => port)
  proxy.become('refuse')
  database.port = String(proxy.port)
  const waiting = await runOwnSite({ dir, env: { DATABASE_URL: database.href } })
  try {
    await waitUntil(async () => (await waiting.get('/healthz').catch(() => undefined))?.status === 200)
    expect((await waiting.get('/readyz')).status).toBe(503)
    expect(waiting.said()).toContain('Waiting for it.')
    proxy.become('pass')
    await waitUntil(waiting.isReady)
    await waitUntil(() => waiting.pidsOf('worker').length === 1)
    // A job worker that starts during an outage waits as well.
    proxy.become('refuse')
    for (const pid of waiting.pidsOf('worker')) process.kill(pid, 'SIGKILL')
    await waitUntil(() => waiting.pidsOf('worker').length === 1)
    proxy.become('pass')
    await waitUntil(waiting.isReady)
    await expect.poll(() => waiting.said().match(/A job worker ended by itself/g)).toHaveLength(1)
  } finally {
    await waiting.stop()
    await proxy.close()
  }
})
