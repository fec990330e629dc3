import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type pg from 'pg'
import { WORKER_HEAP } from '../../serve/job-worker'
import type { Measurement } from '../report'
import { SERVER_ENV } from '../server-env'

const PEOPLE = 100_000
/** Notifications of a week for each of them. */
const ITEMS = 5
const GOAL_PER_SECOND = 500
const MEMORY_GOAL_MB = 200
/** Beyond this, what was sent by then gives the rate. */
const SENDING_SECONDS = 120

type Sent = { planned: number; planSeconds: number; sent: number; sendSeconds: number; megabytes: number }
type Received = { total: number; different: number; bytes: number }

/**
 * Weekly digests of the 100,000 followers that the part before has added: planned, written and sent over TLS to a mail
 * server in a process of its own.
 */
export async function measureDigests(client: pg.Client, url: string): Promise<Measurement[]> {
  await fillWeek(client)
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-mails-'))
  const sink = run('scripts/bench/load/mail-sink.ts')
  const port = /port (\d+)/.exec(await sink.nextLine())![1]
  const env = {
    ...SERVER_ENV,
    DATABASE_URL: url,
    DATA_DIR: dir,
    NODE_ENV: 'production',
    SMTP_URL: `smtps://127.0.0.1:${port}`,
    // As for users, but with a limit that does not slow it down.
    RATE_LIMIT: '1',
    MAIL_PER_MINUTE: '100000',
    LOG_LEVEL: 'warn',
  }
  const sender = run(import.meta.filename, env)
  try {
    const sent: Sent = JSON.parse(await sender.nextLine())
    sink.child.kill('SIGTERM')
    return report(sent, JSON.parse(await sink.nextLine()))
  } finally {
    for (const { child } of [sink, sender]) child.kill('SIGKILL')
    fs.rmSync(dir, { recursive: true, force: true })
  }
}

function report({ planned, planSeconds, sent, sendSeconds, megabytes }: Sent, { total, different, bytes }: Received) {
  if (sent !== total || different !== total) throw new Error(`${sent} mails were sent, ${total} arrived: ${different}.`)
  const perSecond = 1 / (planSeconds / planned + sendSeconds / sent)
  const what = `weekly digests of ${planned} people with ${ITEMS} items each`
  return [
    {
      what: `${what}: planned; written and sent (${sent} of them, ${Math.round(bytes / sent / 1_000)} kB each)`,
      ours: `${Math.round(planned / planSeconds)}/s; ${Math.round(sent / sendSeconds)}/s`,
    },
    {
      what: `${what}: both, MAIL_PER_MINUTE=100000`,
      ours: `${Math.round(perSecond)}/s`,
      goal: `>= ${GOAL_PER_SECOND}/s`,
      isMet: perSecond >= GOAL_PER_SECOND,
    },
    {
      what: `${what}: memory of the process`,
      ours: `${Math.round(megabytes)} MB`,
      goal: `<= ${MEMORY_GOAL_MB} MB`,
      isMet: megabytes <= MEMORY_GOAL_MB,
    },
  ]
}

async function fillWeek(client: pg.Client) {
  console.log(`Adding a week of notifications for ${PEOPLE} people ...`)
  await client.query('truncate mails cascade')
  await client.query(
    `insert into notifications (user_id, kind, cause, deal_id, data, created_at)
     select profiles.id, 'price', 'week:' || n || ':' || deals.id, deals.id,
       jsonb_build_object('deal', deals.title, 'price', '49.00', 'was', '59.00', 'currency', 'USD', 'target', null),
       now() - n * interval '1 day'
     from (select id from profiles where email like 'follower-%' limit $1) profiles
     cross join generate_series(1, $2::int) n
     join (select id, title, row_number() over (order by id) as place from deals where published limit 50) deals
       on deals.place = n`,
    [PEOPLE, ITEMS],
  )
  await client.query('vacuum analyze notifications, profiles')
}

function run(file: string, env: Record<string, string> = {}) {
  const child: ChildProcess = spawn(process.execPath, [...WORKER_HEAP, '--import', 'tsx', file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout! })
  const nextLine = async (): Promise<string> => {
    const [line] = await Promise.race([once(lines, 'line'), once(lines, 'close')])
    if (line === undefined) throw new Error(`${file} ended early, see above.`)
    return line
  }
  return { child, nextLine }
}

if (import.meta.main) {
  const { planWeeklyDigests } = await import('~/features/notifications/plan-mails.server')
  const { sendMails } = await import('~/features/notifications/send-mails.server')
  const seconds = (since: number) => (performance.now() - since) / 1_000
  let start = performance.now()
  const planned = await planWeeklyDigests()
  const planSeconds = seconds(start)
  start = performance.now()
  const sent = await sendMails({ until: Date.now() + SENDING_SECONDS * 1_000 })
  const sendSeconds = seconds(start)
  const megabytes = process.resourceUsage().maxRSS / 1_024
  console.log(JSON.stringify({ planned: planned / ITEMS, planSeconds, sent, sendSeconds, megabytes } satisfies Sent))
  process.exit()
}
