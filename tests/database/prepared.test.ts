import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { makeDeal } from '#tests/factories'
import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'

const titleOf = prepare('title_in_a_test', (given: Placeholders<{ id: string; published: boolean }>) =>
  db.selectFrom('deals').select('title').where('id', '=', given.id).where('published', '=', given.published),
)

test('a prepared query returns the rows for the values of each call', async () => {
  const [one, other] = [await makeDeal({ title: 'One' }), await makeDeal({ title: 'Other', published: false })]
  expect(await titleOf({ id: one.id, published: true })).toEqual([{ title: 'One' }])
  expect(await titleOf({ published: false, id: other.id })).toEqual([{ title: 'Other' }])
  expect(await titleOf({ id: other.id, published: true })).toEqual([])
})

test('a prepared query reuses its plan on a connection, also within a transaction', async () => {
  const { id } = await makeDeal()
  const plans = await db.transaction().execute(async (trx) => {
    for (let n = 0; n < 3; n++) await titleOf({ id, published: true }, trx)
    const { rows } = await sql<{ runs: number }>`
      select generic_plans + custom_plans as runs from pg_prepared_statements where name = 'title_in_a_test'`.execute(
      trx,
    )
    return rows
  })
  expect(plans).toHaveLength(1)
  expect(plans[0]!.runs).toBeGreaterThanOrEqual(3)
})

test('SQL in the values of a prepared query is not executed', async () => {
  const id = '00000000-0000-0000-0000-000000000000'
  await expect(titleOf({ id: `${id}' or true --`, published: true })).rejects.toThrow('invalid input syntax')
  expect(await titleOf({ id, published: true })).toEqual([])
})

test.each([
  ['the database itself', undefined, 1],
  ['a pooler, which may not support it', process.env.DATABASE_URL, 0],
])('a statement is prepared by its name on %s', async (_where, direct, count) => {
  vi.stubEnv('DATABASE_DIRECT_URL', direct)
  vi.resetModules()
  const { registerPrepared, TimeoutClient } = await import('~/db/connection.server')
  vi.unstubAllEnvs()
  registerPrepared('select 1', 'one_in_a_test')
  const client = new TimeoutClient(process.env.DATABASE_URL)
  await client.connect()
  await client.query('select 1')
  const { rows } = await client.query('select name from pg_prepared_statements')
  await client.end()
  expect(rows).toHaveLength(count)
})
