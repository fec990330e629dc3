import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { checkDeploy } from '~/features/site/operations/deploy-checks.server'
import { countJobs, discardJobs, listFailedJobs, retryJobs } from '~/features/site/operations/jobs.server'
import type { DeployCheck } from '~/features/site/operations/sender-domain.server'
import { BACKUP_ACTION, listNotices, readSystem, type SystemState } from '~/features/site/operations/system.server'
import { sentenceOf } from '~/features/staff/audit/audit-sentence'
import { makeProfile } from '../factories'

beforeEach(() => sql`delete from graphile_worker._private_jobs`.execute(db))

type Given = { task?: string; attempts?: number; error?: string | null; locked?: boolean; runAt?: string }

/** A job in a state. By default all 25 attempts have failed. */
async function makeJob({
  task = 'check_import',
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

test('jobs are counted by task: waiting, failed, and since when one is late', async () => {
  await makeJob({ attempts: 0, error: null, runAt: '2026-01-01' })
  await makeJob({ attempts: 3, runAt: 'tomorrow' })
  await makeJob()
  await makeJob({ attempts: 1, error: null, locked: true })
  await makeJob({ task: 'clean_up', attempts: 0, error: null, runAt: 'tomorrow' })
  expect(await countJobs()).toEqual([
    { task: 'check_import', waiting: 2, failed: 1, overdue_since: new Date('2026-01-01T00:00:00Z') },
    { task: 'clean_up', waiting: 1, failed: 0, overdue_since: null },
  ])
})

test('the newest failed jobs are listed with their errors, without payloads and secrets', async () => {
  for (let i = 0; i < 21; i++) await makeJob({ error: `Failure at smtps://user:pass-${i}@mail.example.com` })
  await makeJob({ attempts: 0, error: null })
  await makeJob({ attempts: 3 })
  await makeJob({ locked: true })
  const jobs = await listFailedJobs()
  expect(jobs).toHaveLength(20)
  const said = JSON.stringify(jobs)
  expect(said).toContain('Failure at')
  expect(said).not.toMatch(/pass-|secret-person|It broke/)
})

test('a failed job is retried with all its attempts, and the audit log records it', async () => {
  const admin = await makeProfile({ role: 'ADMIN' })
  const id = await makeJob({ runAt: 'tomorrow' })
  expect(await retryJobs(admin, id)).toBe(1)
  expect(await findJob(id)).toEqual({ attempts: 0, due: true })
  const [entry] = await listAudit()
  expect(entry).toMatchObject({ action: 'jobs.retried', detail: { task: 'check_import', count: 1 } })
  const about = { actor_id: admin.id, actor: 'Ada', actor_pseudonym: null, entity_type: 'jobs', entity_id: null }
  expect(sentenceOf({ ...entry!, ...about })).toMatchObject({ before: 'retried 1 job', hasSubject: false })
})

test('all failed jobs are retried or discarded at once, and jobs that are tried again automatically are left alone', async () => {
  const admin = await makeProfile({ role: 'ADMIN' })
  const [failed, again] = [await makeJob(), await makeJob({ attempts: 3 })]
  await makeJob({ task: 'clean_up' })
  expect(await retryJobs(admin)).toBe(2)
  expect((await findJob(failed))?.attempts).toBe(0)
  expect((await findJob(again))?.attempts).toBe(3)
  const other = await makeJob()
  expect(await discardJobs(admin)).toBe(1)
  expect(await findJob(other)).toBeUndefined()
  expect(await findJob(again)).toBeDefined()
})

test('a job that is running, has run or has not failed is left alone, and nothing is recorded', async () => {
  const admin = await makeProfile({ role: 'ADMIN' })
  const running = await makeJob({ attempts: 1, locked: true })
  const fine = await makeJob({ attempts: 0, error: null })
  for (const id of [running, fine, '999999999']) {
    expect(await retryJobs(admin, id)).toBe(0)
    expect(await discardJobs(admin, id)).toBe(0)
  }
  expect(await findJob(running)).toBeDefined()
  expect(await findJob(fine)).toBeDefined()
  expect(await listAudit()).toEqual([])
})

test('of two admins who discard a job at the same time, the second changes nothing', async () => {
  const admin = await makeProfile({ role: 'ADMIN' })
  const id = await makeJob()
  const counts = await Promise.all([discardJobs(admin, id), discardJobs(admin, id)])
  expect(counts.toSorted()).toEqual([0, 1])
})

test('the system page reads version, failed jobs and the last emails with hidden addresses', async () => {
  const person = await makeProfile({ email: 'maya.lindqvist@example.com' })
  await db.insertInto('mails').values({ user_id: person.id, kind: 'DIGEST', cause: 'digest:2026-11-23' }).execute()
  await makeJob()
  const { program, jobs, mails } = await readSystem()
  expect(program).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+/), node: process.version })
  expect(jobs).toMatchObject({ failedCount: 1, failed: [{ task: 'check_import', error: 'It broke' }] })
  expect(mails).toMatchObject({ last: [{ kind: 'Digest', status: 'Waiting', to: 'm…@example.com' }], givenUp: 0 })
})

const NOW = new Date('2026-11-23T12:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const GOOD: SystemState = {
  program: { version: '1.0.0', node: 'v24', startedAt: ago(10_000) },
  jobs: { failed: [], failedCount: 0 },
  mails: { last: [], givenUp: 0 },
  backup: { bytes: 1, madeAt: ago(60) },
}

test.each<[string, Partial<SystemState>]>([
  ['everything is fine', {}],
  ['the site makes no backups', { backup: undefined }],
  ['a new site has no backup yet', { backup: null, program: { ...GOOD.program, startedAt: ago(60) } }],
])('the system page has no notice when %s', (_when, state) => {
  expect(listNotices({ ...GOOD, ...state }, [{ name: 'SMTP_URL' }], NOW)).toEqual([])
})

test.each<[Partial<SystemState>, string]>([
  [{ jobs: { failed: [], failedCount: 1 } }, '1 job has failed and will not be tried again automatically.'],
  [{ jobs: { failed: [], failedCount: 3 } }, '3 jobs have failed and will not be tried again automatically.'],
  [{ backup: { bytes: 1, madeAt: ago(2 * 24 * 60 + 1) } }, 'There has been no backup for two days. The log says why.'],
  [{ backup: null }, 'There has been no backup for two days. The log says why.'],
  [{ mails: { last: [], givenUp: 2 } }, 'Emails given up in the last day: 2. The audit log lists them.'],
])('the system page has a notice for %j', (state, notice) => {
  expect(listNotices({ ...GOOD, ...state }, [], NOW)).toEqual([notice])
})

test.each<[DeployCheck, string]>([
  [{ name: 'SMTP_URL', problem: 'is not set' }, 'Nobody can sign up: no mail server is set (SMTP_URL).'],
  [{ name: 'Mail server', problem: 'it hangs.' }, 'Nobody can sign up: it hangs.'],
  [{ name: 'SPF', problem: 'a.example has no SPF record.' }, 'Emails may not arrive: a.example has no SPF record.'],
])('the system page begins with a notice when %j', (check, notice) => {
  expect(listNotices(GOOD, [{ name: 'RATE_LIMIT' }, check], NOW)).toEqual([notice])
})

test('the embedded database and a generated secret are not enough for a public site, as the command says', async () => {
  onTestFinished(() => {
    env.generated = ['']
  })
  env.generated = ['DATABASE_URL', 'SESSION_SECRET']
  const problems = new Map((await checkDeploy()).map(({ name, problem }) => [name, problem]))
  expect(problems.get('SESSION_SECRET')).toMatch(/^is not set/)
  expect(problems.get('DATABASE_URL')).toMatch(/^is not set. The embedded database is for trying things out/)
  expect(problems.has('Database role')).toBe(false)
})

test('the last backup by the command counts', async () => {
  expect((await readSystem()).backup).toBeUndefined()
  await recordAudit({ actor: null, action: BACKUP_ACTION, entity: 'site', id: null, detail: { bytes: 12_345 } })
  expect((await readSystem()).backup).toEqual({ madeAt: expect.any(Date), bytes: 12_345 })
})
