import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { addFollowers, settleEvents } from '../data/followers'
import { memoryOf } from '../measure/memory'
import { measureInProcess } from '../measure/timing'
import { judgeTimings, type Measurement } from '../report'
import { SERVER_ENV } from '../server-env'
import { measureDigests } from './digests'

const FOLLOWERS = 100_000
const ADDED_GOAL_MS = 2
const TOLD_GOAL_SECONDS = 60
const MEMORY_GOAL_MB = 200
const INBOX = 10_000
const INBOX_GOAL = { p95: 20, max: 20 }
const SAVES = 200
const TIMEOUT_MS = 300_000

/** One deal that 100,000 people follow: saving its price, telling everybody, and reading a full inbox. */
export async function measureNotifications(url: string): Promise<Measurement[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    console.log(`Adding ${FOLLOWERS} followers of a deal ...`)
    const { deal, other } = await addFollowers(client, FOLLOWERS)
    return [
      await measureSaves(client, deal, other),
      ...(await measureTelling(client, url, deal)),
      await measureInbox(client, url),
      ...(await measureDigests(client, url)),
    ]
  } finally {
    await client.end()
  }
}

/** The same statement on the followed deal and on one that nobody follows, alternating in one run. */
async function measureSaves(client: pg.Client, followed: string, other: string): Promise<Measurement> {
  const taken = { followed: [] as number[], alone: [] as number[] }
  for (let i = 0; i < SAVES; i++) {
    taken.followed.push(await secondsOf(() => changePrice(client, followed, i)))
    taken.alone.push(await secondsOf(() => changePrice(client, other, i)))
  }
  const [ours, floor] = [median(taken.followed) * 1_000, median(taken.alone) * 1_000]
  await client.query('delete from deal_events')
  return {
    what: `saving another price of a deal that ${FOLLOWERS} people follow, median of ${SAVES}`,
    ours: `${ours.toFixed(2)} ms`,
    floor: `${floor.toFixed(2)} ms, followed by nobody`,
    ratio: ours / floor,
    goal: `<= ${ADDED_GOAL_MS} ms more`,
    isMet: ours - floor <= ADDED_GOAL_MS,
  }
}

const changePrice = (client: pg.Client, deal: string, step: number) =>
  client.query('update deals set deal_price = 40 + $2::int % 20 where id = $1', [deal, step])

/** The job worker is a process of its own, as `npm run worker` starts it. */
async function measureTelling(client: pg.Client, url: string, deal: string): Promise<Measurement[]> {
  await client.query('delete from graphile_worker._private_jobs')
  await client.query('checkpoint')
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-worker-'))
  const mark = `BENCH_WORKER=${process.pid}`
  const worker = spawn(process.execPath, ['--import', 'tsx', 'scripts/worker.ts'], {
    env: { ...process.env, ...SERVER_ENV, DATA_DIR: dir, DATABASE_URL: url, BENCH_WORKER: String(process.pid) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  try {
    await until(async () => (await countWorkers(client)) > 0)
    const quiet = memoryOf(mark)
    await client.query('update deals set deal_price = 39 where id = $1', [deal])
    await settleEvents(client)
    let most = quiet
    const seconds = await secondsOf(() =>
      until(async () => {
        most = Math.max(most, memoryOf(mark))
        const { rows } = await client.query('select bool_and(done_at is not null) as done from deal_events')
        return rows[0].done
      }),
    )
    const { rows } = await client.query<{ count: string }>(
      'select count(distinct user_id) from notifications where deal_id = $1',
      [deal],
    )
    if (Number(rows[0]!.count) < FOLLOWERS) throw new Error(`Only ${rows[0]!.count} people were told.`)
    return [
      {
        what: `telling ${FOLLOWERS} people of a price, once the event has settled`,
        ours: `${seconds.toFixed(1)} s`,
        goal: `<= ${TOLD_GOAL_SECONDS} s`,
        isMet: seconds <= TOLD_GOAL_SECONDS,
      },
      {
        what: 'the same: memory of the worker',
        ours: `${most.toFixed(0)} MB`,
        floor: `${quiet.toFixed(0)} MB, idle`,
        goal: `<= ${MEMORY_GOAL_MB} MB`,
        isMet: most <= MEMORY_GOAL_MB,
      },
    ]
  } finally {
    worker.kill('SIGTERM')
    fs.rmSync(dir, { recursive: true, force: true })
  }
}

async function countWorkers(client: pg.Client) {
  const { rows } = await client.query(
    `select count(*)::int as count from pg_stat_activity where application_name = 'lifetime-ledger-worker'`,
  )
  return rows[0].count as number
}

async function measureInbox(client: pg.Client, url: string): Promise<Measurement> {
  await client.query(
    `insert into notifications (user_id, kind, cause, deal_id, data, created_at, read_at)
     select (select id from profiles where email = 'follower-1@example.com'), 'price', 'inbox:' || n,
       (select id from deals where published limit 1),
       '{"deal": "Rankfield", "price": "49.00", "was": "59.00", "currency": "USD", "target": null}',
       now() - n * interval '10 minutes', case when n > 4000 then now() end
     from generate_series(1, $1::int) n`,
    [INBOX],
  )
  await client.query('vacuum analyze notifications')
  const timings = measureInProcess(import.meta.filename, url)
  return judgeTimings(`Inbox with ${INBOX} notifications`, timings, INBOX_GOAL)
}

const secondsOf = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1_000
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

async function until(check: () => Promise<boolean>) {
  const start = performance.now()
  while (!(await check())) {
    if (performance.now() - start > TIMEOUT_MS) throw new Error(`Nothing happened within ${TIMEOUT_MS} ms.`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

if (import.meta.main) {
  const { printTimingsOf } = await import('../measure/timing')
  const { db } = await import('~/db/database.server')
  const { countNotifications, countUnread, listNotifications } = await import(
    '~/features/notifications/notifications.server'
  )
  const { id } = await db
    .selectFrom('profiles')
    .select('id')
    .where('email', '=', 'follower-1@example.com')
    .executeTakeFirstOrThrow()
  const last = Math.ceil(INBOX / 25)
  await printTimingsOf([
    ['Inbox', 'unread count of the header', () => countUnread(id)],
    ['Inbox', 'counts', () => countNotifications(id)],
    ...[1, 2, last].flatMap((page): [string, string, () => Promise<unknown>][] => [
      ['Inbox', `page ${page}`, () => listNotifications(id, { isUnreadOnly: false, page })],
      [
        'Inbox',
        `unread, page ${Math.min(page, 160)}`,
        () => listNotifications(id, { isUnreadOnly: true, page: Math.min(page, 160) }),
      ],
    ]),
  ])
}
