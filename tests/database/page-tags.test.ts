import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { collectTags, noteTags, readOfDeals } from '~/db/page-tags.server'
import { ANNOUNCED_BY_DEAL, ANNOUNCED_UNNAMED, kindsOf, READING_FUNCTIONS, UNANNOUNCED } from '~/db/query-kinds'

const tagsOf = async (work: () => Promise<unknown>) => {
  const { tags } = await collectTags(work)
  return tags && [...tags].sort()
}
const comments = () => db.selectFrom('comments').select('id').execute()
const titles = () => db.selectFrom('deals').select('title').execute()

describe('what a page depends on', () => {
  test.each([
    ['a count of contributions', () => db.selectFrom('deals').select('rating_average').execute(), ['reviews']],
    ['contributions', comments, ['comments']],
    ['whole rows of deals', () => db.selectFrom('deals').selectAll().execute(), ['changes', 'comments', 'reviews']],
    ['other columns of deals', titles, []],
    ['a table without announcements', () => db.selectFrom('decisions').select('id').execute(), undefined],
    ['nothing', async () => 1, undefined],
  ])('a page whose queries read %s depends on it', async (_, read, expected) => {
    expect(await tagsOf(read)).toEqual(expected)
  })

  test('queries of a transaction and statements in parallel are noted', async () => {
    const inTransaction = () => db.transaction().execute((trx) => trx.selectFrom('change_logs').select('id').execute())
    expect(await tagsOf(() => Promise.all([comments(), inTransaction(), titles()]))).toEqual(['changes', 'comments'])
  })

  test('queries about certain deals depend on these only, and others of the page on all', async () => {
    const ofTwo = () => readOfDeals(comments, () => ['a', 'b'])
    expect(await tagsOf(ofTwo)).toEqual(['comments a', 'comments b'])
    expect(await tagsOf(() => Promise.all([ofTwo(), comments()]))).toEqual(['comments', 'comments a', 'comments b'])
  })

  test('a page of very many deals depends on all', async () => {
    expect(await tagsOf(() => readOfDeals(comments, () => Array.from({ length: 201 }, String)))).toEqual(['comments'])
  })

  test('after a failed query the page depends on all deals', async () => {
    const failing = async () => {
      await comments()
      await sql`select 1 / 0`.execute(db)
    }
    expect(await tagsOf(() => readOfDeals(failing, () => ['a']).catch(() => undefined))).toEqual(['comments'])
  })

  test('what is known without a query is noted too', async () => {
    expect(await tagsOf(async () => noteTags(new Set(['reviews'])))).toEqual(['reviews'])
    expect(await tagsOf(async () => noteTags(undefined))).toBeUndefined()
  })
})

test('every table and view is listed by how its changes are announced', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p')
      and relname not like 'kysely%' order by 1`.execute(db)
  const listed = [...ANNOUNCED_UNNAMED, ...ANNOUNCED_BY_DEAL, ...UNANNOUNCED]
  expect(listed.toSorted()).toEqual(rows.map(({ name }) => name))
})

test('every function that reads contributions is listed, because the words of a statement do not show what it reads', async () => {
  const { rows } = await sql<{ name: string; body: string }>`
    select proname as name, prosrc as body from pg_proc
    where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e') order by 1`.execute(db)
  const reading = rows.filter(({ body }) => kindsOf(body)?.size !== 0).map(({ name }) => name)
  expect(reading).toEqual(READING_FUNCTIONS)
})
