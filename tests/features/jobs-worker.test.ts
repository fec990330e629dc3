import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { parseCrontab } from 'graphile-worker'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { addJob } from '~/db/job-queue.server'
import { listFailedJobs } from '~/features/site/operations/jobs.server'
import { CRONTAB, type RunningWorker, startWorker, TASKS } from '~/jobs/worker.server'
import { listJobs } from '../jobs'

let worker: RunningWorker | undefined
afterEach(async () => {
  await worker?.stop()
  worker = undefined
})

test('the jobs load in plain Node, which knows no pictures and styles', async () => {
  const script = "import('~/jobs/worker.server').then(() => process.exit())"
  await promisify(execFile)(process.execPath, ['--import', 'tsx', '-e', script])
})

test('a job runs only if its transaction commits', async () => {
  const done: unknown[] = []
  worker = startWorker({ check_import: async ({ id }) => void done.push(id) })
  await db.transaction().execute(async (trx) => addJob(trx, 'check_import', { id: '1' }))
  const failed = db.transaction().execute(async (trx) => {
    await addJob(trx, 'check_import', { id: '2' })
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await addJob(db, 'check_import', { id: '3' })
  await expect.poll(() => listJobs('check_import')).toEqual([])
  expect(done.toSorted()).toEqual(['1', '3'])
})

test('the worker continues after the database terminated its connections', async () => {
  const done: unknown[] = []
  worker = startWorker({ check_import: async ({ id }) => void done.push(id) })
  await addJob(db, 'check_import', { id: '1' })
  await expect.poll(() => done).toHaveLength(1)

  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'lifetime-ledger-worker' and datname = current_database()`.execute(db)
  await addJob(db, 'check_import', { id: '2' })
  await expect.poll(() => done).toHaveLength(2)
})

/** Locks the waiting jobs like a worker that died while it ran them. */
async function dieWithJobs() {
  await sql`update graphile_worker._private_jobs
    set locked_by = 'worker-that-died', locked_at = now(), attempts = attempts + 1`.execute(db)
}

test('a job of a dead worker is taken over', async () => {
  const done: unknown[] = []
  await addJob(db, 'check_import', { id: '1' })
  await dieWithJobs()

  worker = startWorker({ check_import: async ({ id }) => void done.push(id) })
  await expect.poll(() => done).toHaveLength(1)
})

test('a job that was running when two workers died fails for good and is listed with its error', async () => {
  const done: unknown[] = []
  await addJob(db, 'check_import', { id: '1' })
  const isReleased = async () => {
    const { rows } = await sql`select from graphile_worker.jobs where locked_at is null`.execute(db)
    return rows.length === 1
  }
  for (const _death of [1, 2]) {
    await dieWithJobs()
    worker = startWorker({ send_mails: async () => {} })
    await expect.poll(isReleased).toBe(true)
    await worker.stop()
  }
  worker = startWorker({ check_import: async ({ id }) => void done.push(id) })
  await addJob(db, 'check_import', { id: '2' })
  await expect.poll(() => done).toEqual(['2'])
  expect(await listFailedJobs()).toMatchObject([
    { task: 'check_import', attempts: 5, error: 'The job worker ended twice while it ran this job.' },
  ])
})

test('a job that is interrupted by an orderly stop runs again and does not count as the death of a worker', async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  let finish = () => {}
  const begun: string[] = []
  worker = startWorker({
    check_import: async ({ id }) => {
      begun.push(id)
      await new Promise<void>((resolve) => {
        finish = resolve
      })
    },
  })
  await addJob(db, 'check_import', { id: '1' })
  await expect.poll(() => begun).toEqual(['1'])
  const stopped = worker.stop()
  const listReleased = async () =>
    (await sql`select flags from graphile_worker.jobs where locked_at is null`.execute(db)).rows
  await expect.poll(listReleased).toEqual([{ flags: null }])
  finish()
  await stopped
})

test('a job that was running when the database restarted runs again and does not count as the death of a worker', async () => {
  const found: unknown[] = []
  await addJob(db, 'check_import', { id: '1' })
  await dieWithJobs()
  await sql`update graphile_worker._private_jobs set locked_at = pg_postmaster_start_time() - interval '1 second'`.execute(
    db,
  )
  worker = startWorker({
    check_import: async () => {
      const { rows } = await sql`select flags from graphile_worker._private_jobs`.execute(db)
      found.push(...rows)
    },
  })
  await expect.poll(() => found).toEqual([{ flags: null }])
})

test('a job of a running worker is not taken over', async () => {
  const begun: string[] = []
  let finish = () => {}
  const isFinished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const tasks = {
    check_import: async ({ id }: { id: string }) => {
      begun.push(id)
      if (id === 'running') await isFinished
    },
  }
  worker = startWorker(tasks)
  await addJob(db, 'check_import', { id: 'running' })
  await expect.poll(() => begun).toEqual(['running'])

  // The job of a dead worker is taken over, and with it would be every other one that is.
  await db.transaction().execute(async (trx) => {
    await addJob(trx, 'check_import', { id: 'of a dead worker' })
    await sql`update graphile_worker._private_jobs
      set locked_by = 'worker-that-died', locked_at = now(), attempts = attempts + 1 where locked_by is null`.execute(
      trx,
    )
  })
  const second = startWorker(tasks)
  await expect.poll(() => begun).toContain('of a dead worker')
  finish()
  await second.stop()
  expect(begun).toEqual(['running', 'of a dead worker'])
})

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]

/** When the schedule starts each task: a time in UTC or an interval in minutes, and on which days of the week. */
const SCHEDULE: Record<string, { at: string | number; days: number[] }> = {
  note_dates: { at: '00:01', days: EVERY_DAY },
  count_clicks: { at: '00:01', days: EVERY_DAY },
  refresh_products: { at: '00:01', days: EVERY_DAY },
  back_up: { at: '02:47', days: EVERY_DAY },
  clean_up: { at: '03:17', days: EVERY_DAY },
  check_links: { at: '04:23', days: EVERY_DAY },
  fetch_pictures: { at: '04:53', days: EVERY_DAY },
  remind_refunds: { at: '05:35', days: EVERY_DAY },
  ask_owners: { at: '06:05', days: EVERY_DAY },
  send_weekly_mails: { at: '08:00', days: [1] },
  tell_changes: { at: 1, days: EVERY_DAY },
  send_mails: { at: 1, days: EVERY_DAY },
}

const MINUTES = Array.from({ length: 24 * 60 }, (_, minute) => minute)
const timeOf = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16)

test('every scheduled task starts at its time in UTC and has a function', () => {
  const items = parseCrontab(CRONTAB)
  expect(items.map(({ identifier }) => identifier).sort()).toEqual(Object.keys(SCHEDULE).sort())
  for (const { task, identifier, match } of items) {
    const { at, days } = SCHEDULE[identifier]!
    for (const dow of EVERY_DAY) {
      const started = MINUTES.filter((minute) =>
        match({ min: minute % 60, hour: Math.floor(minute / 60), date: 15, month: 6, dow }),
      )
      const promised = MINUTES.filter((minute) => (typeof at === 'number' ? minute % at === 0 : timeOf(minute) === at))
      expect(started, `${identifier} on day ${dow}`).toEqual(days.includes(dow) ? promised : [])
    }
    expect(TASKS, task).toHaveProperty(task)
  }
})

test('a daily or weekly task that was missed while no worker ran starts at the next start of one', () => {
  const daily = parseCrontab(CRONTAB).filter(({ identifier }) => typeof SCHEDULE[identifier]!.at === 'string')
  expect(daily).toHaveLength(10)
  for (const { identifier, options } of daily) expect(options.backfillPeriod, identifier).toBe(24 * 60 * 60 * 1_000)
})

test('the worker of a site hands the whole schedule to the queue', async () => {
  worker = startWorker()
  const listKnown = async () => {
    const { rows } = await sql<{ task: string }>`
      select identifier as task from graphile_worker._private_known_crontabs order by 1`.execute(db)
    return rows.map(({ task }) => task)
  }
  await expect.poll(listKnown).toEqual(Object.keys(SCHEDULE).sort())
})
