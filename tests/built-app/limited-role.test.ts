import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { addMail } from '~/features/people/mails/mails.server'
import { makeAccount, makeDeal, makeProfile } from '../factories'
import { listQueuedMails } from '../jobs'
import { cookieOf } from '../requests'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'
import { ask } from '../setup/entry-points'

// As docs/security.md describes it and `npm run check:deploy` asks for on a public site.
const ROLE = `site_${process.env.VITEST_POOL_ID}`
const PASSWORD = 'kf83mHq0Zb5Nw2xL'
const admin = new pg.Client(process.env.DATABASE_URL)
const url = new URL(process.env.DATABASE_URL!)
let app: BuiltApp

beforeAll(async () => {
  await admin.connect()
  await admin.query(`drop role if exists ${ROLE}`)
  await admin.query(`create role ${ROLE} login password '${PASSWORD}' nosuperuser nocreatedb nocreaterole`)
  for (const schema of ['public', 'graphile_worker']) {
    await admin.query(`grant usage on schema ${schema} to ${ROLE}`)
    await admin.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${ROLE}`)
    await admin.query(`grant usage, select on all sequences in schema ${schema} to ${ROLE}`)
    await admin.query(`grant execute on all functions in schema ${schema} to ${ROLE}`)
  }
  url.username = ROLE
  url.password = PASSWORD
  app = await startBuiltApp({ DATABASE_URL: url.href, SESSION_SECRET: process.env.SESSION_SECRET! })
})
afterAll(async () => {
  await app?.stop()
  await admin.query(`drop owned by ${ROLE}`)
  await admin.query(`drop role ${ROLE}`)
  await admin.end()
})

test('the site serves, signs in and stores with a database role that may only read and write rows', async () => {
  expect((await app.get('/readyz')).status).toBe(200)
  const deal = await makeDeal()
  for (const place of ['/', '/deals', `/deals/${deal.slug}`, '/changes'])
    expect((await app.get(place)).status).toBe(200)

  await makeAccount('correct horse', { email: 'ada@example.com' })
  const form = { email: 'ada@example.com', password: 'correct horse' }
  expect((await ask(app.port, '/auth', { form })).status).toBe(303)
  const cookie = await cookieOf(await makeAccount('battery staple', { role: 'ADMIN' }))
  const comment = { body: 'Does it export files?' }
  expect((await ask(app.port, `/deals/${deal.slug}/comments`, { cookie, form: comment })).status).toBe(303)
  for (const place of ['/admin', '/admin/users', '/admin/audit']) {
    expect((await ask(app.port, place, { cookie })).status, place).toBe(200)
  }
  // Adds a job to the queue.
  const signUp = { name: 'Ben', email: 'ben@example.com', password: 'a long one' }
  expect((await ask(app.port, '/auth?mode=sign-up', { form: signUp })).status).toBe(303)
  expect(await listQueuedMails()).toMatchObject([{ email: 'ben@example.com' }])
  expect(app.log().filter(({ level }) => level === 'error')).toEqual([])
})

test('the job worker runs with that role, and finds nothing to migrate', async () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-limited-'))
  const { email } = await makeProfile({ confirmed_at: null })
  await addMail(db, { to: { address: email }, kind: 'confirm' })
  const env = {
    ...process.env,
    VITEST: undefined,
    DATABASE_URL: url.href,
    DATA_DIR: dir,
    NODE_ENV: 'development' as const,
  }
  const worker = spawn('node', ['scripts/run.js', 'worker'], { env, stdio: 'ignore' })
  try {
    await expect.poll(() => fs.existsSync(`${dir}/mail`) && fs.readdirSync(`${dir}/mail`).length).toBe(1)
  } finally {
    worker.kill('SIGTERM')
    await once(worker, 'exit')
    fs.rmSync(dir, { recursive: true, force: true })
  }
})

test.each([
  'create table own (id int)',
  'alter table deals add column own int',
  'drop table bookmarks',
  'create extension pgcrypto',
  'create role other',
  "copy (select 1) to program 'id'",
  "select pg_read_file('/etc/passwd')",
  'alter table audit_log disable trigger all',
])('the role of the site cannot run: %s', async (statement) => {
  await admin.query('begin')
  await admin.query(`set local role ${ROLE}`)
  try {
    await expect(admin.query(statement)).rejects.toMatchObject({ code: '42501' })
  } finally {
    await admin.query('rollback')
  }
})
