import { execFile } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAccount } from '#tests/factories'
import { db } from '~/db/database.server'
import { refusal, type Sink, startSink } from '../mail/smtp-sink'

const ROLE = `shop_${process.env.VITEST_POOL_ID}`
const owner = new URL(process.env.DATABASE_URL!)
const limited = new URL(owner)
limited.username = ROLE
limited.password = 'kf83mHq0Zb5Nw2xL'
let admin: pg.Client
let mailServer: Sink

beforeAll(async () => {
  mailServer = await startSink()
  admin = new pg.Client(owner.href)
  await admin.connect()
  await admin.query(`drop role if exists ${ROLE}`)
  await admin.query(`create role ${ROLE} login password '${limited.password}'`)
  await admin.query(`grant select, insert, update, delete on all tables in schema public to ${ROLE}`)
  await admin.query(`grant usage on schema graphile_worker to ${ROLE}`)
  await admin.query(`grant select, insert, update, delete on all tables in schema graphile_worker to ${ROLE}`)
})
afterAll(async () => {
  await mailServer.stop()
  await admin.query(`drop owned by ${ROLE}`)
  await admin.query(`drop role ${ROLE}`)
  await admin.end()
})

const GOOD: Record<string, string> = {
  NODE_ENV: 'production',
  SITE_URL: 'https://deals.example.com',
  SESSION_SECRET: 'c81d0b6f3e954a27b0d6e1f8a3c5927e40b1d2f3',
  RATE_LIMIT: '1',
  REQUIRE_2FA: '1',
  BCRYPT_COST: '10',
  DATABASE_URL: limited.href,
}

function check(env: Record<string, string> = {}) {
  const script = path.resolve('scripts/check-deploy.ts')
  return new Promise<{ code: number; said: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', path.resolve('tests/setup/sender-dns.js'), '--import', 'tsx', script],
      { env: { ...process.env, ...GOOD, SMTP_URL: mailServer.url, ...env } as NodeJS.ProcessEnv },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? 1, said: stdout + stderr }),
    )
  })
}

describe('check:deploy', () => {
  test('check:deploy passes for a production-ready site, with one line for each check', async () => {
    const { code, said } = await check()
    expect(said).not.toContain('FAIL')
    expect(said.trim().split('\n').length).toBe(15)
    expect(said).toContain('note  DKIM: not checked')
    expect(code).toBe(0)
  })

  test.each([
    ['a session secret that is too short', { SESSION_SECRET: 'short' }, 'SESSION_SECRET'],
    [
      'the session secret of an example',
      { SESSION_SECRET: 'change-me-change-me-change-me-change-me' },
      'SESSION_SECRET',
    ],
    ['no session secret', { SESSION_SECRET: '' }, 'SESSION_SECRET'],
    ['no SITE_URL', { SITE_URL: '' }, 'SITE_URL'],
    ['a SITE_URL without TLS', { SITE_URL: 'http://deals.example.com' }, 'SITE_URL'],
    ['an invalid SITE_URL', { SITE_URL: 'deals' }, 'SITE_URL'],
    ['no DATABASE_URL', { DATABASE_URL: '' }, 'DATABASE_URL'],
    ['a common database password', { DATABASE_URL: 'postgres://app:app@127.0.0.1:1/x' }, 'DATABASE_URL'],
    ['an unreachable database', { DATABASE_URL: 'postgres://app:kf83mHq0@127.0.0.1:1/x' }, 'Database'],
    ['a superuser as database role', { DATABASE_URL: owner.href }, 'is a superuser'],
    [
      'a sender whose domain has no SPF record',
      { MAIL_FROM: 'deals@other.example' },
      'FAIL  SPF: other.example has no',
    ],
    ['no SMTP_URL', { SMTP_URL: '' }, 'SMTP_URL'],
    ['an invalid SMTP_URL', { SMTP_URL: 'mail' }, 'SMTP_URL'],
    ['rate limiting turned off', { RATE_LIMIT: '0' }, 'RATE_LIMIT'],
    ['staff without second factors', { REQUIRE_2FA: '' }, 'REQUIRE_2FA'],
    ['a low BCRYPT_COST', { BCRYPT_COST: '4' }, 'BCRYPT_COST'],
  ])('check:deploy fails with %s', async (_what, env, named) => {
    const { code, said } = await check(env)
    expect(code).toBe(1)
    expect(said).toMatch(/FAIL/)
    expect(said).toContain(named)
    expect(said).not.toContain(limited.password)
  })

  test('check:deploy fails if the mail server rejects the password, hangs or does not exist', async () => {
    const strict = await startSink({ onAuth: (_auth, _session, done) => done(refusal(535, 'Bad password')) })
    const silent = net.createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const saidOf = async (SMTP_URL: string) => {
      const { code, said } = await check({ SMTP_URL })
      expect(code).toBe(1)
      return said
    }
    expect(await saidOf(strict.url.replace('//', '//ann:wrong@'))).toContain('rejected the username or password')
    expect(await saidOf(`smtp://127.0.0.1:${(silent.address() as net.AddressInfo).port}`)).toContain(
      'FAIL  Mail server: the mail server did not answer in time',
    )
    expect(await saidOf('smtp://no-such-host.invalid:25')).toContain('FAIL  Mail server: ')
    silent.close()
    await strict.stop()
  })

  test('check:deploy asks the DNS for the sender that an admin has set', async () => {
    await db.insertInto('site_settings').values({ mail_from: 'deals@other.example' }).execute()
    expect(await check()).toMatchObject({ code: 1, said: expect.stringContaining('FAIL  SPF: other.example has no') })
  })

  test('check:deploy fails if the database role may create or alter tables', async () => {
    await admin.query(`grant create on schema public to ${ROLE}`)
    expect(await check()).toMatchObject({ code: 1, said: expect.stringContaining('can create tables') })
    await admin.query(`revoke create on schema public from ${ROLE}`)
    await admin.query(`alter table bookmarks owner to ${ROLE}`)
    expect(await check()).toMatchObject({ code: 1, said: expect.stringContaining('can alter them') })
    await admin.query('alter table bookmarks owner to current_user')
    await admin.query(`grant select, insert, update, delete on bookmarks to ${ROLE}`)
  })

  test('check:deploy fails if the database role cannot add jobs', async () => {
    await admin.query(`revoke insert on all tables in schema graphile_worker from ${ROLE}`)
    expect(await check()).toMatchObject({ code: 1, said: expect.stringContaining('FAIL  Job queue') })
    await admin.query(`grant insert on all tables in schema graphile_worker to ${ROLE}`)
  })

  test('check:deploy fails if a migration is missing', async () => {
    await admin.query(
      'begin; create table applied as select * from kysely_migration; delete from kysely_migration; commit',
    )
    expect(await check()).toMatchObject({ code: 1, said: expect.stringContaining('npm run migrate') })
    await admin.query('begin; insert into kysely_migration select * from applied; drop table applied; commit')
  })

  test('check:deploy fails if a staff account has a common password', async () => {
    await makeAccount('changeme', { role: 'ADMIN' })
    expect(await check()).toMatchObject({ code: 1, said: expect.stringContaining('common password') })
  })
})
