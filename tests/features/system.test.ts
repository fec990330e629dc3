import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { sentenceOf } from '~/features/audit/audit-sentence'
import { countJobs, discardJobs, listTroubledJobs, retryJobs } from '~/features/operations/jobs.server'
import {
  describeDatabase,
  describeProgram,
  listLastMails,
  listProcesses,
  measureDisk,
} from '~/features/operations/system.server'
import { findWarnings } from '~/features/operations/warnings'
import { loader } from '~/routes/admin.system/route'
import { makeProfile } from '../factories'
import { answer, requestAs } from '../requests'

beforeEach(() => sql`delete from graphile_worker._private_jobs`.execute(db))

type Given = { task?: string; attempts?: number; error?: string | null; locked?: boolean; runAt?: string }

/** A job in a state. By default all 25 attempts have failed. */
async function makeJob({
  task = 'send_mail',
  attempts = 25,
  error = 'It broke',
  locked = false,
  runAt = 'now',
}: Given = {}) {
  const { rows } = await sql<{ id: string }>`
    select id::text from graphile_worker.add_job(${task}, '{"email":"secret-person@example.com"}', run_at := ${runAt}::timestamptz)`.execute(
    db,
  )
  await sql`
    update graphile_worker._private_jobs
    set attempts = ${attempts}, last_error = ${error}, locked_at = case when ${locked} then now() end, locked_by = case when ${locked} then 'w' end
    where id = ${rows[0]!.id}::bigint`.execute(db)
  return rows[0]!.id
}

const findJob = async (id: string) => {
  const { rows } = await sql<{ attempts: number; due: boolean }>`
    select attempts, run_at <= now() as due from graphile_worker.jobs where id = ${id}`.execute(db)
  return rows[0]
}
const listAudit = () =>
  db.selectFrom('audit_log').select(['action', 'detail']).where('entity_type', '=', 'job').execute()

test('jobs are counted by task: waiting, running, failed, and since when one is late', async () => {
  await makeJob({ attempts: 0, error: null, runAt: '2026-01-01' })
  await makeJob({ attempts: 3, runAt: 'tomorrow' })
  await makeJob()
  await makeJob({ attempts: 1, error: null, locked: true })
  await makeJob({ task: 'clean_up', attempts: 0, error: null, runAt: 'tomorrow' })
  const counts = await countJobs()
  expect(counts.find(({ task }) => task === 'send_mail')).toMatchObject({
    waiting: 2,
    running: 1,
    failed: 1,
    overdue_since: new Date('2026-01-01T00:00:00Z'),
  })
  expect(counts.find(({ task }) => task === 'clean_up')).toMatchObject({ waiting: 1, failed: 0, overdue_since: null })
})

test('the errors of jobs are listed by page, without payloads and secrets', async () => {
  for (let i = 0; i < 21; i++) await makeJob({ error: `Failure at smtps://user:pass-${i}@mail.example.com` })
  await makeJob({ attempts: 0, error: null })
  await makeJob({ locked: true })
  const [first, second] = [await listTroubledJobs(1), await listTroubledJobs(2)]
  expect([first.count, first.jobs.length, second.jobs.length]).toEqual([21, 20, 1])
  const said = JSON.stringify([first, second])
  expect(said).toContain('Failure at')
  expect(said).not.toMatch(/pass-|secret-person/)
})

test('a failed job is run again with all its attempts, and the audit log says so', async () => {
  const admin = await makeProfile({ role: 'ADMIN' })
  const id = await makeJob({ runAt: 'tomorrow' })
  expect(await retryJobs(admin, { id })).toBe(1)
  expect(await findJob(id)).toEqual({ attempts: 0, due: true })
  const [entry] = await listAudit()
  expect(entry).toMatchObject({ action: 'jobs.retried', detail: { task: 'send_mail', count: 1 } })
  const sentence = sentenceOf({ ...entry!, actor: 'Ada', actor_pseudonym: null, entity_type: 'job', entity_id: id })
  expect(sentence).toMatchObject({ before: 'ran 1 failed job (send mail) again', hasSubject: false })
})

test('all failed jobs of a task are run again or discarded, others and those tried by themselves are not', async () => {
  const admin = await makeProfile({ role: 'ADMIN' })
  const [failed, again, other] = [await makeJob(), await makeJob({ attempts: 3 }), await makeJob({ task: 'clean_up' })]
  await makeJob()
  expect(await retryJobs(admin, { task: 'send_mail' })).toBe(2)
  expect((await findJob(failed))?.attempts).toBe(0)
  expect((await findJob(again))?.attempts).toBe(3)
  expect(await discardJobs(admin, { task: 'clean_up' })).toBe(1)
  expect(await findJob(other)).toBeUndefined()
})

test('a job that runs, has run or has not failed is left alone, and nothing is recorded', async () => {
  const admin = await makeProfile({ role: 'ADMIN' })
  const running = await makeJob({ attempts: 1, locked: true })
  const fine = await makeJob({ attempts: 0, error: null })
  for (const id of [running, fine, '999999999']) {
    expect(await retryJobs(admin, { id })).toBe(0)
    expect(await discardJobs(admin, { id })).toBe(0)
  }
  expect(await findJob(running)).toBeDefined()
  expect(await findJob(fine)).toBeDefined()
  expect(await listAudit()).toEqual([])
})

test('of two admins who press at once, one runs the job again and the other is told that nothing was to be done', async () => {
  const admin = await makeProfile({ role: 'ADMIN' })
  const id = await makeJob()
  const counts = await Promise.all([discardJobs(admin, { id }), discardJobs(admin, { id })])
  expect(counts.toSorted()).toEqual([0, 1])
})

test('the last mails are listed with their address hinted at only', async () => {
  const person = await makeProfile({ email: 'maya.lindqvist@example.com' })
  await db.insertInto('mails').values({ user_id: person.id, kind: 'DIGEST', cause: 'digest:2026-11-23' }).execute()
  const { mails, failed } = await listLastMails()
  expect(mails).toMatchObject([{ kind: 'DIGEST', status: 'WAITING', to: 'm…@example.com' }])
  expect(failed).toBe(0)
})

test('the database, the program, its processes and the disk describe themselves', async () => {
  expect(await describeDatabase()).toMatchObject({
    version: expect.stringMatching(/^\d+/),
    pending: [],
    tables: { length: 5 },
  })
  expect(describeProgram()).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+/), node: process.version })
  expect(await listProcesses()).toEqual([])
  const { free, all } = await measureDisk()
  expect(free).toBeGreaterThan(0)
  expect(all).toBeGreaterThan(free)
})

const NOW = new Date('2026-11-23T12:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const GOOD = {
  now: NOW,
  jobs: [{ task: 'send_mail', failed: 0, overdue_since: ago(1) }],
  processes: [{ web: 2, workers: 1 }],
  pending: [],
  mailsFailed: 0,
  linksInOutage: 0,
  disk: { free: 50e9, all: 100e9 },
  backup: { madeAt: ago(60) },
  startedAt: ago(10_000),
}

test('nothing is warned of when all is well, or cannot be read', () => {
  expect(findWarnings(GOOD)).toEqual([])
  const unread = {
    jobs: null,
    processes: null,
    pending: null,
    mailsFailed: null,
    linksInOutage: null,
    disk: null,
    backup: undefined,
  }
  expect(findWarnings({ ...GOOD, ...unread })).toEqual([])
  expect(findWarnings({ ...GOOD, backup: null, startedAt: ago(60) })).toEqual([])
})

test.each([
  [{ disk: { free: 1e9, all: 5e9 } }, 'The disk is almost full. When it is, nothing more can be saved.'],
  [{ disk: { free: 90e9, all: 1_000e9 } }, 'The disk is almost full. When it is, nothing more can be saved.'],
  [{ pending: ['a', 'b'] }, 'The database lacks 2 migrations. Start this version once to apply them.'],
  [{ processes: [{ web: 2, workers: 0 }] }, 'No job worker is running: mails wait, and imports do not go on.'],
  [
    { jobs: [{ task: 'x', failed: 1, overdue_since: null }] },
    'A job has failed and will not be tried again by itself.',
  ],
  [
    { jobs: [{ task: 'x', failed: 3, overdue_since: null }] },
    '3 jobs have failed and will not be tried again by themselves.',
  ],
  [{ jobs: [{ task: 'x', failed: 0, overdue_since: ago(11) }] }, 'Jobs wait for longer than 10 minutes: x.'],
  [{ backup: { madeAt: ago(2 * 24 * 60 + 1) } }, 'There has been no backup for two days. The log says why.'],
  [{ backup: null }, 'There has been no backup for two days. The log says why.'],
  [{ mailsFailed: 2 }, '2 mails were given up within a day. The audit log says which.'],
  [
    { linksInOutage: 1_055 },
    'The last link check did not reach 1,055 links because of an outage here. None of them counts as failed. Check the network.',
  ],
])('%j is warned of', (state, warning) => {
  expect(findWarnings({ ...GOOD, ...state })).toEqual([warning])
})

test('a part that cannot be read does not hide the others', async () => {
  const admin = await makeProfile({ role: 'ADMIN' })
  const request = await requestAs(admin, '/admin/system')
  await sql`alter table mails rename to hidden_mails`.execute(db)
  try {
    const page = (await answer(loader({ request, params: {}, context: {} }))) as Awaited<ReturnType<typeof loader>>
    expect(page.mails).toBeNull()
    expect(page.database).not.toBeNull()
    expect(page.jobs).not.toBeNull()
  } finally {
    await sql`alter table hidden_mails rename to mails`.execute(db)
  }
})
