import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { addJob } from '~/db/job-queue.server'
import { addMail } from '~/features/people/mails/mails.server'
import { makeNotification, makeProfile } from '../factories'
import { listQueuedMails } from '../jobs'
import { startSink } from './smtp-sink'

const PEOPLE = 60
/** As many as are sent at the same time. */
const UNDER_WAY = 8

const sink = await startSink({
  onMailFrom: (_from, _session, done) => void setTimeout(done, 150),
})
afterAll(() => sink.stop())

/** A worker in a process group of its own, so that a kill ends all of it. */
function startWorker() {
  const worker = spawn('node', ['scripts/run.js', 'worker'], {
    env: { ...process.env, VITEST: undefined, SMTP_URL: sink.url, MAIL_PER_MINUTE: '1000', NODE_ENV: 'development' },
    stdio: 'ignore',
    detached: true,
  })
  return async () => {
    process.kill(-worker.pid!, 'SIGKILL')
    if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'exit')
  }
}

const headersOf = (name: string) => sink.received.map((mail) => new RegExp(`^${name}: (.*)$`, 'm').exec(mail)![1])

test('kill -9 of the worker while it sends mails: every mail arrives, and only those under way twice', async () => {
  const data = JSON.stringify({ deal: 'Gridmarten', price: '45.00', was: '49.00', currency: 'USD', target: null })
  for (let n = 0; n < PEOPLE; n++) {
    const { id } = await makeProfile({ mail_rhythm: 'AT_ONCE' })
    const created_at = new Date(Date.now() - 3_600_000)
    await makeNotification({ user_id: id, kind: 'price', cause: 'price:1', data, created_at })
    if (n < 5) await addMail(db, { to: { user: id }, kind: 'password-changed' })
  }
  await addJob(db, 'send_mails', {})
  const kill = startWorker()
  await expect.poll(() => sink.received.length, { timeout: 60_000 }).toBeGreaterThan(20)
  await kill()
  expect(await listQueuedMails()).not.toEqual([])

  // The lease of those that were under way is over.
  await db.updateTable('mails').set({ send_after: sql<Date>`now()` }).where('status', '=', 'WAITING').execute()
  await addJob(db, 'send_mails', {})
  const killSecond = startWorker()
  await expect.poll(async () => (await listQueuedMails()).length, { timeout: 60_000 }).toBe(0)
  await killSecond()

  const all = PEOPLE + 5
  expect(new Set(headersOf('To')).size).toBe(PEOPLE)
  expect(new Set(headersOf('Message-ID')).size).toBe(all)
  expect(sink.received.length - all).toBeLessThanOrEqual(UNDER_WAY)
  const statuses = await db.selectFrom('mails').select('status').distinct().execute()
  expect(statuses).toEqual([{ status: 'SENT' }])
}, 180_000)
