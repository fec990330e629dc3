import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { makeProfile } from '#tests/factories'
import { TimeoutClient } from '~/db/connection.server'
import { db } from '~/db/database.server'
import { classifyDbError } from '~/db/db-error.server'
import { inTransaction } from '~/db/transaction.server'

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('classification of database errors', () => {
  test.each([
    ['a statement timeout', sql`set local statement_timeout = 10`, sql`select pg_sleep(1)`],
    ['a read-only database', sql`set transaction read only`, sql`delete from profiles`],
    ['a full disk', sql`select 1`, sql`do $$ begin raise exception 'x' using errcode = 'disk_full'; end $$`],
    ['a role without privileges', sql`select 1`, sql`do $$ begin raise insufficient_privilege; end $$`],
  ])('%s is classified as a database error', async (_what, first, second) => {
    const error = await failureOf(
      db.transaction().execute(async (trx) => {
        await first.execute(trx)
        await second.execute(trx)
      }),
    )
    expect(classifyDbError(error)).toBe('database')
  })

  test('a refused connection is classified as a database error, whether the host has one address or two', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const error = await failureOf(new pg.Client({ host, port: 1 }).connect())
      expect(classifyDbError(error)).toBe('database')
    }
  })

  test('a connection terminated during a statement is classified as a database error', async () => {
    const error = await failureOf(sql`select pg_terminate_backend(pg_backend_pid())`.execute(db))
    expect(classifyDbError(error)).toBe('database')
    // The pool notices a moment later.
    await expect.poll(() => sql`select`.execute(db).catch(() => undefined)).toBeDefined()
  })

  test.each([sql`select ${'a\0b'}::text`, sql`select ${'x'}::uuid`, sql`select ${'99999999999999999999'}::bigint`])(
    'a value that PostgreSQL cannot store is classified as invalid input',
    async (statement) => {
      expect(classifyDbError(await failureOf(statement.execute(db)))).toBe('input')
    },
  )

  test.each([sql`select * from nothing`, sql`select 1/0`])(
    'an invalid statement is classified as a bug',
    async (statement) => {
      expect(classifyDbError(await failureOf(statement.execute(db)))).toBeUndefined()
    },
  )
  test('errors of any other kind are classified as bugs', () => {
    expect(classifyDbError(new TypeError('x is not a function'))).toBeUndefined()
    expect(classifyDbError('text')).toBeUndefined()
  })
})

describe('transaction retries', () => {
  test('a transaction that loses a deadlock is retried, and both succeed', async () => {
    const [one, other] = [await makeProfile(), await makeProfile()]
    let locks = 0
    const rename = (first: string, second: string) =>
      inTransaction(async (trx) => {
        await trx.updateTable('profiles').set({ name: 'Renamed' }).where('id', '=', first).execute()
        locks++
        // Each has its first lock before it asks for that of the other.
        await expect.poll(() => locks).toBeGreaterThanOrEqual(2)
        await trx.updateTable('profiles').set({ name: 'Renamed' }).where('id', '=', second).execute()
      })
    await Promise.all([rename(one.id, other.id), rename(other.id, one.id)])
    expect(locks).toBe(3)
    const { rows } = await sql<{ name: string }>`select name from profiles`.execute(db)
    expect(rows).toEqual([{ name: 'Renamed' }, { name: 'Renamed' }])
  })

  test('a transaction is tried at most four times and leaves nothing behind', async () => {
    let tries = 0
    const error = await failureOf(
      inTransaction(async (trx) => {
        tries++
        await sql`insert into audit_log (action, entity_type) values ('x', 'y')`.execute(trx)
        await sql`do $$ begin raise serialization_failure; end $$`.execute(trx)
      }),
    )
    expect(tries).toBe(4)
    expect(classifyDbError(error)).toBe('database')
    const { rows } = await sql<{ n: number }>`select count(*) as n from audit_log`.execute(db)
    expect(rows).toEqual([{ n: 0 }])
  })

  test('a transaction that fails for another reason is not retried', async () => {
    let tries = 0
    await failureOf(
      inTransaction(async () => {
        tries++
        throw new Error('No')
      }),
    )
    expect(tries).toBe(1)
  })

  test('a transaction may raise its statement timeout above the client timeout', async () => {
    await inTransaction(async (trx) => {
      await sql`set local statement_timeout = '10s'`.execute(trx)
      await sql`select pg_sleep(3.6)`.execute(trx)
    })
  })
})

test('a connection survives a response that waits in a busy process for longer than the timeout', async () => {
  const client = new TimeoutClient(process.env.DATABASE_URL)
  await client.connect()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const response = client.query('select 1')
    // The timer fires before the socket is read.
    vi.advanceTimersByTime(3_250)
    await response
  } finally {
    vi.useRealTimers()
  }
  expect((await client.query('select 2 as two')).rows).toEqual([{ two: 2 }])
  await client.end()
})
