import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import { makeDeal } from '../factories'

let listener: pg.Client
let heard = 0

beforeAll(async () => {
  listener = new pg.Client(env.DATABASE_URL)
  await listener.connect()
  listener.on('notification', () => {
    heard++
  })
  await listener.query('listen content_changed')
})
afterAll(() => listener.end())

/** Whether a statement is announced: the server sends what waits before it answers the one that listens. */
async function isAnnounced(statement: ReturnType<typeof sql>) {
  await listener.query('select')
  heard = 0
  await statement.execute(db)
  await listener.query('select')
  return heard > 0
}

test.each([
  ['deal_pros_cons', sql`type, position, text`, sql`'PRO', 0, 'Quick'`, sql`text = 'Slow'`],
  ['deal_faqs', sql`position, question, answer`, sql`0, 'Why?', 'Because.'`, sql`answer = 'Why not?'`],
])('changes of %s are announced where visitors see them', async (table, columns, values, change) => {
  for (const published of [true, false]) {
    const { id } = await makeDeal({ published })
    const rows = sql.table(table)

    expect(await isAnnounced(sql`insert into ${rows} (deal_id, ${columns}) values (${id}, ${values})`)).toBe(published)
    expect(await isAnnounced(sql`update ${rows} set ${change} where deal_id = ${id}`)).toBe(published)
    expect(await isAnnounced(sql`delete from ${rows} where deal_id = ${id}`)).toBe(published)
  }
})

test('an entry that moves between two deals is announced when visitors see either', async () => {
  const [published, draft] = [await makeDeal({ published: true }), await makeDeal({ published: false })]
  await sql`insert into deal_pros_cons (deal_id, type, position, text) values (${draft.id}, 'PRO', 0, 'Quick')`.execute(
    db,
  )

  expect(await isAnnounced(sql`update deal_pros_cons set deal_id = ${published.id}`)).toBe(true)
  expect(await isAnnounced(sql`update deal_pros_cons set deal_id = ${draft.id}`)).toBe(true)
})
